import { type ContentLevel, DEFAULT_CONTENT_LEVEL } from "../content-level.ts"
import type { DemoShare } from "../demo-share.ts"
import type { BegunGeneration } from "../generation.ts"
import type { NovelFailure, NovelLink } from "../novel.ts"
import type { Section } from "../sections.ts"

/** The most texts that one press moves into the account. */
export const MOVED_TEXTS_MAX = 50

/** A text of a device's history on its way into the account. */
export interface MovableText {
  /** The device's own name for it. */
  key: string
  /** Its generation, whose text the server has for a day; null if there is none. */
  id: string | null
  /** Empty if only the server has it. */
  text: string
  prompt: string
  level: ContentLevel
  sections: Section[]
  /** What the device knows of the demo's share; what the server knows counts first. */
  demo?: DemoShare | undefined
  /** The saved novel that the device knows it to belong to; what the server knows counts first. */
  novel: NovelLink | null
}

/** A generation whose text the device does not have. */
export function textOnServer({ id, prompt }: BegunGeneration): MovableText {
  return { key: id, id, text: "", prompt, level: DEFAULT_CONTENT_LEVEL, sections: [], novel: null }
}

/**
 * What became of a text: it was `moved`, or the novel that it belongs to was `updated`; it is a novel beside that one,
 * which has been changed, published or deleted since (`aside`); one's novels hold it `already`, or did, and now it is
 * in the bin (`binned`); a novel or another text of the same press begins with it (`inside`); it is `unfinished` or
 * `empty`; or why it was refused.
 */
export type Moved =
  | "moved"
  | "updated"
  | "aside"
  | "already"
  | "binned"
  | "inside"
  | "unfinished"
  | "empty"
  | NovelFailure

/** The answer for one text. */
export interface MovedText {
  key: string
  title: string
  moved: Moved
  /** The novel that holds it, and the hash of the text; null if none does. */
  novel: NovelLink | null
}

const STORED: readonly Moved[] = ["moved", "updated", "aside"]

/** Whether a press stored it. */
export function isStored({ moved }: Pick<MovedText, "moved">): boolean {
  return STORED.includes(moved)
}

const LATER: readonly Moved[] = [
  "unfinished",
  "shelf-full",
  "too-many-attempts",
  "scan-busy",
  "moderation-away",
  "login-required",
  "backend-missing",
  "backend-down",
]

/** Whether another press could bring another answer. */
export function isSettled({ moved }: MovedText): boolean {
  return !LATER.includes(moved)
}
