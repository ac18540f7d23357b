import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationRequest, WritingEvent } from "../../domain/generation.ts"
import { targetCharacters } from "../../domain/novel-length.ts"
import { afterCall } from "./after-call.server.ts"
import { askFor, limitsFor } from "./ask.server.ts"
import { beginCourse } from "./beat-budget.server.ts"
import { beatMessages } from "./beat-prompts.server.ts"
import { type Course, isInBand, isLast } from "./course.server.ts"
import { makePlan } from "./make-plan.server.ts"
import { Manuscript } from "./manuscript.server.ts"
import { trimToSentence } from "./sentence-end.server.ts"
import { retryDelayMs } from "./trouble.server.ts"
import { writeCall } from "./write-call.server.ts"
import type { BeatTask, Writer } from "./writer.server.ts"

const MINUTE_MS = 60_000
const TIME_LIMIT_MS = 10 * MINUTE_MS
const BACKOFF_MS = 1_000
const PROMPT_TAIL_UNITS = 1_500
const PENALTY_AFTER_LOOP = 0.6

export interface WritingOptions {
  writer: Writer
  signal: AbortSignal
  /** Text of this same generation that is already stored: the writing goes on from it. */
  written?: string
  /** The plan that this generation already has. */
  plan?: Beat[]
  /** Wait before the first retry; three times as long before the next. */
  backoffMs?: number
  timeLimitMs?: number
}

/**
 * Writes a novel, or goes on with one, to 0.92-1.08 of the length that is asked. Yields a plan (unless
 * one is given), then beats and text that a reader may see as it comes; `rewind` offsets count from the
 * start of the new text, `written` included. Ends with one `done` or `failed`, or with nothing when the
 * signal aborts. Trouble of the endpoint never throws.
 */
export async function* writeNovel(
  request: GenerationRequest,
  { writer, signal, written = "", plan: given, ...pace }: WritingOptions,
): AsyncGenerator<WritingEvent, void> {
  const { backoffMs = BACKOFF_MS, timeLimitMs = TIME_LIMIT_MS } = pace
  const target = targetCharacters(request.length)
  const manuscript = new Manuscript({ existing: request.existing, written, target })
  const timeLimit = AbortSignal.timeout(timeLimitMs)
  const limited = AbortSignal.any([signal, timeLimit])

  try {
    const plan = given?.length ? given : await makePlan(request, { writer, signal: limited, backoffMs })
    if (typeof plan === "string") return yield { type: "failed", failure: plan }
    if (!given?.length) yield { type: "plan", beats: plan }

    let course = beginCourse(plan, manuscript)
    let announced = -1
    while (course.verdict === null) {
      if (course.index !== announced) yield { type: "beat", index: course.index }
      announced = course.index
      const task = nextTask(request, course, manuscript)
      const limits = limitsFor(course, manuscript)
      const outcome = yield* writeCall(task, { writer, manuscript, limits, signal: limited })
      if (limited.aborted) break
      course = afterCall(course, outcome, manuscript)
      if (course.verdict !== null || outcome.ended !== "trouble") continue
      const delayMs = retryDelayMs(outcome.error, course.retries, backoffMs)
      if (delayMs === null) course = { ...course, verdict: "busy" }
      else await sleep(delayMs, undefined, { signal: limited })
    }
    if (!signal.aborted) yield* conclude(manuscript, course.verdict ?? "finished")
  } catch (error) {
    if (signal.aborted) return
    if (!timeLimit.aborted) throw error
    yield* conclude(manuscript, "finished")
  }
}

function nextTask(request: GenerationRequest, course: Course, manuscript: Manuscript): BeatTask {
  const { plan, index, purpose, hasLooped } = course
  const { written } = manuscript
  const { characters, maxTokens } = askFor(course, manuscript)
  const messages = beatMessages({
    request,
    plan,
    index,
    isLast: isLast(course),
    characters,
    tail: manuscript.tail(PROMPT_TAIL_UNITS),
    hasWritten: written !== "",
    purpose,
    hasLooped,
  })
  const frequencyPenalty = hasLooped ? PENALTY_AFTER_LOOP : 0
  const isLastBeat = isLast(course)
  return {
    kind: "beat",
    request,
    plan,
    index,
    isLast: isLastBeat,
    characters,
    written,
    messages,
    maxTokens,
    frequencyPenalty,
  }
}

/** A text that is long enough ends on a finished sentence; one that is not is named short. */
function* conclude(manuscript: Manuscript, verdict: Course["verdict"]): Generator<WritingEvent> {
  if (verdict !== null && verdict !== "finished") return yield { type: "failed", failure: verdict }
  const finished = trimToSentence(manuscript.written)
  const ends = manuscript.isFinished || finished === "" ? manuscript.written.length : finished.length
  if (isInBand(manuscript) && ends < manuscript.written.length) {
    manuscript.rewind(ends)
    yield { type: "rewind", to: ends }
  }
  yield isInBand(manuscript) ? { type: "done" } : { type: "failed", failure: "short" }
}
