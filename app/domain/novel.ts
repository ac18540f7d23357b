import type { BanReason } from "./ban/ban.ts"
import type { ContentLevel } from "./content-level.ts"
import type { DemoShare } from "./demo-share.ts"
import { EXISTING_TEXT_MAX_CHARS } from "./limits.ts"
import type { Section, SectionFailure } from "./sections.ts"
import { isLongerThan, isSeen, toSingleLine } from "./text.ts"

export const TITLE_MAX_CHARS = 100
/** The longest text that can be continued, and what a continuation adds to it: what was written can be saved. */
export const NOVEL_MAX_CHARS = EXISTING_TEXT_MAX_CHARS + 20_000
/** Of an author's page. */
export const AUTHOR_NOVELS_PER_PAGE = 20
export const NOVELS_PER_PAGE = 12
export const NOVEL_PREVIEW_CHARS = 150
export const NOVEL_QUERY_MAX_CHARS = 100
/** The orders of one's own novels. */
export const NOVEL_SORTS = ["newest", "changed", "title", "longest"] as const
export type NovelSort = (typeof NOVEL_SORTS)[number]
/** How long a novel stays in the bin. The database enforces it (see supabase/migrations). */
export const BIN_DAYS = 30
export const BINNED_PER_PAGE = 50
/** One account's limits. The database enforces them (see supabase/migrations). */
export const SHELF_MAX_NOVELS = 2_000
export const SHELF_MAX_CHARS = 20_000_000
/** The earlier texts of a novel that stay. The database enforces it (see supabase/migrations). */
export const VERSIONS_MAX = 20

/** A saved novel as a text knows it: its id, and the hash of what it held then. */
export interface NovelLink {
  id: string
  hash: string
}

/** The saved novel that the text on the desk belongs to. */
export interface SavedNovel {
  id: string
  /** Null if the novel has been deleted. */
  title: string | null
  isPublic: boolean
  /** It holds this text already. */
  isSaved: boolean
}

export interface Novel {
  id: string
  title: string
  content: string
  sections: Section[]
  isPublic: boolean
  contentLevel: ContentLevel
  /** How much of it is the demo's; undefined where nothing of it is known to be. */
  demo: DemoShare | undefined
  /** Set if the operator took the novel down: only its author can read it, and nobody can publish it. */
  takenDown: { reason: string | null } | null
  /** Timestamps are ISO 8601. */
  createdAt: string
  updatedAt: string
}

/** An earlier text of a novel, in a list. Timestamps are ISO 8601. */
export interface VersionEntry {
  id: string
  /** When it became the novel's text, and when another one replaced it. */
  writtenAt: string
  replacedAt: string
  /** Its characters, without blanks. */
  letters: number
}

/** An earlier text of a novel. */
export interface NovelVersion extends VersionEntry {
  content: string
  sections: Section[]
  demo: DemoShare | undefined
}

/** A title and a text that are typed over a novel, and not saved yet. */
export interface NovelDraft {
  title: string
  content: string
  /** The mark of the novel that it was begun over, and its own. */
  base: string
  mark: string
  /** Its author threw it away, and may still take it back. */
  discarded: boolean
  updatedAt: string
}

/** A novel in its author's list. */
export interface NovelCard extends Omit<Novel, "content" | "sections" | "demo"> {
  preview: string
  /** Its length without white space. */
  characters: number
  /** How many sections it has; none where it has only one. */
  sections: number
}

/** A novel in its author's bin. */
export interface BinnedNovel extends Pick<NovelCard, "id" | "title" | "contentLevel" | "characters"> {
  isTakenDown: boolean
  /** The days until it is deleted for good, at least 1. */
  daysLeft: number
}

/** A page of the bin. */
export interface BinPage {
  novels: BinnedNovel[]
  page: number
  /** At least 1, even for an empty bin. */
  pages: number
  total: number
}

/** A public novel, as anyone with its link sees it. */
export interface SharedNovel extends Novel {
  authorName: string | null
  /** The author's account, if they have opened their page. */
  openAuthorId: string | null
}

/** What a page of a public novel says of it beside its text. */
export type ReadNovel = Omit<SharedNovel, "content" | "sections">

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

export interface NovelPage {
  novels: NovelCard[]
  page: number
  /** At least 1, even for an empty list. */
  pages: number
  /** Counted to some pages behind this one; `isCut` if there are more. */
  total: number
  /** There are more, or a search ended before it had looked at the last novels. */
  isCut: boolean
  /** How many novels are in the bin. */
  binned: number
}

/** Reads an order from an address; anything else gives the newest first. */
export function novelSortOf(value: unknown): NovelSort {
  return NOVEL_SORTS.find((sort) => sort === value) ?? "newest"
}

/** Why the server refused a request about a novel. */
export type NovelFailure =
  | "login-required"
  | "title-missing"
  | "title-too-long"
  | "content-missing"
  | "content-too-long"
  | "shelf-full"
  | SectionFailure
  | "generation-gone"
  /** The text would be written over what has been changed elsewhere meanwhile. */
  | "grown-elsewhere"
  | BanReason
  | "beyond-level"
  | "moderation-away"
  | "scan-busy"
  | "not-found"
  | "novel-changed"
  | "draft-changed"
  | "version-gone"
  | "none-chosen"
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

/** Why an author's page shows no author. */
export type AuthorFailure = "not-found" | "backend-missing" | "backend-down"

/** Checks a typed title; null if it is valid. */
export function findTitleProblem(title: string): "title-missing" | "title-too-long" | null {
  const kept = toSingleLine(title)
  if (!kept) return "title-missing"
  return isLongerThan(kept, TITLE_MAX_CHARS) ? "title-too-long" : null
}

/** Checks a novel's text against `NOVEL_MAX_CHARS`; null if it is valid. */
export function findContentProblem(content: string): "content-missing" | "content-too-long" | null {
  if (!isSeen(content)) return "content-missing"
  return isLongerThan(content, NOVEL_MAX_CHARS) ? "content-too-long" : null
}
