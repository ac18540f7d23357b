import { setTimeout as sleep } from "node:timers/promises"
import type OpenAI from "openai"
import { type AnswerEvent, AnswerEvents } from "./answer-events.server.ts"
import { failureIn } from "./failure-body.server.ts"
import { NewText } from "./new-text.server.ts"
import { errorIn } from "./openai-errors.server.ts"
import { type FinishReason, type TokenUsage, type WriterChunk, WriterError } from "./writer.server.ts"

/** Fewer tokens of thought than this say nothing about the next answer. */
const THOUGHT_TOKENS_FROM = 100
/** An answer that took more tokens than this for a character, and this many besides, was thought over unseen. */
const TOKENS_PER_CHARACTER_MAX = 4
const TOKENS_BESIDES = 500

/** What a read brought: any byte, at least one of thought, or the text itself. */
export type Sign = "byte" | "thought" | "text"

export interface ReadingPace {
  /** After text the next read waits this long, so that it takes all tokens that arrived meanwhile. */
  readEveryMs: number
  /** How long after a finish reason the answer may still report its usage and close. */
  lingerMs: number
  /** Called after every read, also of a keep-alive, and at the end when the usage shows a thought. */
  onSign: (sign: Sign) => void
}

/**
 * Yields the text of a chat completion as it arrives, then its end; thoughts are no text. Throws the error that
 * the answer reports, and a `WriterError` when it cannot be read.
 */
export async function* readCompletion(
  response: Response,
  { readEveryMs, lingerMs, onSign }: ReadingPace,
): AsyncGenerator<WriterChunk, void> {
  const completion = new Completion(response.headers)
  const decoder = new TextDecoder()
  const body = response.body?.getReader()
  let reading: ReturnType<NonNullable<typeof body>["read"]> | null = null
  try {
    while (body && !completion.isOver) {
      reading ??= body.read()
      const read = completion.mayBeOver ? await within(reading, completion.leftMs(lingerMs)) : await reading
      if (read === null) {
        if (completion.isComplete()) break
        continue
      }
      reading = null
      if (read.done) break
      const text = completion.take(decoder.decode(read.value, { stream: true }))
      onSign(text !== "" ? "text" : completion.takeThought() ? "thought" : "byte")
      if (text === "") continue
      yield { type: "text", text }
      if (!completion.isOver) await sleep(readEveryMs)
    }
  } finally {
    reading?.catch(() => {})
    body?.cancel().catch(() => {})
  }
  const rest = completion.end()
  if (completion.hasThought) onSign("thought")
  if (rest !== "") yield { type: "text", text: rest }
  yield completion.ending()
}

/** What the promise gives; null when that takes longer. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | null> {
  const given = new AbortController()
  try {
    return await Promise.race([promise, sleep(ms, null, { signal: given.signal })])
  } finally {
    given.abort()
  }
}

/** Reads the chunks of one completion: text, thought, usage and end. */
class Completion {
  readonly #headers: Headers
  readonly #events = new AnswerEvents((event) => this.#takeEvent(event))
  readonly #newText = new NewText()
  #text = ""
  #units = 0
  #isThought = false
  #hasThought = false
  #finish: FinishReason = "dropped"
  #usage: TokenUsage | null = null
  #lastAt = 0
  #hasFinished = false
  #isDone = false
  #error: Error | null = null

  constructor(headers: Headers) {
    this.#headers = headers
  }

  /** Whether the completion has ended or failed; later events do not count. */
  get isOver(): boolean {
    return this.#isDone || this.#error !== null
  }

  /** Whether nothing but usage and a close may follow. */
  get mayBeOver(): boolean {
    return this.#hasFinished || this.#events.isDocument
  }

  /** Whether the answer has shown that the model thinks. */
  get hasThought(): boolean {
    return this.#hasThought
  }

  /** How much of `lingerMs` is left since the answer last said something. */
  leftMs(lingerMs: number): number {
    return Math.max(1, this.#lastAt + lingerMs - performance.now())
  }

  /** Whether nothing is missing, although the line is still open. */
  isComplete(): boolean {
    if (this.#hasFinished || this.#events.isWhole()) return true
    this.#lastAt = performance.now()
    return false
  }

  /** The text in this piece of the body, up to the end or the first error. */
  take(piece: string): string {
    if (!this.#hasFinished) this.#lastAt = performance.now()
    this.#text = ""
    this.#events.take(piece)
    return this.#takeText()
  }

  /** Whether the last piece held a thought. */
  takeThought(): boolean {
    const isThought = this.#isThought
    this.#isThought = false
    return isThought
  }

  /** Call at the end of the body; returns the rest of the text. */
  end(): string {
    this.#text = ""
    if (!this.isOver) this.#events.end()
    if (!this.#error) this.#text += this.#newText.end()
    const { stray } = this.#events
    if (stray !== "") this.#error ??= new WriterError("unreachable", `no completion but: ${stray}`)
    const rest = this.#takeText()
    this.#hasThought ||= this.#usageShowsThought()
    return rest
  }

  ending(): WriterChunk {
    if (this.#error) throw this.#error
    return { type: "end", finish: this.#finish, usage: this.#usage }
  }

  #takeText(): string {
    this.#units += this.#text.length
    return this.#text
  }

  #takeEvent(event: AnswerEvent): void {
    if (this.isOver) return
    if (event.type === "done") this.#isDone = true
    else if (event.type === "malformed")
      this.#error = new WriterError("unreachable", "a malformed event in the stream")
    else {
      const failure = failureIn(
        event.isError && !("error" in event.chunk) ? { error: event.chunk } : event.chunk,
      )
      if (failure) this.#error = errorIn(failure, this.#headers)
      else this.#takeChunk(event.chunk)
    }
  }

  #takeChunk({ choices, usage }: Chunk): void {
    const choice = Array.isArray(choices) ? choices.find(isFirst) : undefined
    this.#usage = usageIn(usage ?? choice?.usage) ?? this.#usage
    if (!choice) return
    const { delta, message, finish_reason: finish } = choice
    const text = textIn(delta?.content) || textIn(message?.content) || textIn(choice.text)
    const isThought = text === "" && (isThinking(delta) || isThinking(message))
    if (isThought) this.#isThought = this.#hasThought = true
    if (delta?.refusal || message?.refusal) this.#finish = "content-filter"
    this.#text += this.#newText.take(text)
    // Some endpoints send a finish reason with every chunk, so text after one puts the end off.
    if (text !== "" || isThought) this.#lastAt = performance.now()
    if (typeof finish === "string" && finish !== "" && finish !== "null") this.#takeFinish(finish)
  }

  #takeFinish(reason: string): void {
    // DeepSeek sends the first of these when it breaks a call off under load.
    if (/insufficient_system_resource|error/.test(reason)) this.#error = new WriterError("busy", reason)
    else if (this.#finish !== "content-filter") this.#finish = finishOf(reason)
    this.#hasFinished = true
    this.#lastAt = performance.now()
  }

  #usageShowsThought(): boolean {
    if (!this.#usage) return false
    const { thoughtTokens, outputTokens } = this.#usage
    const expected = this.#units * TOKENS_PER_CHARACTER_MAX + TOKENS_BESIDES
    return (thoughtTokens ?? 0) >= THOUGHT_TOKENS_FROM || outputTokens > expected
  }
}

interface Chunk {
  choices?: Choice[]
  usage?: unknown
}

interface Choice {
  index?: number
  delta?: Says
  message?: Says
  text?: unknown
  finish_reason?: unknown
  usage?: unknown
}

type Says = Partial<Record<"content" | "refusal" | (typeof THOUGHTS)[number], unknown>> | null | undefined

function isFirst(choice: Choice): boolean {
  return (choice?.index ?? 0) === 0
}

/** The fields in which endpoints show a thought. */
const THOUGHTS = ["reasoning_content", "reasoning", "reasoning_details", "thinking"] as const

function isThinking(says: Says): boolean {
  if (!says) return false
  return THOUGHTS.some((name) => isShown(says[name])) || hasThoughtPart(says.content)
}

function isShown(thought: unknown): boolean {
  return Array.isArray(thought) ? thought.length > 0 : Boolean(thought)
}

function hasThoughtPart(content: unknown): boolean {
  return Array.isArray(content) && content.some((part) => THOUGHT_PART.test(part?.type))
}

const THOUGHT_PART = /think|reason/

/** The text of a content: a string, or a list of parts, of which thoughts do not count. */
function textIn(content: unknown): string {
  if (typeof content === "string") return content
  if (Array.isArray(content)) return content.map(textIn).join("")
  if (typeof content !== "object" || content === null) return ""
  const { type, text, value } = content as Record<string, unknown>
  return THOUGHT_PART.test(String(type ?? "")) ? "" : textIn(text ?? value)
}

function finishOf(reason: string): FinishReason {
  if (/filter|safety|sensitive|prohibited/i.test(reason)) return "content-filter"
  return /^length$|max_?(?:output_)?tokens|window_exceeded/i.test(reason) ? "length" : "stop"
}

/** The usage that a chunk reports; null when the tokens of the answer are missing. */
function usageIn(usage: unknown): TokenUsage | null {
  if (typeof usage !== "object" || usage === null) return null
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details, ...others } =
    usage as Partial<OpenAI.CompletionUsage & { prompt_cache_hit_tokens: number }>
  if (!isCount(prompt_tokens) || !isCount(completion_tokens)) return null
  const thoughts = completion_tokens_details?.reasoning_tokens
  // DeepSeek has a field of its own for the tokens that were in its cache.
  const cached = prompt_tokens_details?.cached_tokens ?? others.prompt_cache_hit_tokens
  return {
    inputTokens: prompt_tokens,
    outputTokens: completion_tokens,
    cachedTokens: isCount(cached) ? cached : null,
    ...(isCount(thoughts) && { thoughtTokens: thoughts }),
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0
}
