import type { BackendLine } from "./backend-line.ts"
import type { Measurable } from "./processes.ts"
import { type Pace, type PacedUpstream, UPSTREAM_FAILURES } from "./upstream.ts"

/** What the rows with a database share. */
export interface Setting {
  upstream: PacedUpstream
  line: BackendLine
  start(): Promise<Measurable>
}

export const END_PATIENCE_MS = 45_000

export const STEADY: Pace = { tokensPerSecond: 400, thinkMs: 20 }
const FAST: Pace = { tokensPerSecond: 1_000, thinkMs: 20 }
export const SLOW: Pace = { tokensPerSecond: 50, thinkMs: 20 }

/** Numbers of stories, by what is done to them. */
export const STORY = {
  submit: 1_000,
  relayed: 1_500,
  kill: 2_000,
  term: 3_000,
  double: 4_000,
  cancel: 5_000,
  leak: 6_000,
  page: 7_000,
}
export const FAILING_STORY = 8_000

/** The pace of a call for text, counted from 0; null refuses the call for good. */
export function paceOf(story: number, call: number): Pace | null {
  if (story >= FAILING_STORY) {
    const kind = UPSTREAM_FAILURES[story - FAILING_STORY]
    return call === 0 && kind ? { ...FAST, failure: { kind, afterTokens: 100 } } : FAST
  }
  if (story >= STORY.page) return FAST
  if (story >= STORY.cancel) return SLOW
  if (story >= STORY.kill) return STEADY
  return call === 0 ? { ...FAST, tokens: 2 } : null
}
