import { setTimeout as sleep } from "node:timers/promises"
import type { Statement } from "./ask-context.server.ts"
import {
  type ChatMessage,
  type TokenUsage,
  type Writer,
  type WriterChunk,
  WriterError,
  type WritingTask,
} from "./writer.server.ts"

/** What a model can read where nothing says how much that is. */
const DEFAULT_TOKENS = 32_768
/** No smaller context can hold the rules, a beat and the end of the text. */
const LEAST_TOKENS = 2_048
/** Larger prompts would cost more than they help: small models lose the plan in them. */
const PROMPT_MAX_TOKENS = 32_000
const SPARE_TOKENS = 256
/** However many tokens the answer may take, this share of the context is the prompt's. */
const PROMPT_MIN_SHARE = 2 / 3
const FACTOR_MIN = 0.5
const FACTOR_MAX = 1.5
const FACTOR_STEP = 1.25
/** A prompt that counts less than this share of what was expected has been cut. */
const CUT_UP_TO_SHARE = 0.7
/** A conversation that has grown so much, and counts no more than before, has been cut. */
const GROWN_FROM_SHARE = 1.1
const STUCK_UP_TO_SHARE = 1.02
/** Where the count is the very same, it need not have grown so much. */
const LONGER_FROM_SHARE = 1.02
/** So long a novel waits for what the endpoint says of its model. */
const READY_MS = 1_000
/** A model that has read so much more than we took for its context reads more. */
const READ_MORE_FROM_SHARE = 1.1
/** A cut leaves a context's worth of tokens; a smaller count says how the endpoint counts. */
const CUT_MIN_TOKENS = 1_000
const TOKENS_PER_MESSAGE = 4
const TOKENS_PER_WIDE_CHARACTER = 1
const TOKENS_PER_OTHER_CHARACTER = 0.3

export interface ModelContextOptions {
  /** The operator's word for how many tokens the model can read, prompt and answer together. */
  setting?: number | null
  /** Called when the endpoint answered a prompt of which it had dropped a part without saying so. */
  onSilentCut?: (counts: { promptTokens: number; expectedTokens: number }) => void
}

/**
 * What is known of the context of an endpoint's model: how many tokens it takes, and how many tokens the endpoint
 * counts for one that we estimate. All novels of the process share it and teach it.
 */
export class ModelContext {
  readonly #setting: number | null
  readonly #onSilentCut: NonNullable<ModelContextOptions["onSilentCut"]>
  /** What an endpoint says of itself, and what its refusals and counts have shown. */
  #stated: number | null = null
  #learned: number | null = null
  #ratio: number | null = null
  /** After a silent cut: what was known before. The next count confirms or refutes it. */
  #suspicion: { learned: number | null } | null = null
  #countsAreOdd = false
  #corrections = 0
  #answersOneCall = false
  #saying: Promise<void> = Promise.resolve()

  constructor({ setting = null, onSilentCut = () => {} }: ModelContextOptions = {}) {
    this.#setting = setting
    this.#onSilentCut = onSilentCut
  }

  /** How many tokens the model can read and write in one call. */
  get tokens(): number {
    return this.#tokensWith(this.#learned)
  }

  /** The same without a silent cut that is only supposed, for other processes to rely on. */
  get provenTokens(): number {
    return this.#tokensWith(this.#suspicion ? this.#suspicion.learned : this.#learned)
  }

  /** The endpoint's tokens per estimated token, 0.5 to 1.5. */
  get factor(): number {
    return Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, this.#ratio ?? 1))
  }

  /** The same as the endpoint has counted them; null before its first count. */
  get ratio(): number | null {
    return this.#ratio
  }

  /** How often a supposed cut turned out to be the endpoint's way of counting. */
  get corrections(): number {
    return this.#corrections
  }

  /** Whether the endpoint has said how much its model reads. */
  get isStated(): boolean {
    return this.#stated !== null
  }

  /** Whether one novel may send a call beside another. */
  get takesCallsTogether(): boolean {
    return !this.#answersOneCall
  }

  /** Notes that the endpoint has refused a call because it came beside another. */
  noteOneCall(): void {
    this.#answersOneCall = true
  }

  /** Takes what the endpoint says of itself, once it says it; null when it does not. */
  state(saying: Promise<Statement | null>): void {
    this.#saying = saying.then((statement) => {
      this.#stated = statement?.tokens ?? this.#stated
      this.#answersOneCall ||= statement?.answersOneCall ?? false
    })
  }

  /** Waits until the endpoint has said how much its model reads, but only for a moment. */
  async ready(): Promise<void> {
    await Promise.race([this.#saying, sleep(READY_MS, undefined, { ref: false })])
  }

  /** Takes what a takeover finds stored, where this process knows nothing better. */
  recall({ contextTokens, tokenRatio }: { contextTokens: number; tokenRatio: number | null }): void {
    if (contextTokens !== DEFAULT_TOKENS) this.#stated ??= contextTokens
    this.#ratio ??= tokenRatio
  }

  /** The tokens of these messages, as the endpoint would count them. */
  tokensOf(messages: readonly ChatMessage[]): number {
    return Math.ceil(estimatedTokens(messages) * this.factor)
  }

  /** How many tokens a prompt may have when its answer may have so many. */
  promptTokens(answerTokens: number): number {
    const answer = Math.min(answerTokens, this.tokens * (1 - PROMPT_MIN_SHARE))
    return Math.min(PROMPT_MAX_TOKENS, Math.floor(this.tokens - answer - SPARE_TOKENS))
  }

  /**
   * The most tokens that an answer to these messages may have: all that the context still holds, and no limit while
   * nothing is known of it, because a model may think longer than we suppose its context to be.
   */
  answerTokens(messages: readonly ChatMessage[]): number {
    if ((this.#learned ?? this.#setting ?? this.#stated) === null) return Number.POSITIVE_INFINITY
    return Math.max(SPARE_TOKENS, this.tokens - this.tokensOf(messages) - SPARE_TOKENS / 2)
  }

  /** Wraps one novel's writer, to learn from the counts and refusals of its calls. */
  watch(writer: Writer): Writer {
    const known: Known = { beat: NOT_COUNTED, last: NOT_COUNTED }
    return { write: (task, signal) => this.#learnFrom(writer.write(task, signal), task, known) }
  }

  async *#learnFrom(
    answer: AsyncIterable<WriterChunk>,
    task: WritingTask,
    known: Known,
  ): AsyncGenerator<WriterChunk> {
    try {
      for await (const chunk of answer) {
        if (chunk.type === "end" && chunk.usage) this.#takeUsage(task, chunk.usage, known)
        yield chunk
      }
    } catch (error) {
      if (error instanceof WriterError && error.kind === "overflow") this.#takeOverflow(task, error)
      throw error
    }
  }

  #takeOverflow({ messages, maxTokens }: WritingTask, { contextTokens }: WriterError): void {
    this.#suspicion = null
    if (contextTokens !== null && contextTokens < this.tokens) this.#learned = contextTokens
    else if (contextTokens !== null && this.factor < FACTOR_MAX) {
      // It should have fitted, so the endpoint counts more tokens than we do.
      this.#ratio = this.factor * FACTOR_STEP
    } else {
      // Half of what this call took, and not of what is known: novels that overflow together halve it once.
      const taken = this.tokensOf(messages) + maxTokens
      this.#learned = Math.min(this.tokens, Math.floor(taken / 2))
    }
  }

  #takeUsage({ kind, messages }: WritingTask, { inputTokens, cachedTokens }: TokenUsage, known: Known): void {
    // Some endpoints leave the cached tokens out of their count.
    const counted = (cachedTokens ?? 0) > inputTokens ? inputTokens + (cachedTokens ?? 0) : inputTokens
    if (!(counted > 0)) return
    const estimated = estimatedTokens(messages)
    const expected = estimated * (this.#ratio ?? FACTOR_MIN)
    const hasStuck = isStuck({ estimated, counted }, known)
    const isShort = counted < expected * CUT_UP_TO_SHARE || hasStuck
    if (kind === "beat") known.beat = { estimated, counted }
    if (kind === "beat" || kind === "plan") known.last = { estimated, counted }
    if (this.#suspicion && isShort && expected <= this.tokens) this.#refute()
    else if (isShort && counted >= CUT_MIN_TOKENS && !this.#countsAreOdd) {
      this.#suspect(counted, expected)
      // The counts before were of cut prompts, too, and say nothing of how the endpoint counts.
      if (hasStuck) this.#ratio = null
    } else {
      if (counted > (this.#learned ?? Number.POSITIVE_INFINITY) * READ_MORE_FROM_SHARE) this.#correct(null)
      this.#suspicion = null
      const ratio = counted / estimated
      this.#ratio = this.#ratio === null ? ratio : (this.#ratio + ratio) / 2
    }
  }

  #suspect(promptTokens: number, expected: number): void {
    this.#suspicion ??= { learned: this.#learned }
    this.#learned = Math.min(promptTokens, this.tokens)
    this.#onSilentCut({ promptTokens, expectedTokens: Math.round(expected) })
  }

  /** A prompt that fits cannot have been cut: the endpoint counts otherwise. */
  #refute(): void {
    this.#countsAreOdd = true
    this.#correct(this.#suspicion?.learned ?? null)
  }

  #correct(learned: number | null): void {
    this.#learned = learned
    this.#suspicion = null
    this.#corrections += 1
  }

  #tokensWith(learned: number | null): number {
    return Math.max(LEAST_TOKENS, learned ?? this.#setting ?? this.#stated ?? DEFAULT_TOKENS)
  }
}

/** A prompt in our tokens and in the endpoint's. */
interface Counted {
  estimated: number
  counted: number
}

/** The last prompts of a novel's conversation: for text, and for either text or the plan, which may have its own model. */
interface Known {
  beat: Counted
  last: Counted
}

const NOT_COUNTED: Counted = { estimated: 0, counted: 0 }

/** The conversation only grows, so its count does, unless the endpoint cuts it. */
function isStuck(prompt: Counted, { beat, last }: Known): boolean {
  const hasGrown = beat.estimated > 0 && prompt.estimated > beat.estimated * GROWN_FROM_SHARE
  if (hasGrown && prompt.counted <= beat.counted * STUCK_UP_TO_SHARE) return true
  // Two models, or two prompts, count the very same only where the endpoint leaves no more of either.
  return prompt.counted === last.counted && prompt.estimated > last.estimated * LONGER_FROM_SHARE
}

/** A safe estimate: every Chinese character or mark is a token, and other characters are 0.3. */
function estimatedTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + TOKENS_PER_MESSAGE + estimated(content), 0)
}

function estimated(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at += 1) if (isWide(text.charCodeAt(at))) wide += 1
  return wide * TOKENS_PER_WIDE_CHARACTER + (text.length - wide) * TOKENS_PER_OTHER_CHARACTER
}

/** Han, kana, hangul, full-width forms, halves of rare characters; and the dashes, quotes and dots of Chinese text. */
function isWide(unit: number): boolean {
  return unit >= 0x2e80 || (unit >= 0x2010 && unit <= 0x2027)
}
