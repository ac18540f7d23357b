import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationRequest } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { toTitle } from "#app/domain/novel-title.ts"
import { firstCharacters, isLongerThan, normaliseText } from "#app/domain/text.ts"
import { retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { ENLARGEMENTS_MAX, tokenLimit } from "#app/server/writing/endpoint/token-limit.server.ts"
import {
  type AnswerSetting,
  type PlanTask,
  readAnswer,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import { isRefusal } from "#app/server/writing/filters/assistant-voice.server.ts"
import { planMessages, SKELETON_BEATS, TITLE_LINE } from "#app/server/writing/prompts/plan-prompts.server.ts"

const CHARACTERS_PER_BEAT = 900
const BEATS_MIN = 2
const BEATS_MAX = 12
const SUMMARY_MAX_CHARS = 120
/** Limits of one beat's share relative to the average, so that no beat is a line and none a book. */
const SHARE_MIN = 0.4
const SHARE_MAX = 2.5
const TOKENS_PER_BEAT = 120
const TOKENS_FOR_THOUGHT = 1_000

export interface Planned {
  beats: Beat[]
  title: string | null
}

/**
 * Asks for a plan, and again with larger limits when the token limit cut the answer off. A bad answer
 * becomes the skeleton plan. Throws a `WriterError` when the endpoint fails, also after retries.
 */
export async function makePlan(
  request: GenerationRequest,
  { backoffMs, ...setting }: AnswerSetting & { backoffMs: number },
): Promise<Planned> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await askForPlan(request, setting)
    } catch (error) {
      const delayMs = error instanceof WriterError ? retryDelayMs(error, retry, backoffMs) : null
      if (delayMs === null) throw error
      await sleep(delayMs, undefined, { signal: setting.signal })
    }
  }
}

async function askForPlan(request: GenerationRequest, setting: AnswerSetting): Promise<Planned> {
  const target = targetCharacters(request.length)
  const beatCount = beatCountFor(target)
  const task: Omit<PlanTask, "maxTokens"> = {
    kind: "plan",
    request,
    beatCount,
    messages: planMessages(request, beatCount),
    frequencyPenalty: 0,
  }
  for (let enlargements = setting.habit.thinks ? 1 : 0; ; enlargements += 1) {
    const maxTokens = tokenLimit(beatCount * TOKENS_PER_BEAT + TOKENS_FOR_THOUGHT, enlargements)
    const { text, finish } = await readAnswer({ ...task, maxTokens }, setting)
    const hasBeats = beatsIn(text, beatCount) !== null
    if (finish === "length" && !hasBeats && enlargements < ENLARGEMENTS_MAX) continue
    if (!hasBeats && isRefusal(text)) throw new WriterError("refused", "the model declined to plan")
    return { beats: parsePlan(text, beatCount, target), title: findTitle(text) }
  }
}

/** How many beats a novel of this length gets. */
export function beatCountFor(targetCharacters: number): number {
  return clamp(Math.round(targetCharacters / CHARACTERS_PER_BEAT), BEATS_MIN, BEATS_MAX)
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
  return isPlan ? beats.slice(0, BEATS_MAX) : null
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
