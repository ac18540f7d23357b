import type { GenerationFailure } from "#app/domain/generation.ts"
import type { BeatOrder, TokenUsage, WriterError } from "#app/server/writing/endpoint/writer.server.ts"

/** Shares of the target within which a novel has the requested length. */
const BAND = { from: 0.92, to: 1.08 }
/** From this share of the target on, the engine asks for nothing more. */
export const FULL_FROM_SHARE = 0.98
/** With less room than this below the end of the band, a story is not asked to close any more, in characters. */
export const CLOSING_MIN_CHARACTERS = 80
/** From this share of its budget on, a beat counts as written. */
export const BEAT_IS_WRITTEN_FROM = 0.9
/** Up to this share of its budget, the engine extends a beat before it begins the next one. */
export const TOO_SHORT_UP_TO = 0.6

/** Where the novel stands between two calls, and what the earlier calls have shown of the model. */
export interface WritingState extends Pick<BeatOrder, "plan" | "index" | "purpose" | "hasLooped"> {
  /** Planned characters of this beat, and the length of the text when it began. */
  budget: number
  beganAt: number
  retries: number
  /** Prompts of this turn in a row that were longer than the model's context. */
  overflows: number
  /** The greatest length so far, in characters. */
  reached: number
  /** Calls in a row without progress. */
  stalled: number
  /** How often the token limit of this call was enlarged, because the last answers used it up without text. */
  enlargements: number
  /** Whether the story was broken off near its end and has been asked for a short closing. */
  hasClosed: boolean
  /** The model answered in another language, and was asked for Chinese once. */
  hasAskedForChinese: boolean
  /** The share of the requested characters that this model writes. */
  delivery: number
  tokensPerCharacter: number
  verdict: "finished" | GenerationFailure | null
}

/**
 * How one call ended. `full`: the engine ended it, because the beat or the novel is long enough. `foreign`:
 * it ended it, because the answer is not in Chinese.
 */
export interface CallOutcome {
  ended: "stop" | "length" | "full" | "looped" | "foreign" | "empty" | "refused" | "error"
  /** Characters that the manuscript gained, and that the call asked for. */
  gained: number
  asked: number
  usage: TokenUsage | null
  error: WriterError | null
}

/** In characters, as `countCharacters` counts them. */
export interface TextLength {
  characters: number
  target: number
  /** Whether the last sentence is finished. */
  isFinished: boolean
}

/** Whether nothing more needs to be written. */
export function isFull({ characters, target }: TextLength): boolean {
  return characters >= target * FULL_FROM_SHARE
}

/** The longest that a novel may be, in characters. */
export function longestInBand({ target }: TextLength): number {
  return Math.floor(target * BAND.to)
}

/** How far the text may grow, in characters. One less than the band, because a quotation may have to be closed. */
export function hardLimit(length: TextLength): number {
  return longestInBand(length) - 1
}

/** Whether there is room for a call that closes the story. */
export function canClose(length: TextLength): boolean {
  return hardLimit(length) - length.characters >= CLOSING_MIN_CHARACTERS
}

/** Whether the text is as long as the specification asks at the least. */
export function isInBand({ characters, target }: TextLength): boolean {
  return characters >= target * BAND.from
}
