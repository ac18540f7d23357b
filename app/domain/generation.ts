import { type ContentLevel, highestLevel } from "./content-level.ts"
import { countCharacters } from "./count-characters.ts"
import type { NovelLength } from "./novel-length.ts"

/** What a visitor asks the engine to write; a validated form or API call. */
export interface GenerationRequest {
  prompt: string
  /** What is to happen next in a text that is continued, stronger than the prompt; empty when nothing is said. */
  direction: string
  contentLevel: ContentLevel
  length: NovelLength
  /** A text whose manner is imitated; empty when there is none. */
  reference: string
  /** A text to go on from; empty for a new novel. The new text is written after it. */
  existing: string
  /** The level of that text: the whole is never rated lower. */
  existingLevel: ContentLevel
  /** The generation that this one is another version of; null for the first version. */
  rewrites: string | null
}

/** How many characters of a story there are, as `countCharacters` counts them. */
export interface StoryCount {
  /** What this generation wrote. */
  fresh: number
  /** With what it goes on from. */
  whole: number
}

/** Counts what was written, alone and with the existing text that it goes on from. */
export function storyCount({ existing }: Pick<GenerationRequest, "existing">, written: string): StoryCount {
  const fresh = countCharacters(written)
  return { fresh, whole: fresh + countCharacters(existing) }
}

/** The level of the whole: what was written, with what it goes on from. */
export function storyLevel({ contentLevel, existingLevel }: GenerationRequest): ContentLevel {
  return highestLevel(contentLevel, existingLevel)
}

/** One step of the plan: what happens, and how many characters it is given. */
export interface Beat {
  summary: string
  characters: number
}

/**
 * What the writing came to so far: figures only, never a word of anyone's. `from` counts the characters
 * that were there before: a process that takes a generation over begins its record anew.
 */
export interface WritingRecord {
  /** Characters asked, of the whole new text; characters there are now; and their ratio. */
  asked: number
  got: number
  ratio: number
  from: number
  /** Calls that ended, and by how they ended; `cut` were ended here, because there was enough. */
  calls: number
  ends: Record<string, number>
  /** Tokens of the calls that told them; null where none did. */
  inputTokens: number | null
  outputTokens: number | null
}

/** Why a generation ended with less than was asked. Each is kept with the text that was written. */
export const GENERATION_FAILURES = [
  "refused",
  "unauthorized",
  "busy",
  "unreachable",
  "empty",
  "banned",
  "beyond-level",
  "unchecked",
  "short",
  "internal",
] as const
export type GenerationFailure = (typeof GENERATION_FAILURES)[number]

export const GENERATION_STATUSES = ["running", "paused", "done", "stopped", "failed"] as const
export type GenerationStatus = (typeof GENERATION_STATUSES)[number]

/** What the engine says while it writes. Offsets are UTF-16 units of the new text. */
export type WritingEvent =
  /** `title`: the model's suggestion; `style`: notes on the manner of the reference, empty where there is none. */
  | { type: "plan"; beats: Beat[]; title: string | null; style: string }
  | { type: "beat"; index: number }
  | { type: "text"; text: string }
  /** Text from this offset on is withdrawn. */
  | { type: "rewind"; to: number }
  /** After every call, and before the end. */
  | { type: "record"; record: WritingRecord }
  | { type: "done" }
  | { type: "failed"; failure: GenerationFailure }

/** A generation as a page or a download needs it. */
export interface GenerationSnapshot {
  id: string
  status: GenerationStatus
  failure: GenerationFailure | null
  request: GenerationRequest
  plan: Beat[]
  /** What the model would call it; null where it did not say. */
  title: string | null
  beat: number
  /** What was written so far, without the existing text that it continues. */
  text: string
  cursor: GenerationCursor
}

/** A generation in a list of the newest: enough to know it by. */
export interface BegunGeneration {
  id: string
  status: GenerationStatus
  /** The first characters of what was asked. */
  prompt: string
  /** ISO 8601. */
  startedAt: string
}

/** Where a reader is: a takeover starts a new epoch, the offset is in UTF-16 units of the new text. */
export interface GenerationCursor {
  epoch: number
  offset: number
}

export function formatCursor({ epoch, offset }: GenerationCursor): string {
  return `${epoch}.${offset}`
}

/** A cursor from a query or a `Last-Event-ID` header; null when it is not one. */
export function parseCursor(value: string | null): GenerationCursor | null {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(value ?? "")
  return match ? { epoch: Number(match[1]), offset: Number(match[2]) } : null
}

export function hasEnded(status: GenerationStatus): boolean {
  return status === "done" || status === "stopped" || status === "failed"
}
