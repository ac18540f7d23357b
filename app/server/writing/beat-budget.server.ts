import type { Beat } from "../../domain/generation.ts"
import { clamp } from "./plan.server.ts"
import {
  BEAT_IS_WRITTEN_FROM,
  FULL_FROM_SHARE,
  isLastBeat,
  type TextLength,
  type WritingState,
} from "./writing-state.server.ts"

const BEAT_SHARE_MIN = 0.6
const BEAT_SHARE_MAX = 1.6
/** With no more than this much of the last beat left, the beats before it are skipped: a story must end. */
const SKIP_TO_LAST_UP_TO = 1.2

/** Begins with the first beat, or with the one that a text of so many characters already stands in. */
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

/** The beat after this one; the last at once when little is left; a longer middle when much is left. */
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

/** The beat was written and is too short: what is missing of it is asked for. */
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

/** A beat's share of what is left, within reason of what was planned; the last one gets all of it. */
function beginBeat(state: WritingState, { characters, target }: TextLength): WritingState {
  const rest = state.plan.slice(state.index)
  const planned = rest[0]?.characters ?? 0
  const share = ((target - characters) * planned) / rest.reduce((sum, beat) => sum + beat.characters, 0)
  const budget =
    rest.length === 1 ? target - characters : clamp(share, planned * BEAT_SHARE_MIN, planned * BEAT_SHARE_MAX)
  return { ...state, purpose: "begin", budget, beganAt: characters }
}
