import type { ContentLevel } from "./content-level.ts"
import { isLongerThan, toSingleLine } from "./single-line.ts"

export const TITLE_MAX_CHARS = 100
export const NOVEL_MAX_CHARS = 200_000
export const NOVELS_PER_PAGE = 12
export const NOVEL_PREVIEW_CHARS = 150
export const NOVEL_QUERY_MAX_CHARS = 100
/** What one account keeps at the most; the database holds it (see its migrations). */
export const SHELF_MAX_NOVELS = 2_000
export const SHELF_MAX_CHARS = 20_000_000

export interface Novel {
  id: string
  title: string
  content: string
  isPublic: boolean
  contentLevel: ContentLevel
  /** By the operator: nobody but its author reads it, and it cannot be published. */
  takenDown: { reason: string | null } | null
  /** Moments are ISO 8601. */
  createdAt: string
  updatedAt: string
}

/** A novel on its author's shelf. */
export interface NovelCard extends Omit<Novel, "content"> {
  preview: string
}

/** A public novel, as anyone with its link reads it. */
export interface SharedNovel extends Novel {
  authorName: string | null
}

export interface NovelPage {
  novels: NovelCard[]
  page: number
  /** At least one, also where there is nothing. */
  pages: number
  total: number
  /** Of a search: older novels were not looked at, because there are so many. */
  isCut: boolean
}

/** Why something about a novel was refused. */
export type NovelFailure =
  | "login-required"
  | "title-missing"
  | "title-too-long"
  | "content-missing"
  | "content-too-long"
  | "shelf-full"
  | "generation-gone"
  | "minor"
  | "real-person"
  | "beyond-level"
  | "moderation-away"
  | "scan-busy"
  | "not-found"
  | "publishing-forbidden"
  | "text-taken-down"
  | "too-many-attempts"
  | "backend-missing"
  | "backend-down"

export type SharedNovelFailure =
  | "id-invalid"
  | "not-found"
  | "taken-down"
  | "backend-missing"
  | "backend-down"

/** What is wrong with a title as it was typed. */
export function findTitleProblem(title: string): "title-missing" | "title-too-long" | null {
  const kept = toSingleLine(title)
  if (!kept) return "title-missing"
  return isLongerThan(kept, TITLE_MAX_CHARS) ? "title-too-long" : null
}

/** A text as it is kept: forms send their line ends in two characters, and no database keeps a NUL. */
export function toNovelContent(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replaceAll("\0", "")
}

export function findContentProblem(content: string): "content-missing" | "content-too-long" | null {
  if (!content.trim()) return "content-missing"
  return isLongerThan(content, NOVEL_MAX_CHARS) ? "content-too-long" : null
}
