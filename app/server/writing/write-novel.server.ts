import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationRequest, WritingEvent } from "../../domain/generation.ts"
import { targetCharacters } from "../../domain/novel-length.ts"
import { afterCall } from "./after-call.server.ts"
import { beginWriting } from "./beat-budget.server.ts"
import { Manuscript } from "./manuscript.server.ts"
import { endingLimits, nextTask } from "./next-task.server.ts"
import { preparedBefore, prepareNovel } from "./prepare-novel.server.ts"
import { Recorder } from "./recorder.server.ts"
import { retryDelayMs } from "./retry.server.ts"
import { trimToSentence } from "./sentence-end.server.ts"
import type { ThoughtHabit } from "./think-filter.server.ts"
import { writeCall } from "./write-call.server.ts"
import type { Writer } from "./writer.server.ts"
import { isInBand, type WritingState } from "./writing-state.server.ts"

const MINUTE_MS = 60_000
const TIME_LIMIT_MS = 10 * MINUTE_MS
const BACKOFF_MS = 1_000

export interface WritingOptions {
  writer: Writer
  signal: AbortSignal
  /** Text of this same generation that is already stored: the writing goes on from it. */
  written?: string
  /** The plan that this generation already has, and its notes on the reference. */
  plan?: Beat[]
  style?: string
  /** Wait before the first retry; three times as long before the next. */
  backoffMs?: number
  timeLimitMs?: number
}

/**
 * Writes a novel, or goes on with one, to 0.92-1.08 of the length that is asked. Yields a plan (unless
 * one is given), then beats and text that a reader may see as it comes, and a record after every call;
 * `rewind` offsets count from the start of the new text, `written` included. Ends with one `done` or
 * `failed`, or with a record when the signal aborts. Trouble of the endpoint never throws.
 */
export async function* writeNovel(
  request: GenerationRequest,
  { writer: unwatched, signal, written = "", plan: given = [], style: known = "", ...pace }: WritingOptions,
): AsyncGenerator<WritingEvent, void> {
  const { backoffMs = BACKOFF_MS, timeLimitMs = TIME_LIMIT_MS } = pace
  const target = targetCharacters(request.length)
  const manuscript = new Manuscript({ existing: request.existing, written, target })
  const recorder = new Recorder({ asked: target, from: manuscript.characters })
  const writer = recorder.watch(unwatched)
  const habit: ThoughtHabit = { swallowsOpening: null }
  const timeLimit = AbortSignal.timeout(timeLimitMs)
  const limited = AbortSignal.any([signal, timeLimit])

  let verdict: WritingState["verdict"] = "finished"
  try {
    const prepared =
      given.length > 0
        ? preparedBefore(request, given, known)
        : await prepareNovel(request, { writer, signal: limited, backoffMs, habit })
    if (typeof prepared === "string") return yield* conclude(manuscript, recorder, prepared)
    const { beats, title, style } = prepared
    if (given.length === 0) yield { type: "plan", beats, title, style }

    let state = beginWriting(beats, manuscript)
    let announced = -1
    while (state.verdict === null && !limited.aborted) {
      if (state.index !== announced) yield { type: "beat", index: state.index }
      announced = state.index
      const task = nextTask(state, manuscript, { request, style, habit })
      const rules = { limits: endingLimits(state, manuscript), reference: request.reference, habit }
      const outcome = yield* writeCall(task, { writer, manuscript, rules, signal: limited })
      yield { type: "record", record: recorder.record(manuscript.characters) }
      if (limited.aborted) break
      state = afterCall(state, outcome, manuscript)
      if (state.verdict !== null || outcome.ended !== "error") continue
      const delayMs = retryDelayMs(outcome.error, state.retries, backoffMs)
      if (delayMs === null) state = { ...state, verdict: "busy" }
      else await sleep(delayMs, undefined, { signal: limited })
    }
    verdict = state.verdict ?? "finished"
  } catch (error) {
    if (!limited.aborted) throw error
  }
  if (signal.aborted) yield { type: "record", record: recorder.record(manuscript.characters) }
  else yield* conclude(manuscript, recorder, verdict)
}

/** A text that is long enough ends on a finished sentence; one that is not is named short. */
function* conclude(
  manuscript: Manuscript,
  recorder: Recorder,
  verdict: Exclude<WritingState["verdict"], null>,
): Generator<WritingEvent> {
  const finished = trimToSentence(manuscript.written)
  const ends = manuscript.isFinished || finished === "" ? manuscript.written.length : finished.length
  if (verdict === "finished" && isInBand(manuscript) && ends < manuscript.written.length) {
    manuscript.rewind(ends)
    yield { type: "rewind", to: ends }
  }
  yield { type: "record", record: recorder.record(manuscript.characters) }
  if (verdict !== "finished") yield { type: "failed", failure: verdict }
  else yield isInBand(manuscript) ? { type: "done" } : { type: "failed", failure: "short" }
}
