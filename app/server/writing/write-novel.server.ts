import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationRequest, WritingEvent } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { FAILURE_BY_ERROR, retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { type AnswerSetting, type Writer, WriterError } from "#app/server/writing/endpoint/writer.server.ts"
import { type ThoughtHabit, UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { countedStyle, makeStyleNotes } from "#app/server/writing/manner/style-notes.server.ts"
import { afterCall } from "#app/server/writing/pacing/after-call.server.ts"
import { beginWriting } from "#app/server/writing/pacing/beat-budget.server.ts"
import { endingLimits, nextTask } from "#app/server/writing/pacing/next-task.server.ts"
import { isInBand, type WritingState } from "#app/server/writing/pacing/writing-state.server.ts"
import { makePlan } from "#app/server/writing/plan/plan.server.ts"
import { isForeign } from "#app/server/writing/prose/language.server.ts"
import { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { Recorder } from "./recorder.server.ts"
import { writeCall } from "./write-call.server.ts"

const MINUTE_MS = 60_000
/** Twelve calls of a model that thinks for two minutes before each answer. */
const TIME_LIMIT_MS = 30 * MINUTE_MS
const BACKOFF_MS = 1_000
/** The language of a text shows in its last so many UTF-16 units. */
const LANGUAGE_UNITS = 1_500

export interface WritingOptions {
  writer: Writer
  signal: AbortSignal
  /** Text of this generation that is already stored; the engine goes on from it. */
  written?: string
  /** The plan that this generation already has, and its notes on the style of the reference. */
  plan?: Beat[]
  style?: string
  /** How long to wait before the first retry; the wait before the second is three times as long. */
  backoffMs?: number
  timeLimitMs?: number
}

/**
 * Writes a novel, or continues one, to 0.92-1.08 of the requested length. Yields a plan (unless the
 * options hold one), then beats and text that readers may see at once, and a record after every call.
 * `rewind` offsets are UTF-16 units from the start of the new text, `written` included. The last event
 * is one `done` or `failed`, or a record when the signal aborts. Errors of the endpoint never throw.
 */
export async function* writeNovel(
  request: GenerationRequest,
  { writer: unwatched, signal, written = "", plan: given = [], style: known = "", ...pace }: WritingOptions,
): AsyncGenerator<WritingEvent, void> {
  const { backoffMs = BACKOFF_MS, timeLimitMs = TIME_LIMIT_MS } = pace
  const target = targetCharacters(request.length)
  const manuscript = new Manuscript({ existing: request.existing, written, target })
  const recorder = new Recorder(manuscript)
  const writer = recorder.watch(unwatched)
  const habit: ThoughtHabit = { ...UNKNOWN_HABIT }
  const timeLimit = AbortSignal.timeout(timeLimitMs)
  const limited = AbortSignal.any([signal, timeLimit])

  let verdict: WritingState["verdict"] = "finished"
  try {
    const { beats, title, style } =
      given.length > 0
        ? { beats: given, title: null, style: known || countedStyle(request.reference) }
        : await prepare(request, { writer, signal: limited, backoffMs, habit })
    if (given.length === 0) yield { type: "plan", beats, title, style }

    let state = beginWriting(beats, manuscript)
    let announced = -1
    while (state.verdict === null && !limited.aborted) {
      if (state.index !== announced) yield { type: "beat", index: state.index }
      announced = state.index
      const task = nextTask(state, manuscript, { request, style, habit })
      const wantsChinese = !state.hasAskedForChinese && !isForeign(manuscript.tail(LANGUAGE_UNITS))
      const rules = {
        limits: endingLimits(state, manuscript),
        reference: request.reference,
        habit,
        wantsChinese,
      }
      const outcome = yield* writeCall(task, { writer, manuscript, rules, signal: limited })
      yield { type: "record", record: recorder.record() }
      if (limited.aborted) break
      state = afterCall(state, outcome, manuscript)
      if (state.verdict !== null || outcome.ended !== "error" || outcome.error === null) continue
      const delayMs = retryDelayMs(outcome.error, state.retries, backoffMs)
      if (delayMs === null) state = { ...state, verdict: isInBand(manuscript) ? "finished" : "busy" }
      else {
        yield { type: "retry", delayMs }
        await sleep(delayMs, undefined, { signal: limited })
      }
    }
    verdict = state.verdict ?? "finished"
  } catch (error) {
    if (error instanceof WriterError) verdict = FAILURE_BY_ERROR[error.kind]
    else if (!limited.aborted) throw error
  }
  if (signal.aborted) yield { type: "record", record: recorder.record() }
  else yield* conclude(manuscript, recorder, verdict)
}

/** Makes the plan and the notes on the reference at the same time. Throws a `WriterError` when there is no plan. */
async function prepare(request: GenerationRequest, setting: AnswerSetting & { backoffMs: number }) {
  const failed = new AbortController()
  const signal = AbortSignal.any([setting.signal, failed.signal])
  const notes = makeStyleNotes(request.reference, { ...setting, signal })
  try {
    return { ...(await makePlan(request, setting)), style: await notes }
  } catch (error) {
    failed.abort()
    await notes
    throw error
  }
}

/** Ends a text that is long enough on a finished sentence; reports any other as `short`. */
function* conclude(
  manuscript: Manuscript,
  recorder: Recorder,
  verdict: Exclude<WritingState["verdict"], null>,
): Generator<WritingEvent> {
  const finished = trimToSentence(manuscript.written)
  const ends = manuscript.isFinished || finished === "" ? manuscript.written.length : finished.length
  if (verdict === "finished" && isInBand(manuscript)) yield* manuscript.rewind(ends)
  yield { type: "record", record: recorder.record() }
  if (verdict !== "finished") yield { type: "failed", failure: verdict }
  else yield isInBand(manuscript) ? { type: "done" } : { type: "failed", failure: "short" }
}
