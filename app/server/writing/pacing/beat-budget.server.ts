import type { Beat } from "#app/domain/generation.ts"
import { isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import { clamp } from "#app/server/writing/plan/plan.server.ts"
import {
  BEAT_IS_WRITTEN_FROM,
  FULL_FROM_SHARE,
  type TextLength,
  type WritingState,
} from "./writing-state.server.ts"

const BEAT_SHARE_MIN = 0.6
const BEAT_SHARE_MAX = 1.6
/** When no more than this share of the last beat is left, skip to it, because a story must end. */
const SKIP_TO_LAST_UP_TO = 1.2

/** The state before the first call: at the first beat, or at the one that the stored text has reached. */
export function beginWriting(plan: Beat[], length: TextLength): WritingState {
  const state = { ...untried(plan), reached: length.characters }
  if (length.characters >= length.target * FULL_FROM_SHARE) return { ...state, verdict: "finished" }
  let start = 0
  for (const [index, { characters }] of state.plan.entries()) {
    if (index === state.plan.length - 1 || length.characters < start + characters * BEAT_IS_WRITTEN_FROM) {
      if (length.characters <= start) return beginBeat({ ...state, index }, length)
      return { ...state, index, purpose: "resume", budget: characters, beganAt: start }
    }
    start += characters
  }
  return state
}

/** Moves to the next beat: to the last one when little is left; extends this one when much is left before the last. */
export function nextBeat(state: WritingState, hasProgressed: boolean, length: TextLength): WritingState {
  const left = length.target - length.characters
  if (length.characters >= length.target * FULL_FROM_SHARE) return { ...state, verdict: "finished" }

  const last = state.plan.length - 1
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

function untried(plan: Beat[]): WritingState {
  return {
    plan,
    index: 0,
    purpose: "begin",
    budget: 0,
    beganAt: 0,
    retries: 0,
    reached: 0,
    stalled: 0,
    hasLooped: false,
    needsLargerLimit: false,
    delivery: 1,
    tokensPerCharacter: 1,
    verdict: null,
  }
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
