import { clamp } from "#app/domain/clamp.ts"
import { FAILURE_BY_ERROR, isTransient, RETRIES_MAX } from "#app/server/writing/endpoint/retry.server.ts"
import { ENLARGEMENTS_MAX } from "#app/server/writing/endpoint/token-limit.server.ts"
import { isLastBeat, type WriterErrorKind } from "#app/server/writing/endpoint/writer.server.ts"
import { extendBeat, isBeatWritten, nextBeat } from "./beat-budget.server.ts"
import {
  type CallOutcome,
  canClose,
  isInBand,
  type TextLength,
  TOO_SHORT_UP_TO,
  type WritingState,
} from "./writing-state.server.ts"

const PROGRESS_MIN_CHARACTERS = 80
/** This many calls in a row without progress end the novel. */
const STALLED_MAX = 3
/** So often the same turn is asked again in a smaller prompt. */
const OVERFLOWS_MAX = 3
/** Ask a model that writes too little for more, at most six times, and one that writes too much for less. */
const DELIVERY_MIN = 1 / 6
const DELIVERY_MAX = 2.5

/** The state after a call: the one place that decides what follows it. */
export function afterCall(before: WritingState, outcome: CallOutcome, length: TextLength): WritingState {
  const state = learn(before, outcome, length)
  // A loop cut may remove text of earlier calls, so progress means more text than ever before.
  const hasProgressed = length.characters - before.reached >= PROGRESS_MIN_CHARACTERS
  const hasFailed = outcome.ended === "refused" || outcome.ended === "error"
  // The closing is an extra call: without it the text is still long enough.
  if (before.hasClosed && hasFailed && isInBand(length)) return { ...state, verdict: "finished" }
  switch (outcome.ended) {
    case "refused":
      return { ...state, verdict: "refused" }
    case "error":
      return afterError(state, outcome.error?.kind ?? "unreachable", hasProgressed, length)
    case "empty":
      if (isInBand(length) || state.purpose === "extend") return { ...state, verdict: "finished" }
      return enlarged(state) ?? { ...state, verdict: "empty" }
    case "foreign":
      return resume({ ...state, hasAskedForChinese: true })
    case "looped":
      return state.hasLooped ? moveOn(state, hasProgressed, length) : resume({ ...state, hasLooped: true })
    case "length":
      if (hasProgressed && !isBeatWritten(state, length)) return resume(state)
      return (!hasProgressed && enlarged(state)) || closeUnfinished(state, hasProgressed, length)
    case "full":
      return close(state, hasProgressed, length)
    default:
      return moveOn(state, hasProgressed, length)
  }
}

function learn(state: WritingState, outcome: CallOutcome, { characters }: TextLength): WritingState {
  const { ended, gained, asked, usage } = outcome
  // Thoughts and repetitions cost tokens too, so they raise the price of a gained character.
  const spent =
    usage && gained >= PROGRESS_MIN_CHARACTERS ? usage.outputTokens / gained : state.tokensPerCharacter
  return {
    ...state,
    overflows: outcome.error?.kind === "overflow" ? state.overflows : 0,
    reached: Math.max(state.reached, characters),
    stalled: characters - state.reached >= PROGRESS_MIN_CHARACTERS ? 0 : state.stalled,
    delivery: clamp(deliveryAfter(ended, gained / asked, state.delivery), DELIVERY_MIN, DELIVERY_MAX),
    tokensPerCharacter: clamp((state.tokensPerCharacter + spent) / 2, 0.7, 12),
  }
}

function afterError(
  state: WritingState,
  kind: WriterErrorKind,
  hasProgressed: boolean,
  length: TextLength,
): WritingState {
  if (kind === "overflow" && state.overflows < OVERFLOWS_MAX) {
    return { ...resume(state), overflows: state.overflows + 1 }
  }
  if (!isTransient(kind)) return { ...state, verdict: FAILURE_BY_ERROR[kind] }
  if (hasProgressed && isBeatWritten(state, length)) return closeUnfinished(state, true, length)
  const retries = hasProgressed ? 0 : state.retries
  if (retries < RETRIES_MAX) return resume({ ...state, retries: retries + 1 })
  return { ...state, verdict: isInBand(length) ? "finished" : FAILURE_BY_ERROR[kind] }
}

/** Asks for the same once more with a larger token limit; null when that was done often enough. */
function enlarged(state: WritingState): WritingState | null {
  const { enlargements } = state
  return enlargements < ENLARGEMENTS_MAX ? resume({ ...state, enlargements: enlargements + 1 }) : null
}

function resume(state: WritingState): WritingState {
  return { ...state, purpose: state.purpose === "extend" ? "extend" : "resume" }
}

/** Asks once for a short end where the last part was broken off within the band; moves on everywhere else. */
function close(state: WritingState, hasProgressed: boolean, length: TextLength): WritingState {
  const isBrokenOff = isLastBeat(state) && isInBand(length)
  if (!isBrokenOff || state.hasClosed || !canClose(length)) return moveOn(state, hasProgressed, length)
  return { ...state, purpose: "resume", hasClosed: true, retries: 0, enlargements: 0 }
}

/** A call that breaks off right after a sentence may have been whole: some endpoints give no reason for an end. */
function closeUnfinished(state: WritingState, hasProgressed: boolean, length: TextLength): WritingState {
  return (length.isFinished ? moveOn : close)(state, hasProgressed, length)
}

/** Never asks again without progress, so the missing characters bound the number of calls. */
function moveOn(before: WritingState, hasProgressed: boolean, length: TextLength): WritingState {
  const stalled = hasProgressed ? 0 : before.stalled + 1
  const state = { ...before, stalled, retries: 0, enlargements: 0 }
  if (stalled >= STALLED_MAX || (isLastBeat(state) && isInBand(length)))
    return { ...state, verdict: "finished" }
  if (isLastBeat(state)) return extendBeat(state, length)
  const isTooShort = length.characters - state.beganAt < state.budget * TOO_SHORT_UP_TO
  if (hasProgressed && isTooShort) return extendBeat(state, length)
  return nextBeat({ ...state, hasLooped: false }, hasProgressed, length)
}

function deliveryAfter(ended: CallOutcome["ended"], share: number, before: number): number {
  if (ended === "stop" || ended === "looped") return (before + share) / 2
  // The engine ended this answer, so the model would have written more.
  return ended === "full" ? Math.max(before, share) : before
}
