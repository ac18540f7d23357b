import type { Beat, GenerationFailure } from "../../domain/generation.ts"
import type { TokenUsage, WriterError } from "./writer.server.ts"

/** Shares of the target within which a novel has the length that was asked. */
export const BAND = { from: 0.92, to: 1.08 }
/** From this share on nothing more is asked for. */
export const FULL_FROM_SHARE = 0.98
/** From this share of its budget on a beat counts as written. */
export const BEAT_IS_WRITTEN_FROM = 0.9
/** Up to this share of its budget a beat is gone on with before the next one begins. */
export const TOO_SHORT_UP_TO = 0.6

/** Where the writing stands between two calls, and what was learnt from the calls before. */
export interface WritingState {
  plan: Beat[]
  index: number
  /** `extend`: the beat was written and the text is too short. */
  purpose: "begin" | "resume" | "extend"
  /** Characters that this beat is to have, and that were written when it began. */
  budget: number
  beganAt: number
  retries: number
  /** The most characters that there ever were. */
  reached: number
  /** Calls in a row that brought next to nothing. */
  stalled: number
  hasLooped: boolean
  needsLargerLimit: boolean
  /** Of what is asked, the share that this model writes. */
  delivery: number
  tokensPerCharacter: number
  verdict: "finished" | GenerationFailure | null
}

/** What one call came to. `full`: it was ended here, because its beat or the novel is long enough. */
export interface CallOutcome {
  ended: "stop" | "length" | "full" | "looped" | "empty" | "refused" | "error"
  /** Characters that the manuscript gained. */
  gained: number
  asked: number
  usage: TokenUsage | null
  error: WriterError | null
}

export interface TextLength {
  characters: number
  target: number
}

export function isLastBeat({ plan, index }: WritingState): boolean {
  return index === plan.length - 1
}

export function isInBand({ characters, target }: TextLength): boolean {
  return characters >= target * BAND.from
}
