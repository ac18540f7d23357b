import { setTimeout as sleep } from "node:timers/promises"
import type { Beat, GenerationFailure, GenerationRequest } from "../../domain/generation.ts"
import { targetCharacters } from "../../domain/novel-length.ts"
import { beatCountFor, parsePlan } from "./plan.server.ts"
import { planMessages } from "./plan-prompts.server.ts"
import { FAILURE_OF, isPassing, retryDelayMs } from "./trouble.server.ts"
import { type Writer, WriterError } from "./writer.server.ts"

const TOKENS_PER_BEAT = 120
const TOKENS_FOR_THOUGHT = 1_000
const RETRIES_MAX = 2

/** One call for a plan. A bad answer becomes the skeleton plan; only an endpoint that does not answer fails. */
export async function makePlan(
  request: GenerationRequest,
  { writer, signal, backoffMs }: { writer: Writer; signal: AbortSignal; backoffMs: number },
): Promise<Beat[] | GenerationFailure> {
  const target = targetCharacters(request.length)
  const beatCount = beatCountFor(target)
  for (let retry = 1; ; retry += 1) {
    try {
      return await askForPlan(request, beatCount, target, writer, signal)
    } catch (error) {
      if (!(error instanceof WriterError)) throw error
      const delayMs = retryDelayMs(error, retry, backoffMs)
      if (!isPassing(error.trouble) || retry > RETRIES_MAX || delayMs === null)
        return FAILURE_OF[error.trouble]
      await sleep(delayMs, undefined, { signal })
    }
  }
}

async function askForPlan(
  request: GenerationRequest,
  beatCount: number,
  target: number,
  writer: Writer,
  signal: AbortSignal,
): Promise<Beat[]> {
  const answer = writer.write(
    {
      kind: "plan",
      request,
      beatCount,
      targetCharacters: target,
      messages: planMessages(request, beatCount, target),
      maxTokens: beatCount * TOKENS_PER_BEAT + TOKENS_FOR_THOUGHT,
      frequencyPenalty: 0,
    },
    signal,
  )
  let lines = ""
  for await (const chunk of answer) {
    if (chunk.type === "text") lines += chunk.text
    else if (chunk.finish === "content-filter") throw new WriterError("refused", "the plan was filtered")
  }
  signal.throwIfAborted()
  return parsePlan(lines, beatCount, target)
}
