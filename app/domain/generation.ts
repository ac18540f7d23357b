import { type ContentLevel, highestLevel } from "./content-level.ts"
import type { NovelLength } from "./novel-length.ts"

/** What a visitor asks the engine to write; a validated form or API call. */
export interface GenerationRequest {
  prompt: string
  contentLevel: ContentLevel
  length: NovelLength
  /** A text whose manner is imitated; empty when there is none. */
  reference: string
  /** A text to go on from; empty for a new novel. The new text is written after it. */
  existing: string
  /** The level of that text: the whole is never rated lower. */
  existingLevel: ContentLevel
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

/** Why a generation ended with less than was asked. Each is kept with the text that was written. */
export const GENERATION_FAILURES = [
  "refused",
  "unauthorized",
  "busy",
  "unreachable",
  "empty",
  "banned",
  "short",
  "internal",
] as const
export type GenerationFailure = (typeof GENERATION_FAILURES)[number]

export const GENERATION_STATUSES = ["running", "paused", "done", "stopped", "failed"] as const
export type GenerationStatus = (typeof GENERATION_STATUSES)[number]

/** What the engine says while it writes. Offsets are UTF-16 units of the new text. */
export type WritingEvent =
  | { type: "plan"; beats: Beat[] }
  | { type: "beat"; index: number }
  | { type: "text"; text: string }
  /** Text from this offset on is withdrawn. */
  | { type: "rewind"; to: number }
  | { type: "done" }
  | { type: "failed"; failure: GenerationFailure }

/** A generation as a page or a download needs it. */
export interface GenerationSnapshot {
  id: string
  status: GenerationStatus
  failure: GenerationFailure | null
  request: GenerationRequest
  plan: Beat[]
  beat: number
  /** What was written so far, without the existing text that it continues. */
  text: string
  cursor: GenerationCursor
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
