import { setTimeout as sleep } from "node:timers/promises"
import type {
  Beat,
  CardEdit,
  GenerationRequest,
  PromptScope,
  WritingEvent,
  WritingTurn,
} from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { Story } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import { firstScope } from "#app/server/writing/conversation/scope.server.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { FAILURE_BY_ERROR, isTransient, retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { type Writer, WriterError } from "#app/server/writing/endpoint/writer.server.ts"
import { type ThoughtHabit, UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { countedStyle } from "#app/server/writing/manner/style-notes.server.ts"
import type { MemorySetting } from "#app/server/writing/memory/ask-memory.server.ts"
import { MemoryKeeper } from "#app/server/writing/memory/memory-keeper.server.ts"
import { afterCall } from "#app/server/writing/pacing/after-call.server.ts"
import { beginWriting } from "#app/server/writing/pacing/beat-budget.server.ts"
import { type Conversation, endingLimits, nextTask } from "#app/server/writing/pacing/next-task.server.ts"
import { standingTurns, turnsAlong, withAnswer } from "#app/server/writing/pacing/turns.server.ts"
import {
  isInBand,
  longestInBand,
  type WritingState,
} from "#app/server/writing/pacing/writing-state.server.ts"
import { withBeatsToCome } from "#app/server/writing/plan/parse-plan.server.ts"
import { completePlan } from "#app/server/writing/plan/plan.server.ts"
import { Planning, type Prepared } from "#app/server/writing/plan/planning.server.ts"
import { isForeign } from "#app/server/writing/prose/language.server.ts"
import { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { lastSentence } from "#app/server/writing/prose/sentence-end.server.ts"
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
  /** False: this is the beginning of a plan that was still being made. */
  isPlanWhole?: boolean
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
  /** Takes out of a memory what may be neither kept nor sent; `known` has passed before. */
  checkMemory?: MemorySetting["check"]
  /** The writer has another model for the memory. */
  hasMemoryModel?: boolean
  /** What is known of the model's context; all novels of one endpoint share it. */
  context?: ModelContext
  /** Decides which names the plan is offered; the same lot gives the same. */
  lot?: string
  /** Whether the first part may begin beside the plan, as soon as its card is there. */
  startsEarly?: boolean
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
  const { startsEarly = !request.outlineFirst } = options
  const target = targetCharacters(request.length)
  const manuscript = new Manuscript({ existing: request.existing, written, target })
  const recorder = new Recorder(manuscript)
  const counted = recorder.watch(unwatched)
  const writer = context.watch(counted)
  const habit: ThoughtHabit = { ...UNKNOWN_HABIT }
  const timeLimit = AbortSignal.timeout(timeLimitMs)
  const limited = AbortSignal.any([signal, timeLimit])

  const setting = { writer, signal: limited, backoffMs, habit, context }
  const { memory: before = null, hasMemoryModel: isApart = false, checkMemory: check = noCheck } = options
  // The counts of another model say nothing of this one.
  const keeping = { ...setting, check, writer: isApart ? counted : writer }
  const keeper = new MemoryKeeper({ request, memory: before, written, isApart }, keeping)
  let planning: Planning | null = null
  let verdict: WritingState["verdict"] = "finished"
  try {
    await context.ready()
    yield* keeper.begin({ isPlanned: Boolean(options.plan?.length) })
    const { memory } = keeper
    let planned = plannedBefore(request, { ...options, memory }, context)
    if (planned === null) {
      planning = new Planning(request, { ...setting, memory, lot: options.lot ?? "" })
      planned = yield* planning.begin(startsEarly && !unwatched.answersOneCall && context.takesCallsTogether)
      yield { type: "plan", ...planned }
    }
    if (request.outlineFirst && !options.isApproved) return yield { type: "outlined" }
    const { beats, scope } = planned
    let conversation: Conversation = {
      turns: standingTurns(options.turns?.length ? options.turns : turnsAlong(beats, written), written),
      scope,
    }
    let state = beginWriting(allBeats(planned, target), manuscript, conversation.turns)
    if (!planned.isWhole && state.index > 0 && state.verdict === null) {
      planned = yield* wholePlan(request, planned, { ...setting, planning })
      state = beginWriting(planned.beats, manuscript, conversation.turns)
    }
    let announced = -1
    let { corrections } = context
    while (state.verdict === null && !limited.aborted) {
      if (state.index !== announced) yield { type: "beat", index: state.index }
      announced = state.index
      // What a misread count took out of the prompts comes back.
      if (context.corrections !== corrections) {
        const { beatCount, names } = conversation.scope
        const scope = { ...firstScope(request, beatCount, context, memory), names }
        conversation = { ...conversation, scope }
        corrections = context.corrections
      }
      const { beats: plan, head, title, style } = planned
      const story: Story = { request, plan, head, title, style }
      const edits = options.edits?.() ?? []
      const next = nextTask(state, manuscript, { story, conversation, context, habit, memory, edits })
      conversation = next.conversation
      yield { type: "turn", ...next.conversation }
      const { task } = next
      keeper.update(task, conversation)
      const wantsChinese = !state.hasAskedForChinese && !isForeign(manuscript.tail(LANGUAGE_UNITS))
      const rules = {
        limits: endingLimits(state, manuscript),
        reference: request.reference,
        habit,
        wantsChinese,
      }
      const beside = planned.isWhole ? null : planning
      const ends = beside ? AbortSignal.any([limited, beside.signal]) : limited
      const call = writeCall(task, { writer, manuscript, rules, signal: ends })
      const outcome = yield* beside ? beside.beside(call) : call
      conversation = {
        ...conversation,
        turns: withAnswer(conversation.turns, habit.writesBetweenMarks === true),
      }
      yield { type: "record", record: recorder.record() }
      if (limited.aborted) break
      if (!planned.isWhole && !hasFailed(afterCall(state, outcome, manuscript))) {
        planned = yield* wholePlan(request, planned, { ...setting, planning })
        state = { ...state, plan: planned.beats }
        // It may have been refused only because it came beside another call.
        if (planning && outcome.gained === 0 && outcome.error && isTransient(outcome.error.kind)) {
          if (outcome.error.kind === "busy") context.noteOneCall()
          continue
        }
      }
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
  } finally {
    planning?.end()
  }
  yield* keeper.end(verdict === "finished" && !signal.aborted)
  if (signal.aborted) yield { type: "record", record: recorder.record() }
  else yield* conclude(manuscript, recorder, verdict)
}

const noCheck: MemorySetting["check"] = async (memory) => memory

/** What the options hold of an earlier process's work; null when there is no plan yet. */
function plannedBefore(
  request: GenerationRequest,
  {
    plan: beats = [],
    isPlanWhole: isWhole = true,
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
    isWhole,
    head: [...head],
    title,
    style: style || countedStyle(request.reference),
    scope: scope ?? firstScope(request, beats.length, context, memory),
  }
}

/** What is left of a plan in the making, or the missing cards of one that broke off. */
async function* wholePlan(
  request: GenerationRequest,
  begun: Prepared,
  { planning, ...setting }: Parameters<typeof completePlan>[2] & { planning: Planning | null },
): AsyncGenerator<WritingEvent, Prepared> {
  const rest = planning && (yield* planning.rest())
  if (rest) return rest
  const planned = { ...(await completePlan(request, begun, setting)), style: begun.style }
  yield { type: "plan", ...planned }
  return planned
}

/** The beats to pace a novel by; of a plan that is still being made, those to come without a word. */
function allBeats({ beats, isWhole, scope }: Prepared, target: number): Beat[] {
  return isWhole ? beats : withBeatsToCome(beats, scope.beatCount, target)
}

function hasFailed({ verdict }: WritingState): boolean {
  return verdict !== null && verdict !== "finished"
}

/**
 * Ends a text that is long enough on its last sentence, and closes the quotations that its model left open there;
 * reports any other as `short`.
 */
function* conclude(
  manuscript: Manuscript,
  recorder: Recorder,
  verdict: Exclude<WritingState["verdict"], null>,
): Generator<WritingEvent> {
  if (verdict === "finished" && isInBand(manuscript)) {
    const { written, isFinished } = manuscript
    const last = isFinished ? null : lastSentence(written, longestInBand(manuscript))
    yield* manuscript.rewind((last?.text ?? written).length)
    yield* manuscript.append(last?.closing ?? "")
  }
  yield { type: "record", record: recorder.record() }
  if (verdict !== "finished") yield { type: "failed", failure: verdict }
  else yield isInBand(manuscript) ? { type: "done" } : { type: "failed", failure: "short" }
}
