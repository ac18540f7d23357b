import { extendBeat, nextBeat } from "./beat-budget.server.ts"
import { clamp } from "./plan.server.ts"
import { FAILURE_BY_ERROR, isTransient } from "./retry.server.ts"
import type { WriterError } from "./writer.server.ts"
import {
  BEAT_IS_WRITTEN_FROM,
  type CallOutcome,
  FULL_FROM_SHARE,
  isInBand,
  isLastBeat,
  type TextLength,
  TOO_SHORT_UP_TO,
  type WritingState,
} from "./writing-state.server.ts"

const RETRIES_MAX = 2
const PROGRESS_MIN_CHARACTERS = 80
/** So many calls in a row that brought nothing end the writing. */
const STALLED_MAX = 3
/** A model that writes less than is asked is asked for more, but never for more than six times as much. */
const DELIVERY_MIN = 1 / 6
const DELIVERY_MAX = 1.1

/** The one place that decides what follows a call. */
export function afterCall(before: WritingState, outcome: CallOutcome, length: TextLength): WritingState {
  const state = learn(before, outcome, length)
  // A loop is cut back into what earlier calls brought: what counts is to get further than ever before.
  const hasProgressed = length.characters - before.reached >= PROGRESS_MIN_CHARACTERS
  switch (outcome.ended) {
    case "refused":
      return { ...state, verdict: "refused" }
    case "error":
      return afterError(state, outcome.error, hasProgressed, length)
    case "empty":
      if (isInBand(length) || state.purpose === "extend") return { ...state, verdict: "finished" }
      return state.needsLargerLimit ? { ...state, verdict: "empty" } : { ...state, needsLargerLimit: true }
    case "looped":
      return state.hasLooped ? moveOn(state, hasProgressed, length) : resume({ ...state, hasLooped: true })
    case "length":
      if (hasProgressed && !isBeatWritten(state, length)) return resume(state)
      if (!hasProgressed && !state.needsLargerLimit) return resume({ ...state, needsLargerLimit: true })
      return moveOn(state, hasProgressed, length)
    default:
      return moveOn(state, hasProgressed, length)
  }
}

function learn(state: WritingState, outcome: CallOutcome, { characters }: TextLength): WritingState {
  const { ended, gained, asked, usage } = outcome
  const delivered = deliveredBy(ended, gained / asked, state.delivery)
  // What was thought or repeated has to be paid for too, so it counts as the price of what was gained.
  const spent =
    usage && gained >= PROGRESS_MIN_CHARACTERS ? usage.outputTokens / gained : state.tokensPerCharacter
  return {
    ...state,
    reached: Math.max(state.reached, characters),
    stalled: characters - state.reached >= PROGRESS_MIN_CHARACTERS ? 0 : state.stalled,
    delivery: clamp((state.delivery + delivered) / 2, DELIVERY_MIN, DELIVERY_MAX),
    tokensPerCharacter: clamp((state.tokensPerCharacter + spent) / 2, 0.7, 12),
  }
}

function afterError(
  state: WritingState,
  error: WriterError | null,
  hasProgressed: boolean,
  length: TextLength,
): WritingState {
  const kind = error?.kind ?? "unreachable"
  if (!isTransient(kind)) return { ...state, verdict: FAILURE_BY_ERROR[kind] }
  if (hasProgressed && isBeatWritten(state, length)) return moveOn(state, true, length)
  const retries = hasProgressed ? 0 : state.retries
  if (retries < RETRIES_MAX) return resume({ ...state, retries: retries + 1 })
  return { ...state, verdict: isInBand(length) ? "finished" : FAILURE_BY_ERROR[kind] }
}

function resume(state: WritingState): WritingState {
  return { ...state, purpose: state.purpose === "extend" ? "extend" : "resume" }
}

function isBeatWritten(state: WritingState, { characters, target }: TextLength): boolean {
  if (isLastBeat(state)) return characters >= target * FULL_FROM_SHARE
  return characters - state.beganAt >= state.budget * BEAT_IS_WRITTEN_FROM
}

/** Never asks again without progress, so the calls are bounded by the characters that are missing. */
function moveOn(before: WritingState, hasProgressed: boolean, length: TextLength): WritingState {
  const stalled = hasProgressed ? 0 : before.stalled + 1
  const state = { ...before, stalled, retries: 0, needsLargerLimit: false }
  if (stalled >= STALLED_MAX || (isLastBeat(state) && isInBand(length)))
    return { ...state, verdict: "finished" }
  if (isLastBeat(state)) return extendBeat(state, length)
  const isTooShort = length.characters - state.beganAt < state.budget * TOO_SHORT_UP_TO
  if (hasProgressed && isTooShort) return extendBeat(state, length)
  return nextBeat({ ...state, hasLooped: false }, hasProgressed, length)
}

function deliveredBy(ended: CallOutcome["ended"], share: number, before: number): number {
  if (ended === "stop" || ended === "looped") return share
  // It was ended here, so it would have written more.
  return ended === "full" ? Math.max(before, share) : before
}
