import { setTimeout as sleep } from "node:timers/promises"
import { createParser, type EventSourceMessage } from "eventsource-parser"
import OpenAI from "openai"
import { type FinishReason, type TokenUsage, type WriterChunk, WriterError } from "./writer.server.ts"

const EVENT_MAX_UNITS = 1_000_000
const LAST_EVENT = "[DONE]"

/**
 * Yields the text of a streamed chat completion as it arrives, then its end. After text it waits for
 * `readEveryMs`, so that one read takes all tokens that arrived meanwhile. Calls `onRead` after every
 * read, be it text or a keep-alive. Throws the error that an error event carries, and a `WriterError`
 * for a malformed event.
 */
export async function* readCompletion(
  response: Response,
  { readEveryMs, onRead }: { readEveryMs: number; onRead: () => void },
): AsyncGenerator<WriterChunk, void> {
  const completion = new Completion(response.headers)
  const decoder = new TextDecoder()
  const body = response.body?.getReader()
  try {
    while (body && !completion.isOver) {
      const { done, value } = await body.read()
      if (done) break
      onRead()
      const text = completion.take(decoder.decode(value, { stream: true }))
      if (text === "") continue
      yield { type: "text", text }
      if (!completion.isOver) await sleep(readEveryMs)
    }
  } finally {
    body?.cancel().catch(() => {})
  }
  yield completion.end()
}

/** Parses the server-sent events of one completion into text, usage and end. */
class Completion {
  readonly #headers: Headers
  readonly #parser = createParser({
    onEvent: (event) => this.#takeEvent(event),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") this.#error ??= malformed(error)
    },
    maxBufferSize: EVENT_MAX_UNITS,
  })
  #text = ""
  #finish: FinishReason = "dropped"
  #usage: TokenUsage | null = null
  #isDone = false
  #error: Error | null = null

  constructor(headers: Headers) {
    this.#headers = headers
  }

  /** Whether the completion has ended or failed; later events do not count. */
  get isOver(): boolean {
    return this.#isDone || this.#error !== null
  }

  /** The text in this piece of the stream, up to the end or the first error. */
  take(piece: string): string {
    this.#text = ""
    this.#parser.feed(piece)
    return this.#text
  }

  end(): WriterChunk {
    if (this.#error) throw this.#error
    return { type: "end", finish: this.#finish, usage: this.#usage }
  }

  #takeEvent({ event, data }: EventSourceMessage): void {
    if (this.isOver) return
    if (data === LAST_EVENT) {
      this.#isDone = true
      return
    }
    const chunk = parseChunk(data)
    if (!chunk) this.#error = malformed()
    else if (event === "error" || "error" in chunk) {
      this.#error = new OpenAI.APIError(undefined, chunk.error ?? chunk, undefined, this.#headers)
    } else this.#takeChunk(chunk)
  }

  #takeChunk({ choices, usage }: Partial<OpenAI.ChatCompletionChunk>): void {
    if (usage) this.#usage = tokensOf(usage)
    const choice = choices?.find(({ index = 0 }) => index === 0)
    if (choice?.delta?.refusal) this.#finish = "content-filter"
    this.#text += choice?.delta?.content ?? ""
    if (choice?.finish_reason) this.#takeFinish(choice.finish_reason)
  }

  #takeFinish(reason: string): void {
    // DeepSeek sends this reason when it breaks a call off under load.
    if (reason === "insufficient_system_resource") this.#error = new WriterError("busy", reason)
    else if (this.#finish !== "content-filter") this.#finish = finishOf(reason)
  }
}

/** DeepSeek has a field of its own for the tokens that were in its cache. */
function tokensOf(usage: OpenAI.CompletionUsage & { prompt_cache_hit_tokens?: number }): TokenUsage {
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? null,
  }
}

function finishOf(reason: string): FinishReason {
  if (/filter|safety|sensitive|prohibited/i.test(reason)) return "content-filter"
  return reason === "length" || reason === "max_tokens" ? "length" : "stop"
}

type Chunk = Partial<OpenAI.ChatCompletionChunk> & { error?: object }

function parseChunk(data: string): Chunk | null {
  try {
    const chunk: unknown = JSON.parse(data)
    return typeof chunk === "object" ? (chunk as Chunk | null) : null
  } catch {
    return null
  }
}

function malformed(cause?: Error): WriterError {
  return new WriterError("unreachable", "a malformed event in the stream", { cause })
}
