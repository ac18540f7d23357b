import { setTimeout as sleep } from "node:timers/promises"
import type {
  Beat,
  CardEdit,
  GenerationRequest,
  PromptScope,
  WritingEvent,
  WritingTurn,
} from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { joinStory } from "#app/domain/story.ts"
import type { StoryMemory } from "#app/domain/story-memory.ts"
import type { Story } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import { firstScope } from "#app/server/writing/conversation/scope.server.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { FAILURE_BY_ERROR, retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import {
  type AnswerSetting,
  isLastBeat,
  type Writer,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import { type ThoughtHabit, UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { countedStyle, makeStyleNotes } from "#app/server/writing/manner/style-notes.server.ts"
import { MemoryKeeper } from "#app/server/writing/memory/memory-keeper.server.ts"
import { afterCall } from "#app/server/writing/pacing/after-call.server.ts"
import { beginWriting } from "#app/server/writing/pacing/beat-budget.server.ts"
import { type Conversation, endingLimits, nextTask } from "#app/server/writing/pacing/next-task.server.ts"
import { standingTurns, turnsAlong, withAnswer } from "#app/server/writing/pacing/turns.server.ts"
import { isInBand, type WritingState } from "#app/server/writing/pacing/writing-state.server.ts"
import { makePlan, type Planned } from "#app/server/writing/plan/plan.server.ts"
import { PlanDraft } from "#app/server/writing/plan/plan-draft.server.ts"
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
  head?: readonly string[]
  title?: string | null
  style?: string
  /** The author has seen this plan: a request for an outline first is written no further without that. */
  isApproved?: boolean
  /** The author has had a plan before, and wants another one. */
  hasFormer?: boolean
  /** The cards that their author has changed since, as they are at this moment. */
  edits?: () => readonly CardEdit[]
  /** Its turns so far, and what of the story their prompts showed; rows of an older version have neither. */
  turns?: readonly WritingTurn[]
  scope?: PromptScope | null
  /** What is known of the story; null if its caller keeps no memory, so that none is asked for. */
  memory?: StoryMemory | null
  /** What is known of the model's context; all novels of one endpoint share it. */
  context?: ModelContext
  /** How long to wait before the first retry; the wait before the second is three times as long. */
  backoffMs?: number
  timeLimitMs?: number
}

/**
 * Writes a novel, or continues one, to 0.92-1.08 of the requested length. Yields drafts of a plan and the plan (unless
 * the options hold one), then beats and text that readers may see at once, and a record after every call.
 * `rewind` offsets are UTF-16 units from the start of the new text, `written` included. The last event
 * is one `done`, `failed` or `outlined`, or a record when the signal aborts. Errors of the endpoint never throw.
 */
export async function* writeNovel(
  asked: GenerationRequest,
  { writer: unwatched, signal, written = "", context = new ModelContext(), ...options }: WritingOptions,
): AsyncGenerator<WritingEvent, void> {
  const { backoffMs = BACKOFF_MS, timeLimitMs = TIME_LIMIT_MS } = options
  const request = options.hasFormer ? { ...asked, rewrites: asked.rewrites ?? "" } : asked
  const target = targetCharacters(request.length)
  const manuscript = new Manuscript({ existing: request.existing, written, target })
  const recorder = new Recorder(manuscript)
  const writer = context.watch(recorder.watch(unwatched))
  const habit: ThoughtHabit = { ...UNKNOWN_HABIT }
  const timeLimit = AbortSignal.timeout(timeLimitMs)
  const limited = AbortSignal.any([signal, timeLimit])

  const keeper = new MemoryKeeper(options.memory ?? null, request, joinStory(request.existing, written))
  let verdict: WritingState["verdict"] = "finished"
  try {
    await context.ready()
    const known = plannedBefore(request, { ...options, memory: keeper.memory }, context)
    const setting = { writer, signal: limited, backoffMs, habit, context }
    if (!known) yield* keeper.read(setting)
    const { memory } = keeper
    const planned = known ?? (yield* prepare(request, { ...setting, memory }))
    if (!known) yield { type: "plan", ...planned }
    if (request.outlineFirst && !options.isApproved) return yield { type: "outlined" }

    const { beats: plan, head, title, style } = planned
    const story: Story = { request, plan, head, title, style }
    let conversation: Conversation = {
      turns: standingTurns(options.turns?.length ? options.turns : turnsAlong(plan, written), written),
      scope: planned.scope,
    }
    let state = beginWriting(plan, manuscript, conversation.turns)
    let announced = -1
    let { corrections } = context
    while (state.verdict === null && !limited.aborted) {
      if (state.index !== announced) yield { type: "beat", index: state.index }
      announced = state.index
      // What a misread count took out of the prompts comes back.
      if (context.corrections !== corrections) {
        const scope = firstScope(request, conversation.scope.beatCount, context, memory)
        conversation = { ...conversation, scope }
        corrections = context.corrections
      }
      const next = nextTask(state, manuscript, {
        story,
        conversation,
        context,
        habit,
        memory,
        edits: options.edits?.() ?? [],
      })
      conversation = next.conversation
      yield { type: "turn", ...next.conversation }
      const { task } = next
      if (isLastBeat(task)) keeper.update({ task, ...next.conversation }, setting)
      const wantsChinese = !state.hasAskedForChinese && !isForeign(manuscript.tail(LANGUAGE_UNITS))
      const rules = {
        limits: endingLimits(state, manuscript),
        reference: request.reference,
        habit,
        wantsChinese,
      }
      const outcome = yield* writeCall(task, { writer, manuscript, rules, signal: limited })
      conversation = {
        ...conversation,
        turns: withAnswer(conversation.turns, habit.writesBetweenMarks === true),
      }
      yield { type: "record", record: recorder.record() }
      if (limited.aborted) break
      state = afterCall(state, outcome, manuscript)
      if (state.verdict !== null || outcome.ended !== "error" || outcome.error === null) continue
      if (outcome.error.kind === "overflow") continue
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
  yield* keeper.end(verdict === "finished" && !signal.aborted)
  if (signal.aborted) yield { type: "record", record: recorder.record() }
  else yield* conclude(manuscript, recorder, verdict)
}

interface Prepared extends Planned {
  style: string
}

/** What the options hold of an earlier process's work; null when there is no plan yet. */
function plannedBefore(
  request: GenerationRequest,
  {
    plan: beats = [],
    head = [],
    title = null,
    style = "",
    scope = null,
    memory = null,
  }: Partial<WritingOptions>,
  context: ModelContext,
): Prepared | null {
  if (beats.length === 0) return null
  if (scope) context.recall(scope)
  return {
    beats,
    head: [...head],
    title,
    style: style || countedStyle(request.reference),
    scope: scope ?? firstScope(request, beats.length, context, memory),
  }
}

type PrepareSetting = AnswerSetting & {
  backoffMs: number
  context: ModelContext
  memory: StoryMemory | null
}

/**
 * Makes the plan and the notes on the reference, and yields drafts of the plan meanwhile. Throws a `WriterError` when
 * there is no plan.
 */
async function* prepare(
  request: GenerationRequest,
  setting: PrepareSetting,
): AsyncGenerator<WritingEvent, Prepared> {
  const draft = new PlanDraft()
  const prepared = planAndNotes(request, { ...setting, draft })
  yield* draft.until(prepared)
  return await prepared
}

/** Makes the plan and the notes at the same time. */
async function planAndNotes(
  request: GenerationRequest,
  setting: PrepareSetting & { draft: PlanDraft },
): Promise<Prepared> {
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
