import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationRequest, PromptScope } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { toTitle } from "#app/domain/novel-title.ts"
import { firstCharacters, isLongerThan, normaliseText } from "#app/domain/text.ts"
import { planMessages } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import { firstScope, fittedScope } from "#app/server/writing/conversation/scope.server.ts"
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
import { SKELETON_BEATS, TITLE_LINE } from "#app/server/writing/prompts/plan-prompts.server.ts"

const CHARACTERS_PER_BEAT = 900
/** In a context up to this one, beats are shorter: the prompt needs the room. */
const SMALL_CONTEXT_TOKENS = 6_000
const CHARACTERS_PER_SHORT_BEAT = 600
const BEATS_MIN = 2
const BEATS_MAX = 17
/** Of a plan with more beats than were asked for, so many are kept. */
const BEATS_KEPT_MIN = 12
const SUMMARY_MAX_CHARS = 120
/** Limits of one beat's share relative to the average, so that no beat is a line and none a book. */
const SHARE_MIN = 0.4
const SHARE_MAX = 2.5
const TOKENS_PER_BEAT = 120
const TOKENS_FOR_THOUGHT = 1_000
/** So often the plan is asked for in a smaller prompt. */
const OVERFLOWS_MAX = 3

export interface Planned {
  beats: Beat[]
  title: string | null
  scope: PromptScope
}

type PlanSetting = AnswerSetting & { context: ModelContext }

/**
 * Asks for a plan: again with larger limits when the token limit cut the answer off, and with a smaller prompt when
 * it was longer than the model's context. A bad answer becomes the skeleton plan. Throws a `WriterError` when the
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
  const { text, scope } = again && context.corrections === corrections ? again : first
  const beats = parsePlan(text, scope.beatCount, targetCharacters(request.length))
  return { beats, title: findTitle(text), scope }
}

async function askOnce(
  request: GenerationRequest,
  setting: PlanSetting,
): Promise<{ text: string; scope: PromptScope }> {
  const { context } = setting
  const target = targetCharacters(request.length)
  const beatCount = beatCountFor(target, context.tokens)
  const tokens = beatCount * TOKENS_PER_BEAT + TOKENS_FOR_THOUGHT
  const room = context.promptTokens(tokens)
  const scope = fittedScope(firstScope(request, beatCount, context), {
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
    const { text, finish } = await readAnswer({ ...task, maxTokens }, setting)
    const hasBeats = beatsIn(text, beatCount) !== null
    const isCutOff = finish === "length" && !hasBeats
    if (isCutOff && enlargements < ENLARGEMENTS_MAX && maxTokens < most) continue
    if (!hasBeats && isRefusal(text)) throw new WriterError("refused", "the model declined to plan")
    return { text, scope }
  }
}

/** How many beats a novel of this length gets from a model with such a context. */
export function beatCountFor(targetCharacters: number, contextTokens = Number.POSITIVE_INFINITY): number {
  const isSmall = contextTokens <= SMALL_CONTEXT_TOKENS
  const charactersPerBeat = isSmall ? CHARACTERS_PER_SHORT_BEAT : CHARACTERS_PER_BEAT
  return clamp(Math.round(targetCharacters / charactersPerBeat), BEATS_MIN, BEATS_MAX)
}

/**
 * Parses a plan: one line per beat, its summary and its number of characters divided by a bar. Any
 * other answer becomes the skeleton plan in equal parts. The beats' characters sum to the target.
 */
export function parsePlan(answer: string, beatCount: number, targetCharacters: number): Beat[] {
  return normalise(beatsIn(answer, beatCount) ?? skeleton(beatCount), targetCharacters)
}

/** The title that the model gives the novel; null when it gives none, or a sentence. */
export function findTitle(answer: string): string | null {
  return (
    answer
      .split("\n")
      .map((line) => toTitle(TITLE_LINE.exec(line)?.[1] ?? ""))
      .find((title) => title !== null) ?? null
  )
}

/** The value nearest to `value` that is within the bounds. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

const LINE = /^(.+?)\s*[｜|]\D*?([\d,，]+)\D{0,6}$/u
const LIST_MARK = /^\s*(?:[-*•·>]+|[(（]?\d+[)）.．、:：]|\p{Script=Han}{1,3}[、.．])?\s*/u
const MARKUP = /[*`#]/g

function beatsIn(answer: string, beatCount: number): Beat[] | null {
  const beats = answer
    .split("\n")
    .filter((line) => !TITLE_LINE.test(line))
    .map(parseLine)
    .filter((beat) => beat !== null)
  const isPlan = beats.length >= Math.max(BEATS_MIN, beatCount / 2) && beats.length <= beatCount * 2
  return isPlan ? beats.slice(0, Math.max(BEATS_KEPT_MIN, beatCount)) : null
}

function parseLine(line: string): Beat | null {
  const match = LINE.exec(line.trim().replace(/^[｜|]\s*|\s*[｜|]$/gu, ""))
  const summary = normaliseText(match?.[1] ?? "")
    .replace(LIST_MARK, "")
    .replace(MARKUP, "")
    .trim()
  const characters = Number((match?.[2] ?? "").replace(/[,，]/g, ""))
  if (!isLongerThan(summary, 1) || !(characters > 0)) return null
  return { summary: firstCharacters(summary, SUMMARY_MAX_CHARS), characters }
}

function skeleton(beatCount: number): Beat[] {
  const left = Math.max(0, SKELETON_BEATS.length - beatCount)
  return SKELETON_BEATS.toSpliced(-1 - left, left).map((summary) => ({ summary, characters: 1 }))
}

function normalise(beats: Beat[], targetCharacters: number): Beat[] {
  const average = beats.reduce((sum, { characters }) => sum + characters, 0) / beats.length
  const weights = beats.map(({ characters }) => clamp(characters / average, SHARE_MIN, SHARE_MAX))
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)

  let assigned = 0
  let weightSoFar = 0
  return beats.map(({ summary }, index) => {
    weightSoFar += weights[index] ?? 0
    const end = Math.round((targetCharacters * weightSoFar) / weightSum)
    const characters = end - assigned
    assigned = end
    return { summary, characters }
  })
}
