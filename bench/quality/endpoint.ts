import OpenAI from "openai"
import type { Answers } from "./answers.ts"
import type { EndpointConfig } from "./config.ts"
import { newSpending, spend, tokensOf } from "./spending.ts"

const RETRIES = 2
/** An endpoint that fails this often in a row is asked no more: a second start goes on. */
const FAILURES_MAX = 5
const HOPELESS_STATUSES = [401, 402, 403, 404]
const MESSAGE_MAX_UNITS = 200

export interface Question {
  kind: string
  prompt: string
  /** How long the answer will probably be, for the estimate. */
  tokensOut: number
}

/**
 * One endpoint, asked in single streamed calls. Every whole answer is stored. A dry one sends nothing: it looks
 * up what is stored and counts what the rest would cost.
 */
export class Endpoint {
  readonly spending = newSpending()
  readonly failures: string[] = []
  readonly #config: EndpointConfig
  readonly #answers: Answers
  readonly isDry: boolean
  #failedInRow = 0
  #isHopeless = false

  constructor(config: EndpointConfig, answers: Answers, isDry: boolean) {
    this.#config = config
    this.#answers = answers
    this.isDry = isDry
  }

  /** The answer without the thoughts in it; null when none came, and always when a dry endpoint holds none. */
  async answer({ kind, prompt, tokensOut }: Question): Promise<string | null> {
    const { url, model, body, sample } = this.#config
    const identity = { kind, url, model, body, sample, prompt }
    const stored = this.#answers.read(identity)
    if (stored !== null) {
      this.spending.reused += 1
      return stored
    }
    if (this.isDry) {
      spend(this.spending, tokensOf(prompt), tokensOut)
      return null
    }
    if (!this.mayAsk()) return null
    try {
      const answer = await ask(this.#config, prompt)
      spend(this.spending, answer.tokensIn, answer.tokensOut)
      if (answer.text === "") throw new Error("an empty answer")
      this.#answers.write(identity, answer.text, { finish: answer.finish })
      this.noteSuccess()
      return answer.text
    } catch (error) {
      this.noteFailure(error)
      return null
    }
  }

  /** Whether the endpoint still deserves a call; counts the call as skipped if not. */
  mayAsk(): boolean {
    const may = !this.#isHopeless && this.#failedInRow < FAILURES_MAX
    if (!may) this.spending.skipped += 1
    return may
  }

  noteSuccess(): void {
    this.#failedInRow = 0
  }

  noteFailure(error: unknown): void {
    this.spending.failed += 1
    this.#failedInRow += 1
    if (error instanceof OpenAI.APIError && HOPELESS_STATUSES.includes(error.status ?? 0))
      this.#isHopeless = true
    const message = error instanceof Error ? error.message : String(error)
    this.failures.push(message.replaceAll(this.#config.apiKey, "…").slice(0, MESSAGE_MAX_UNITS))
  }
}

/** One streamed call. Throws when the answer does not come whole. */
async function ask({ apiKey, url, model, body, patienceSeconds }: EndpointConfig, prompt: string) {
  const timeout = patienceSeconds * 1_000
  const signal = AbortSignal.timeout(timeout)
  const client = new OpenAI({ apiKey, baseURL: url, maxRetries: RETRIES, timeout, logLevel: "off" })
  const call = {
    model,
    messages: [{ role: "user", content: prompt }],
    stream: true,
    stream_options: { include_usage: true },
    ...body,
  }
  const kept = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== null))
  const stream = await client.chat.completions.create(
    kept as unknown as OpenAI.ChatCompletionCreateParamsStreaming,
    { signal },
  )
  let text = ""
  let finish: string | null = null
  let usage: OpenAI.CompletionUsage | null | undefined
  for await (const chunk of stream) {
    const [choice] = chunk.choices ?? []
    text += choice?.delta?.content ?? ""
    finish = choice?.finish_reason ?? finish
    usage = chunk.usage ?? usage
  }
  signal.throwIfAborted()
  if (finish === null) throw new Error("the answer broke off without a finish reason")
  if (/filter|safety|sensitive/i.test(finish)) throw new Error(`the endpoint declined: ${finish}`)
  return {
    text: withoutThoughts(text),
    finish,
    tokensIn: usage?.prompt_tokens ?? tokensOf(prompt),
    tokensOut: usage?.completion_tokens ?? tokensOf(text),
  }
}

// Some chat templates swallow the opening mark; a thought that never closes is no answer.
function withoutThoughts(text: string): string {
  const answer = text.replace(/^[\s\S]*<\/think>/, "").trim()
  return answer.startsWith("<think>") ? "" : answer
}
