import type { Beat } from "../../domain/generation.ts"
import { BEAT_IS_WRITTEN_FROM, type Course, FULL_FROM_SHARE, isLast, type Written } from "./course.server.ts"
import { clamp } from "./plan.server.ts"

const BEAT_SHARE_MIN = 0.6
const BEAT_SHARE_MAX = 1.6
/** With no more than this much of the last beat left, the beats before it are skipped: a story must end. */
const SKIP_TO_LAST_UP_TO = 1.2

/** Begins with the first beat, or with the one that a text of so many characters already stands in. */
export function beginCourse(plan: Beat[], written: Written): Course {
  const course = { ...untried(plan), reached: written.characters }
  if (written.characters >= written.target * FULL_FROM_SHARE) return { ...course, verdict: "finished" }
  let start = 0
  for (const [index, { characters }] of course.plan.entries()) {
    if (index === course.plan.length - 1 || written.characters < start + characters * BEAT_IS_WRITTEN_FROM) {
      if (written.characters <= start) return enter({ ...course, index }, written)
      return { ...course, index, purpose: "resume", budget: characters, beganAt: start }
    }
    start += characters
  }
  return course
}

/** The beat after this one; the last at once when little is left; a longer middle when much is left. */
export function nextBeat(course: Course, hasProgressed: boolean, written: Written): Course {
  const left = written.target - written.characters
  if (written.characters >= written.target * FULL_FROM_SHARE) return { ...course, verdict: "finished" }

  const last = course.plan.length - 1
  const planned = course.plan[last]?.characters ?? 0
  const index = left <= planned * SKIP_TO_LAST_UP_TO ? last : course.index + 1
  const isTooEarlyToEnd = index === last && left > planned * BEAT_SHARE_MAX
  if (!isTooEarlyToEnd || !hasProgressed) return enter({ ...course, index }, written)
  return { ...course, purpose: "extend", beganAt: written.characters, budget: left - planned }
}

/** The beat was written and is too short: what is missing of it is asked for. */
export function extendBeat(course: Course, { characters, target }: Written): Course {
  const missing = isLast(course) ? target - characters : course.beganAt + course.budget - characters
  return { ...course, purpose: "extend", beganAt: characters, budget: missing }
}

function untried(plan: Beat[]): Course {
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
function enter(course: Course, { characters, target }: Written): Course {
  const rest = course.plan.slice(course.index)
  const planned = rest[0]?.characters ?? 0
  const share = ((target - characters) * planned) / rest.reduce((sum, beat) => sum + beat.characters, 0)
  const budget =
    rest.length === 1 ? target - characters : clamp(share, planned * BEAT_SHARE_MIN, planned * BEAT_SHARE_MAX)
  return { ...course, purpose: "begin", budget, beganAt: characters }
}
