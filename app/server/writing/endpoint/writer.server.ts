import type { Beat, GenerationRequest, ParagraphOrder, WritingTurn } from "#app/domain/generation.ts"
import { ThinkFilter, type ThoughtHabit } from "#app/server/writing/filters/think-filter.server.ts"

/** What answers writing tasks: a model behind an endpoint, or the built-in demo. */
export interface Writer {
  /**
   * Streams the answer, then exactly one `end`. Throws a `WriterError` when the endpoint fails. When
   * the signal aborts, it stops at once by returning or throwing.
   */
  write(task: WritingTask, signal: AbortSignal): AsyncIterable<WriterChunk>
  /** It answers no call beside another. */
  answersOneCall?: boolean
}

/** One call: the messages for a model, and the same facts as data for the demo. */
export type WritingTask = PlanTask | StyleTask | MemoryTask | TextTask

/** A call whose answer is story. */
export type TextTask = BeatTask | ParagraphTask

export interface PlanTask extends ModelCall {
  kind: "plan"
  request: GenerationRequest
  beatCount: number
}

/** Asks for notes on the style of the reference. */
interface StyleTask extends ModelCall {
  kind: "style"
}

/** Asks what a passage of the story changes in its memory. */
interface MemoryTask extends ModelCall {
  kind: "memory"
}

export interface BeatTask extends ModelCall, BeatOrder {
  kind: "beat"
}

/** Asks for one paragraph in place of another one. */
export interface ParagraphTask extends ModelCall {
  kind: "paragraph"
  request: GenerationRequest
  order: ParagraphOrder
  /** About how many characters to write. */
  characters: number
}

/** Which part of a novel to write now. */
export interface BeatOrder {
  request: GenerationRequest
  plan: Beat[]
  index: number
  purpose: WritingTurn["purpose"]
  /** The model repeated itself in the last call. */
  hasLooped: boolean
  /** The model answered in another language before. */
  hasAskedForChinese?: boolean
  /** How many characters to write now. */
  characters: number
  /** The new text so far, without the text that it continues. */
  written: string
}

/** Whether no other beat comes after this one. */
export function isLastBeat({ plan, index }: Pick<BeatOrder, "plan" | "index">): boolean {
  return index === plan.length - 1
}

interface ModelCall {
  messages: ChatMessage[]
  maxTokens: number
  /** -2 to 2. The writer omits 0, the default of every endpoint. */
  frequencyPenalty: number
}

export interface ChatMessage {
  role: "system" | "user" | "assistant"
  content: string
}

export type WriterChunk =
  | { type: "text"; text: string }
  | { type: "end"; finish: FinishReason; usage: TokenUsage | null }

/** `dropped`: the stream closed without a reason. */
export type FinishReason = "stop" | "length" | "content-filter" | "dropped"

export interface TokenUsage {
  inputTokens: number
  /** Thoughts included. */
  outputTokens: number
  /** Those of the input tokens that the endpoint had in its cache; null when it does not say. */
  cachedTokens: number | null
  /** Left out when the endpoint does not say. */
  thoughtTokens?: number
}

/**
 * How an endpoint can fail. `misused`: it rejects the call as malformed, so a retry would not help. `overflow`: the
 * prompt and the answer are longer than the model's context.
 */
export type WriterErrorKind = "refused" | "unauthorized" | "busy" | "unreachable" | "misused" | "overflow"

/** A failed call to the endpoint. */
export class WriterError extends Error {
  readonly kind: WriterErrorKind
  /** How long the endpoint asks the caller to wait; null when it does not say. */
  readonly retryAfterMs: number | null
  /** The model's context in tokens; null when the endpoint does not say. */
  readonly contextTokens: number | null

  constructor(
    kind: WriterErrorKind,
    message: string,
    options: { retryAfterMs?: number; contextTokens?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = "WriterError"
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs ?? null
    this.contextTokens = options.contextTokens ?? null
  }
}

export interface AnswerSetting {
  writer: Writer
  signal: AbortSignal
  habit: ThoughtHabit
}

/**
 * Reads the whole answer to a call that brings no text, without the thoughts in it, and tells what has come of it so
 * far: less than before when that was a thought. Throws a `WriterError` when the endpoint fails or refuses, and the
 * signal's reason when it aborts.
 */
export async function readAnswer(
  task: WritingTask,
  { writer, signal, habit }: AnswerSetting,
  onText: (text: string) => void = () => {},
): Promise<{ text: string; finish: FinishReason }> {
  let text = ""
  let finish: FinishReason = "dropped"
  const think = new ThinkFilter(habit, () => {
    text = ""
    onText(text)
  })
  onText(text)
  for await (const chunk of writer.write(task, signal)) {
    if (chunk.type === "end") finish = chunk.finish
    else {
      const passed = think.push(chunk.text)
      text += passed
      onText(text)
    }
  }
  signal.throwIfAborted()
  if (finish === "content-filter") throw new WriterError("refused", "the answer was filtered")
  if (finish !== "stop") think.dropHeld()
  return { text: text + think.end(), finish }
}
