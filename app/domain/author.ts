import type { BanReason } from "./ban/ban.ts"
import type { NovelCard } from "./novel.ts"
import type { ProfileFailure } from "./profile.ts"
import { isLongerThan, normaliseText } from "./text.ts"

/** The database enforces it, too (see supabase/migrations). */
export const ABOUT_MAX_CHARS = 300
export const AUTHOR_NOVELS_PER_PAGE = 20

/** What an author says of their public page. */
export interface AuthorPage {
  isOpen: boolean
  /** What they say about themselves; may be empty. */
  about: string
}

/** A public novel in the list of its author. */
export type AuthorNovel = Pick<NovelCard, "id" | "title" | "contentLevel" | "characters" | "createdAt">

/** An author who has a public page, as anyone sees it. */
export interface Author {
  id: string
  name: string | null
  avatarUrl: string | null
  about: string
  novels: AuthorNovel[]
  page: number
  hasMore: boolean
  /** Some novels are not listed because the reader has not confirmed their age. */
  hidesAdult: boolean
}

/** The public novels around one, of the same author. */
export interface AuthorLinks {
  authorId: string
  previous: NovelName | null
  next: NovelName | null
}

export type NovelName = Pick<NovelCard, "id" | "title">

/** Why the server refused to save an author's page. */
export type AuthorPageFailure =
  | ProfileFailure
  | BanReason
  | "about-too-long"
  | "beyond-level"
  | "moderation-away"
  | "scan-busy"

/** What an author says about themselves, as it is checked and stored. */
export function toAbout(text: string): string {
  return normaliseText(text).trim()
}

/** Checks what an author says about themselves; null if it is valid. It may be empty. */
export function findAboutProblem(about: string): "about-too-long" | null {
  return isLongerThan(toAbout(about), ABOUT_MAX_CHARS) ? "about-too-long" : null
}
