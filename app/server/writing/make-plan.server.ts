import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationFailure, GenerationRequest } from "../../domain/generation.ts"
import { targetCharacters } from "../../domain/novel-length.ts"
import { beatCountFor, findTitle, isPlan, lacksThoughtOpening, parsePlan } from "./plan.server.ts"
import { planMessages } from "./plan-prompts.server.ts"
import { readAnswer } from "./read-answer.server.ts"
import { FAILURE_OF, isPassing, retryDelayMs } from "./trouble.server.ts"
import { type PlanTask, type Writer, WriterError } from "./writer.server.ts"

const TOKENS_PER_BEAT = 120
const TOKENS_FOR_THOUGHT = 1_000
const LARGER_LIMIT_FACTOR = 4
const RETRIES_MAX = 2

export interface Planned {
  beats: Beat[]
  title: string | null
  /** The endpoint thinks aloud and swallows the tag that opens the thought. */
  lacksThoughtOpening: boolean
}

/**
 * One call for a plan, a second one where the limit cut the first off before there was a plan. A bad
 * answer becomes the skeleton plan; only an endpoint that does not answer fails.
 */
export async function makePlan(
  request: GenerationRequest,
  { writer, signal, backoffMs }: { writer: Writer; signal: AbortSignal; backoffMs: number },
): Promise<Planned | GenerationFailure> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await askForPlan(request, writer, signal)
    } catch (error) {
      if (!(error instanceof WriterError)) throw error
      const delayMs = retryDelayMs(error, retry, backoffMs)
      if (!isPassing(error.trouble) || retry > RETRIES_MAX || delayMs === null)
        return FAILURE_OF[error.trouble]
      await sleep(delayMs, undefined, { signal })
    }
  }
}

async function askForPlan(request: GenerationRequest, writer: Writer, signal: AbortSignal): Promise<Planned> {
  const target = targetCharacters(request.length)
  const beatCount = beatCountFor(target)
  const task: PlanTask = {
    kind: "plan",
    request,
    beatCount,
    targetCharacters: target,
    messages: planMessages(request, beatCount, target),
    maxTokens: beatCount * TOKENS_PER_BEAT + TOKENS_FOR_THOUGHT,
    frequencyPenalty: 0,
  }
  const first = await readAnswer(task, writer, signal)
  const isCutOff = first.finish === "length" && !isPlan(first.text, beatCount)
  const larger = { ...task, maxTokens: task.maxTokens * LARGER_LIMIT_FACTOR }
  const { text } = isCutOff ? await readAnswer(larger, writer, signal) : first
  return {
    beats: parsePlan(text, beatCount, target),
    title: findTitle(text),
    lacksThoughtOpening: lacksThoughtOpening(text),
  }
}
