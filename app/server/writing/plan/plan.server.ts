import { setTimeout as sleep } from "node:timers/promises"
import { clamp } from "#app/domain/clamp.ts"
import type { Beat, GenerationRequest, PromptScope } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { planMessages } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import {
  firstScope,
  fittedScope,
  SMALL_CONTEXT_TOKENS,
} from "#app/server/writing/conversation/scope.server.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { ENLARGEMENTS_MAX, tokenLimit } from "#app/server/writing/endpoint/token-limit.server.ts"
import {
  type AnswerSetting,
  type ChatMessage,
  type PlanTask,
  readAnswer,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import { isRefusal } from "#app/server/writing/filters/assistant-voice.server.ts"
import { planLines, restAsk } from "#app/server/writing/prompts/plan-prompts.server.ts"
import { isForeign } from "#app/server/writing/prose/language.server.ts"
import { drawNames } from "./names.server.ts"
import {
  BEATS_MIN,
  beatsToTarget,
  isEnough,
  type ParsedPlan,
  readCards,
  readPlan,
  withRest,
  withSkeleton,
} from "./parse-plan.server.ts"
import type { Opening, PlanDraft } from "./plan-draft.server.ts"

const CHARACTERS_PER_BEAT = 1_200
const CHARACTERS_PER_SHORT_BEAT = 600
const BEATS_MAX = 17
const TOKENS_PER_BEAT = 160
/** People, places and the rest of the head, and a short thought. */
const TOKENS_BESIDES = 1_600
/** So often the plan is asked for in a smaller prompt. */
const OVERFLOWS_MAX = 3

export interface Planned {
  beats: Beat[]
  /** People, places, manner, plants and ending, a line each; empty if the plan has none. */
  head: string[]
  title: string | null
  scope: PromptScope
  /** False: only the first cards of a plan that is still being made. */
  isWhole: boolean
}

type CallSetting = AnswerSetting & { context: ModelContext; backoffMs: number }
/** `lot` decides which names are offered to the model. */
export type PlanSetting = CallSetting & { memory: StoryMemory | null; draft: PlanDraft; lot: string }

/**
 * Asks for a plan: again with larger limits when the token limit cut the answer off, and with a smaller prompt when
 * it was longer than the model's context. Its lines go into the draft as they come. A bad answer becomes the skeleton
 * plan. Throws a `WriterError` when the endpoint fails, also after retries. Once the draft's opening is kept, nothing
 * is asked again: null when the answer brought no more than that.
 */
export async function makePlan(
  request: GenerationRequest,
  { backoffMs, ...setting }: PlanSetting,
): Promise<Planned | null> {
  let overflows = 0
  for (let retry = 1; ; ) {
    try {
      return await askForPlan(request, setting)
    } catch (error) {
      if (!(error instanceof WriterError)) throw error
      if (setting.draft.kept && error.kind !== "refused") return null
      if (error.kind === "overflow" && overflows < OVERFLOWS_MAX) {
        overflows += 1
        continue
      }
      const delayMs = retryDelayMs(error, retry, backoffMs)
      if (delayMs === null) throw error
      retry += 1
      await sleep(delayMs, undefined, { signal: setting.signal })
    }
  }
}

type AskSetting = Omit<PlanSetting, "backoffMs">

async function askForPlan(request: GenerationRequest, setting: AskSetting): Promise<Planned | null> {
  const { context, draft } = setting
  const { corrections } = context
  const target = targetCharacters(request.length)
  const first = await askOnce(request, setting)
  if (draft.kept) return continuedPlan(draft.kept, first, target)
  // The plan of a prompt that the endpoint has cut knows only a part of it, unless its counts were misread.
  const isOfCutPrompt = context.tokensOf(planMessages(request, first.scope)) > context.tokens
  if (isOfCutPrompt) draft.awaitEnd()
  const again = isOfCutPrompt ? await askOnce(request, setting) : null
  const { plan, scope } = again && context.corrections === corrections ? again : first
  const beats = beatsToTarget(plan.beats, scope.beatCount, target)
  return { beats, head: plan.head, title: plan.title, scope, isWhole: true }
}

interface Answered {
  plan: ParsedPlan
  scope: PromptScope
  text: string
  /** The token limit ended the answer. */
  isCut: boolean
}

/** The plan that an answer brings to the opening with which it began; null when it brings too little, or another one. */
function continuedPlan(kept: Opening, { plan, text, isCut }: Answered, target: number): Planned | null {
  const { scope } = kept
  const cards = readCards(text, scope.beatCount)
  const begins = kept.beats.every(({ summary, stop }, at) => {
    return cards[at]?.summary === summary && cards[at]?.stop === stop
  })
  const isPlan = isEnough(cards, scope.beatCount)
  if (!begins || (isCut && !isPlan)) return null
  const beats = isPlan
    ? beatsToTarget(cards, scope.beatCount, target)
    : withSkeleton(kept.beats, scope.beatCount, target)
  return { beats, head: plan.head, title: plan.title ?? kept.title, scope, isWhole: true }
}

/**
 * Asks for the cards that are missing of a plan, of which only the beginning has come. Those that do not come become
 * the rest of the skeleton plan. Throws a `WriterError` only when the model declines.
 */
export async function completePlan(
  request: GenerationRequest,
  begun: Planned,
  { backoffMs, ...setting }: CallSetting,
): Promise<Planned> {
  const { beatCount } = begun.scope
  const target = targetCharacters(request.length)
  for (let retry = 1; ; retry += 1) {
    try {
      const rest = await askForRest(request, begun, setting)
      const isPlan = isEnough([...begun.beats, ...rest], beatCount)
      const beats = isPlan
        ? withRest(begun.beats, rest, target)
        : withSkeleton(begun.beats, beatCount, target)
      return { ...begun, beats, isWhole: true }
    } catch (error) {
      if (!(error instanceof WriterError) || error.kind === "refused") throw error
      const delayMs = retryDelayMs(error, retry, backoffMs)
      if (delayMs === null) {
        return { ...begun, beats: withSkeleton(begun.beats, beatCount, target), isWhole: true }
      }
      await sleep(delayMs, undefined, { signal: setting.signal })
    }
  }
}

async function askForRest(
  request: GenerationRequest,
  { beats, head, title, scope }: Planned,
  setting: Omit<CallSetting, "backoffMs">,
): Promise<Beat[]> {
  const { context, habit } = setting
  const missing = scope.beatCount - beats.length
  const messages: ChatMessage[] = [
    ...planMessages(request, scope),
    { role: "assistant", content: planLines({ plan: beats, head, title }) },
    { role: "user", content: restAsk(beats, scope.beatCount, targetCharacters(request.length)) },
  ]
  const tokens = missing * TOKENS_PER_BEAT + TOKENS_BESIDES
  const most = context.answerTokens(messages)
  const maxTokens = Math.min(tokenLimit(tokens, habit.thinks ? 1 : 0), most)
  const task = {
    kind: "plan",
    request,
    beatCount: missing,
    messages,
    maxTokens,
    frequencyPenalty: 0,
  } as const
  const { text } = await readAnswer(task, setting)
  const cards = readCards(text, scope.beatCount)
  if (cards.length === 0 && isRefusal(text)) throw new WriterError("refused", "the model declined to plan")
  // Some models begin with the cards that they were told to leave out.
  const known = new Set(beats.map(({ summary }) => summary))
  return cards.filter(({ summary }) => !known.has(summary)).slice(0, missing)
}

async function askOnce(request: GenerationRequest, setting: AskSetting): Promise<Answered> {
  const { context, memory, draft, lot } = setting
  const target = targetCharacters(request.length)
  const beatCount = beatCountFor(target, context.tokens)
  const tokens = beatCount * TOKENS_PER_BEAT + TOKENS_BESIDES
  const room = context.promptTokens(tokens)
  // A continued text has its people, and an English wish is for people with English names.
  const names = request.existing === "" && !isForeign(request.prompt) ? drawNames(lot) : []
  const scope = fittedScope(
    { ...firstScope(request, beatCount, context, memory), names },
    {
      existing: request.existing,
      written: "",
      fits: (fitted) => context.tokensOf(planMessages(request, fitted)) <= room,
    },
  )
  const task: Omit<PlanTask, "maxTokens"> = {
    kind: "plan",
    request,
    beatCount,
    messages: planMessages(request, scope),
    frequencyPenalty: 0,
  }
  const most = context.answerTokens(task.messages)
  for (let enlargements = setting.habit.thinks ? 1 : 0; ; enlargements += 1) {
    const maxTokens = Math.min(tokenLimit(tokens, enlargements), most)
    const { text, finish } = await readAnswer({ ...task, maxTokens }, setting, (answer) =>
      draft.take(answer, scope),
    )
    const plan = readPlan(text, beatCount)
    const isCut = finish === "length"
    if (draft.kept) return { plan, scope, text, isCut }
    const isCutOff = isCut && plan.beats === null
    if (isCutOff && enlargements < ENLARGEMENTS_MAX && maxTokens < most) continue
    if (plan.beats === null && isRefusal(text)) throw new WriterError("refused", "the model declined to plan")
    return { plan, scope, text, isCut }
  }
}

/** How many beats a novel of this length gets from a model with such a context. */
export function beatCountFor(targetCharacters: number, contextTokens = Number.POSITIVE_INFINITY): number {
  const isSmall = contextTokens <= SMALL_CONTEXT_TOKENS
  const charactersPerBeat = isSmall ? CHARACTERS_PER_SHORT_BEAT : CHARACTERS_PER_BEAT
  return clamp(Math.round(targetCharacters / charactersPerBeat), BEATS_MIN, BEATS_MAX)
}
