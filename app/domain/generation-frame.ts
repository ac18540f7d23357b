import type { Beat, GenerationFailure } from "./generation.ts"

/** What a reader of a generation is sent, in order. Each is one server-sent event of that name. */
export type GenerationFrame =
  | { type: "plan"; beats: Beat[]; title: string | null }
  | { type: "beat"; index: number }
  /** `text` stands at `at`; applying a frame twice is harmless. */
  | { type: "text"; at: number; text: string }
  /** What a reader holds from `at` on is withdrawn or was lost: go on from there. */
  | { type: "reset"; at: number }
  | { type: "heartbeat" }
  /** There is no such generation for this reader (any more): coming back would not help. */
  | { type: "gone" }
  | GenerationEnd

/** The last frame. A stream that closes without one was dropped, not finished. */
export type GenerationEnd =
  | { type: "done" }
  | { type: "stopped" }
  | { type: "paused" }
  | { type: "failed"; failure: GenerationFailure }

export const FRAME_TYPES = [
  "plan",
  "beat",
  "text",
  "reset",
  "heartbeat",
  "gone",
  "done",
  "stopped",
  "paused",
  "failed",
] as const satisfies readonly GenerationFrame["type"][]
