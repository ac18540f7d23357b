import { nextBeat, reopenLastBeat } from "./beat-budget.server.ts"
import {
  BEAT_IS_WRITTEN_FROM,
  type CallOutcome,
  type Course,
  FULL_FROM_SHARE,
  isInBand,
  isLast,
  type Written,
} from "./course.server.ts"
import { clamp } from "./plan.server.ts"
import { FAILURE_OF, isPassing } from "./trouble.server.ts"
import type { WriterError } from "./writer.server.ts"

const RETRIES_MAX = 2
const PROGRESS_MIN_CHARACTERS = 80

/** The one place that decides what follows a call. */
export function afterCall(before: Course, outcome: CallOutcome, written: Written): Course {
  const course = learn(before, outcome)
  const hasProgressed = outcome.gained >= PROGRESS_MIN_CHARACTERS
  switch (outcome.ended) {
    case "refused":
      return { ...course, verdict: "refused" }
    case "late":
      return { ...course, verdict: "finished" }
    case "trouble":
      return afterTrouble(course, outcome.error, hasProgressed, written)
    case "empty":
      if (isInBand(written) || course.reopened > 0) return { ...course, verdict: "finished" }
      return course.needsLargerLimit ? { ...course, verdict: "empty" } : { ...course, needsLargerLimit: true }
    case "looped":
      return course.hasLooped ? moveOn(course, false, written) : resume({ ...course, hasLooped: true })
    case "length":
      if (hasProgressed && !isBeatWritten(course, written)) return resume(course)
      if (!hasProgressed && !course.needsLargerLimit) return resume({ ...course, needsLargerLimit: true })
      return moveOn(course, hasProgressed, written)
    default:
      return moveOn(course, hasProgressed, written)
  }
}

function learn(course: Course, { ended, gained, asked, usage }: CallOutcome): Course {
  const delivered = ended === "stop" || ended === "full" ? gained / asked : course.delivery
  // What was thought or repeated has to be paid for too, so it counts as the price of what was gained.
  const spent =
    usage && gained >= PROGRESS_MIN_CHARACTERS ? usage.outputTokens / gained : course.tokensPerCharacter
  return {
    ...course,
    delivery: clamp((course.delivery + delivered) / 2, 0.5, 1.1),
    tokensPerCharacter: clamp((course.tokensPerCharacter + spent) / 2, 0.7, 12),
  }
}

function afterTrouble(
  course: Course,
  error: WriterError | null,
  hasProgressed: boolean,
  written: Written,
): Course {
  const trouble = error?.trouble ?? "unreachable"
  if (!isPassing(trouble)) return { ...course, verdict: FAILURE_OF[trouble] }
  const retries = hasProgressed ? 0 : course.retries
  if (retries < RETRIES_MAX) return resume({ ...course, retries: retries + 1 })
  return { ...course, verdict: isInBand(written) ? "finished" : FAILURE_OF[trouble] }
}

function resume(course: Course): Course {
  return { ...course, purpose: course.purpose === "extend" ? "extend" : "resume" }
}

function isBeatWritten(course: Course, { characters, target }: Written): boolean {
  if (isLast(course)) return characters >= target * FULL_FROM_SHARE
  return characters - course.beganAt >= course.budget * BEAT_IS_WRITTEN_FROM
}

function moveOn(course: Course, hasProgressed: boolean, written: Written): Course {
  const rested = { ...course, retries: 0, hasLooped: false, needsLargerLimit: false }
  if (!isLast(course)) return nextBeat(rested, hasProgressed, written)
  return isInBand(written) || !hasProgressed
    ? { ...rested, verdict: "finished" }
    : reopenLastBeat(rested, written)
}
