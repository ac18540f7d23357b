import OpenAI from "openai"
import { type CallDialect, chatCall, FULL_DIALECT, plainerDialect } from "./openai-dialect.server.ts"
import { toWriterError } from "./openai-trouble.server.ts"
import {
  type FinishReason,
  type Writer,
  type WriterChunk,
  WriterError,
  type WritingTask,
} from "./writer.server.ts"

const SECOND_MS = 1_000
const IDLE_TIMEOUT_MS = 30 * SECOND_MS
const CALL_TIMEOUT_MS = 600 * SECOND_MS

export interface OpenAIWriterOptions {
  apiKey: string
  /** Where the endpoint is; undefined is OpenAI itself. */
  baseURL?: string | undefined
  model: string
  /** A call is given up when no byte has come for this long. */
  idleTimeoutMs?: number
}

/** Writes with any endpoint that speaks OpenAI's streamed chat completions. */
export function createOpenAIWriter(options: OpenAIWriterOptions): Writer {
  const { apiKey, baseURL, model, idleTimeoutMs = IDLE_TIMEOUT_MS } = options
  let dialect = FULL_DIALECT

  return {
    async *write(task, signal) {
      const idle = new IdleTimer(idleTimeoutMs)
      const client = new OpenAI({
        apiKey,
        baseURL,
        maxRetries: 0,
        timeout: CALL_TIMEOUT_MS,
        logLevel: "off",
        fetch: (url, init) => idle.fetch(url, init),
      })
      try {
        const stream = await open(client, task, AbortSignal.any([signal, idle.signal]))
        const end = yield* readText(stream)
        // The SDK ends an aborted stream as if it were complete.
        signal.throwIfAborted()
        idle.signal.throwIfAborted()
        yield end
      } catch (error) {
        if (signal.aborted) throw error
        throw idle.hasFired
          ? new WriterError("unreachable", "no byte came", { cause: error })
          : toWriterError(error)
      } finally {
        idle.stop()
      }
    },
  }

  /** What an endpoint does not understand is left out, once and for all calls after. */
  async function open(client: OpenAI, task: WritingTask, signal: AbortSignal) {
    for (;;) {
      const tried: CallDialect = dialect
      try {
        return await client.chat.completions.create(chatCall(model, task, tried), { signal })
      } catch (error) {
        const plainer = plainerDialect(tried, error)
        if (!plainer) throw error
        dialect = plainer
      }
    }
  }
}

type Stream = AsyncIterable<OpenAI.ChatCompletionChunk>

async function* readText(stream: Stream): AsyncGenerator<WriterChunk, WriterChunk> {
  let finish: FinishReason = "dropped"
  let usage: OpenAI.CompletionUsage | null | undefined = null
  for await (const chunk of stream) {
    usage = chunk.usage ?? usage
    const choice = chunk.choices?.find(({ index = 0 }) => index === 0)
    if (!choice) continue
    if (choice.delta?.refusal) finish = "content-filter"
    if (choice.delta?.content) yield { type: "text", text: choice.delta.content }
    if (choice.finish_reason) finish = finishOf(choice.finish_reason, finish)
  }
  return {
    type: "end",
    finish,
    usage: usage ? { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens } : null,
  }
}

function finishOf(reason: string, before: FinishReason): FinishReason {
  if (before === "content-filter" || /filter|safety|sensitive|prohibited/i.test(reason))
    return "content-filter"
  if (reason === "length" || reason === "max_tokens") return "length"
  // DeepSeek's word for a call that it broke off under load.
  if (reason === "insufficient_system_resource") throw new WriterError("busy", reason)
  return "stop"
}

/** Aborts when no byte has come for a while; a keep-alive comment is a byte. */
class IdleTimer {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(timeoutMs: number) {
    this.#timer = setTimeout(() => this.#controller.abort(), timeoutMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get hasFired(): boolean {
    return this.#controller.signal.aborted
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async fetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    const response = await fetch(url, init)
    this.#timer.refresh()
    const watched = response.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (bytes, controller) => {
          if (!this.hasFired) this.#timer.refresh()
          controller.enqueue(bytes)
        },
      }),
    )
    return new Response(watched ?? null, response)
  }
}
