import { clamp } from "#app/domain/clamp.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { Beat, WritingTurn } from "#app/domain/generation.ts"
import { isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import {
  BEAT_IS_WRITTEN_FROM,
  canClose,
  isFull,
  type TextLength,
  type WritingState,
} from "./writing-state.server.ts"

const BEAT_SHARE_MIN = 0.6
const BEAT_SHARE_MAX = 1.6
/** When no more than this share of the last beat is left, skip to it, because a story must end. */
const SKIP_TO_LAST_UP_TO = 1.2

/**
 * The state before the first call: at the first beat, or where the stored turns and text have arrived. Of the turns,
 * only those that stand beside the text may be given.
 */
export function beginWriting(
  plan: Beat[],
  length: TextLength & { written: string },
  turns: readonly WritingTurn[],
): WritingState {
  const { written } = length
  const last = turns.at(-1)
  const state: WritingState = {
    plan,
    index: last?.beat ?? 0,
    purpose: "begin",
    budget: last?.needed ?? 0,
    beganAt: last ? countCharacters(written.slice(0, last.at)) : 0,
    retries: 0,
    overflows: 0,
    reached: length.characters,
    stalled: 0,
    hasLooped: false,
    enlargements: 0,
    hasClosed: isFull(length),
    hasAskedForChinese: false,
    delivery: 1,
    tokensPerCharacter: 1,
    verdict: null,
  }
  if (isFull(length)) {
    // A text that is long enough but breaks off inside a sentence has not come to its end.
    if (length.isFinished || !canClose(length)) return { ...state, verdict: "finished" }
    return { ...state, index: plan.length - 1, purpose: "resume" }
  }
  if (!last) return beginBeat(state, length)
  if (last.at === written.length) return { ...state, purpose: last.purpose, hasLooped: last.hasLooped }
  if (isBeatWritten(state, length)) return nextBeat(state, true, length)
  return { ...state, purpose: last.purpose === "extend" ? "extend" : "resume" }
}

/** Whether the beat has reached its length; of the last one, whether the novel has. */
export function isBeatWritten(state: WritingState, length: TextLength): boolean {
  if (isLastBeat(state)) return isFull(length)
  return length.characters - state.beganAt >= state.budget * BEAT_IS_WRITTEN_FROM
}

/** Moves to the next beat: to the last one when little is left; extends this one when much is left before the last. */
export function nextBeat(state: WritingState, hasProgressed: boolean, length: TextLength): WritingState {
  const last = state.plan.length - 1
  if (isFull(length)) {
    if (!canClose(length)) return { ...state, verdict: "finished" }
    return beginBeat({ ...state, index: last, hasClosed: true }, length)
  }

  const left = length.target - length.characters
  const planned = state.plan[last]?.characters ?? 0
  const index = left <= planned * SKIP_TO_LAST_UP_TO ? last : state.index + 1
  const isTooEarlyToEnd = index === last && left > planned * BEAT_SHARE_MAX
  if (!isTooEarlyToEnd || !hasProgressed) return beginBeat({ ...state, index }, length)
  return { ...state, purpose: "extend", beganAt: length.characters, budget: left - planned }
}

/** Asks for the rest of a beat that is written but too short. */
export function extendBeat(state: WritingState, { characters, target }: TextLength): WritingState {
  const missing = isLastBeat(state) ? target - characters : state.beganAt + state.budget - characters
  return { ...state, purpose: "extend", beganAt: characters, budget: missing }
}

/** Gives a beat its share of what is left, within limits of its plan; the last beat gets all of it. */
function beginBeat(state: WritingState, { characters, target }: TextLength): WritingState {
  const rest = state.plan.slice(state.index)
  const planned = rest[0]?.characters ?? 0
  const share = ((target - characters) * planned) / rest.reduce((sum, beat) => sum + beat.characters, 0)
  const budget =
    rest.length === 1 ? target - characters : clamp(share, planned * BEAT_SHARE_MIN, planned * BEAT_SHARE_MAX)
  return { ...state, purpose: "begin", budget, beganAt: characters }
}
