import { setTimeout as sleep } from "node:timers/promises"
import { clamp } from "#app/domain/clamp.ts"
import type { Beat, GenerationRequest, PromptScope } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { StoryMemory } from "#app/domain/story-memory.ts"
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
  type PlanTask,
  readAnswer,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import { isRefusal } from "#app/server/writing/filters/assistant-voice.server.ts"
import { BEATS_MIN, beatsToTarget, type ParsedPlan, readPlan } from "./parse-plan.server.ts"
import type { PlanDraft } from "./plan-draft.server.ts"

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
}

type PlanSetting = AnswerSetting & { context: ModelContext; memory: StoryMemory | null; draft: PlanDraft }

/**
 * Asks for a plan: again with larger limits when the token limit cut the answer off, and with a smaller prompt when
 * it was longer than the model's context. Its lines go into the draft as they come. A bad answer becomes the skeleton plan. Throws a `WriterError` when the
 * endpoint fails, also after retries.
 */
export async function makePlan(
  request: GenerationRequest,
  { backoffMs, ...setting }: PlanSetting & { backoffMs: number },
): Promise<Planned> {
  let overflows = 0
  for (let retry = 1; ; ) {
    try {
      return await askForPlan(request, setting)
    } catch (error) {
      if (!(error instanceof WriterError)) throw error
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

async function askForPlan(request: GenerationRequest, setting: PlanSetting): Promise<Planned> {
  const { context } = setting
  const { corrections } = context
  const first = await askOnce(request, setting)
  // The plan of a prompt that the endpoint has cut knows only a part of it, unless its counts were misread.
  const isOfCutPrompt = context.tokensOf(planMessages(request, first.scope)) > context.tokens
  const again = isOfCutPrompt ? await askOnce(request, setting) : null
  const { plan, scope } = again && context.corrections === corrections ? again : first
  const beats = beatsToTarget(plan.beats, scope.beatCount, targetCharacters(request.length))
  return { beats, head: plan.head, title: plan.title, scope }
}

async function askOnce(
  request: GenerationRequest,
  setting: PlanSetting,
): Promise<{ plan: ParsedPlan; scope: PromptScope }> {
  const { context, memory, draft } = setting
  const target = targetCharacters(request.length)
  const beatCount = beatCountFor(target, context.tokens)
  const tokens = beatCount * TOKENS_PER_BEAT + TOKENS_BESIDES
  const room = context.promptTokens(tokens)
  const scope = fittedScope(firstScope(request, beatCount, context, memory), {
    existing: request.existing,
    written: "",
    fits: (fitted) => context.tokensOf(planMessages(request, fitted)) <= room,
  })
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
      draft.take(answer, beatCount),
    )
    const plan = readPlan(text, beatCount)
    const isCutOff = finish === "length" && plan.beats === null
    if (isCutOff && enlargements < ENLARGEMENTS_MAX && maxTokens < most) continue
    if (plan.beats === null && isRefusal(text)) throw new WriterError("refused", "the model declined to plan")
    return { plan, scope }
  }
}

/** How many beats a novel of this length gets from a model with such a context. */
export function beatCountFor(targetCharacters: number, contextTokens = Number.POSITIVE_INFINITY): number {
  const isSmall = contextTokens <= SMALL_CONTEXT_TOKENS
  const charactersPerBeat = isSmall ? CHARACTERS_PER_SHORT_BEAT : CHARACTERS_PER_BEAT
  return clamp(Math.round(targetCharacters / charactersPerBeat), BEATS_MIN, BEATS_MAX)
}
