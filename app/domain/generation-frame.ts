import type { Beat, GenerationFailure, PlanLine, ReadingProgress } from "./generation.ts"

/**
 * What the server sends to a generation's reader, in order. Each frame is one server-sent event of that name, but for a
 * reader who asks for `BARE_TEXT`.
 */
export type GenerationFrame =
  /** Before there is a plan: how far the engine has read the continued text. */
  | ({ type: "reading" } & ReadingProgress)
  /** Lines of a plan that is still being made. The reader drops its lines from `at` on and adds these. */
  | { type: "draft"; at: number; lines: PlanLine[] }
  /** The whole plan, in place of those lines. */
  | { type: "plan"; beats: Beat[]; head: string[]; title: string | null }
  | { type: "beat"; index: number }
  /** `at` is the offset of `text` in UTF-16 units, so applying a frame twice is harmless. */
  | { type: "text"; at: number; text: string }
  /** The reader drops everything from `at` on: the server withdrew it or lost it. */
  | { type: "reset"; at: number }
  /** The model has given no text for so long, and readers count on by themselves; null: no longer. */
  | { type: "thinking"; seconds: number | null }
  | { type: "heartbeat" }
  /** This reader has no such generation, or it has expired. Reconnecting would not help. */
  | { type: "gone" }
  | GenerationEnd

/** The last frame. A stream that closes without one was interrupted, so the reader reconnects. */
export type GenerationEnd =
  | { type: "done" }
  | { type: "stopped" }
  | { type: "paused" }
  | { type: "outlined" }
  | { type: "failed"; failure: GenerationFailure }

export const FRAME_TYPES = [
  "reading",
  "draft",
  "plan",
  "beat",
  "text",
  "reset",
  "thinking",
  "heartbeat",
  "gone",
  "done",
  "stopped",
  "paused",
  "outlined",
  "failed",
] as const satisfies readonly GenerationFrame["type"][]

/**
 * The query parameter by which a reader takes text also as events without name, id or JSON. Such an event goes on where
 * the last frame of its connection ended. Without it, as for pages of an earlier build, each text is a frame.
 */
export const BARE_TEXT = "bare"
