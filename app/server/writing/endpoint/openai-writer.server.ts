import OpenAI from "openai"
import { askContext } from "./ask-context.server.ts"
import type { ModelContext } from "./model-context.server.ts"
import { chatCall, type Rejectable, rejectedBy } from "./openai-dialect.server.ts"
import { toWriterError } from "./openai-errors.server.ts"
import { readCompletion } from "./read-completion.server.ts"
import { type Writer, WriterError, type WritingTask } from "./writer.server.ts"

const SECOND_MS = 1_000
const IDLE_TIMEOUT_MS = 30 * SECOND_MS
const CALL_TIMEOUT_MS = 600 * SECOND_MS
/** Readers get a frame this often, so reading more often would only cost processor time. */
const READ_EVERY_MS = 100

export interface OpenAIWriterOptions {
  apiKey: string
  /** URL of the endpoint; undefined for OpenAI itself. */
  baseURL?: string | undefined
  model: string
  /** The writer gives a call up when no byte has arrived for this long. */
  idleTimeoutMs?: number
  readEveryMs?: number
  /** Told what the endpoint says of its model, which it is asked once. */
  context?: ModelContext
}

/** Creates a writer for any endpoint with OpenAI's streamed chat completions. */
export function createOpenAIWriter(options: OpenAIWriterOptions): Writer {
  const { apiKey, baseURL, model, context } = options
  const { idleTimeoutMs = IDLE_TIMEOUT_MS, readEveryMs = READ_EVERY_MS } = options
  const client = new OpenAI({ apiKey, baseURL, maxRetries: 0, timeout: CALL_TIMEOUT_MS, logLevel: "off" })
  let rejected: readonly Rejectable[] = []
  let hasAsked = context === undefined

  return {
    async *write(task, signal) {
      if (!hasAsked) void askOnce()
      // Any byte counts as a sign of life, also that of a keep-alive comment.
      const idle = new AbortController()
      const timer = setTimeout(() => idle.abort(), idleTimeoutMs)
      const onRead = () => timer.refresh()
      try {
        const response = await open(task, AbortSignal.any([signal, idle.signal]))
        onRead()
        yield* readCompletion(response, { readEveryMs, onRead })
      } catch (error) {
        if (signal.aborted) throw error
        throw idle.signal.aborted
          ? new WriterError("unreachable", "no byte came", { cause: error })
          : toWriterError(error)
      } finally {
        clearTimeout(timer)
      }
    },
  }

  /** Beside the first call: nobody waits for the answer. */
  async function askOnce(): Promise<void> {
    hasAsked = true
    const tokens = await askContext(client, model)
    if (tokens !== null) context?.state(tokens)
  }

  /** Omits each parameter that the endpoint rejects, from this call on. */
  async function open(task: WritingTask, signal: AbortSignal): Promise<Response> {
    for (;;) {
      const omitted = rejected
      try {
        return await client.chat.completions.create(chatCall(model, task, omitted), { signal }).asResponse()
      } catch (error) {
        const more = rejectedBy(error, omitted)
        if (!more) throw error
        rejected = [...omitted, more]
      }
    }
  }
}
