import { extendBeat, nextBeat } from "./beat-budget.server.ts"
import {
  BEAT_IS_WRITTEN_FROM,
  type CallOutcome,
  type Course,
  FULL_FROM_SHARE,
  isInBand,
  isLast,
  TOO_SHORT_UP_TO,
  type Written,
} from "./course.server.ts"
import { clamp } from "./plan.server.ts"
import { FAILURE_OF, isPassing } from "./trouble.server.ts"
import type { WriterError } from "./writer.server.ts"

const RETRIES_MAX = 2
const PROGRESS_MIN_CHARACTERS = 80
/** So many calls in a row that brought nothing end the writing. */
const STALLED_MAX = 3
/** A model that writes less than is asked is asked for more, but never for more than six times as much. */
const DELIVERY_MIN = 1 / 6
const DELIVERY_MAX = 1.1

/** The one place that decides what follows a call. */
export function afterCall(before: Course, outcome: CallOutcome, written: Written): Course {
  const course = learn(before, outcome, written)
  // A loop is cut back into what earlier calls brought: what counts is to get further than ever before.
  const hasProgressed = written.characters - before.reached >= PROGRESS_MIN_CHARACTERS
  switch (outcome.ended) {
    case "refused":
      return { ...course, verdict: "refused" }
    case "trouble":
      return afterTrouble(course, outcome.error, hasProgressed, written)
    case "empty":
      if (isInBand(written) || course.purpose === "extend") return { ...course, verdict: "finished" }
      return course.needsLargerLimit ? { ...course, verdict: "empty" } : { ...course, needsLargerLimit: true }
    case "looped":
      return course.hasLooped
        ? moveOn(course, hasProgressed, written)
        : resume({ ...course, hasLooped: true })
    case "length":
      if (hasProgressed && !isBeatWritten(course, written)) return resume(course)
      if (!hasProgressed && !course.needsLargerLimit) return resume({ ...course, needsLargerLimit: true })
      return moveOn(course, hasProgressed, written)
    default:
      return moveOn(course, hasProgressed, written)
  }
}

function learn(course: Course, outcome: CallOutcome, { characters }: Written): Course {
  const { ended, gained, asked, usage } = outcome
  const delivered = deliveredBy(ended, gained / asked, course.delivery)
  // What was thought or repeated has to be paid for too, so it counts as the price of what was gained.
  const spent =
    usage && gained >= PROGRESS_MIN_CHARACTERS ? usage.outputTokens / gained : course.tokensPerCharacter
  return {
    ...course,
    reached: Math.max(course.reached, characters),
    stalled: characters - course.reached >= PROGRESS_MIN_CHARACTERS ? 0 : course.stalled,
    delivery: clamp((course.delivery + delivered) / 2, DELIVERY_MIN, DELIVERY_MAX),
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
  if (hasProgressed && isBeatWritten(course, written)) return moveOn(course, true, written)
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

/** Never asks again without progress, so the calls are bounded by the characters that are missing. */
function moveOn(before: Course, hasProgressed: boolean, written: Written): Course {
  const stalled = hasProgressed ? 0 : before.stalled + 1
  const course = { ...before, stalled, retries: 0, needsLargerLimit: false }
  if (stalled >= STALLED_MAX || (isLast(course) && isInBand(written)))
    return { ...course, verdict: "finished" }
  if (isLast(course)) return extendBeat(course, written)
  const isTooShort = written.characters - course.beganAt < course.budget * TOO_SHORT_UP_TO
  if (hasProgressed && isTooShort) return extendBeat(course, written)
  return nextBeat({ ...course, hasLooped: false }, hasProgressed, written)
}

function deliveredBy(ended: CallOutcome["ended"], share: number, before: number): number {
  if (ended === "stop" || ended === "looped") return share
  // It was ended here, so it would have written more.
  return ended === "full" ? Math.max(before, share) : before
}
