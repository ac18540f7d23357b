import OpenAI from "openai"
import { askContext } from "./ask-context.server.ts"
import { failureIn } from "./failure-body.server.ts"
import { type FailureReport, reportFailure } from "./failure-report.server.ts"
import type { ModelContext } from "./model-context.server.ts"
import { changeFor, chatCall, type Dialect, FIRST_DIALECT } from "./openai-dialect.server.ts"
import { toWriterError } from "./openai-errors.server.ts"
import { Patience } from "./patience.server.ts"
import { readCompletion, type Sign } from "./read-completion.server.ts"
import { type Writer, type WriterChunk, WriterError, type WritingTask } from "./writer.server.ts"

const SECOND_MS = 1_000
/** Models that think are silent for minutes. */
const FIRST_BYTE_MS = 180 * SECOND_MS
const SILENCE_MS = 60 * SECOND_MS
const LINGER_MS = 2 * SECOND_MS
const CALL_TIMEOUT_MS = 600 * SECOND_MS
/** Readers get a frame this often, so reading more often would only cost processor time. */
const READ_EVERY_MS = 100
/** How many complaints of an endpoint about the shape of one call are met. */
const COMPLAINTS_MAX = 6
/** How often an endpoint is asked what its model can read. */
const ASKS_MAX = 2

export interface OpenAIWriterOptions {
  apiKey: string
  /** URL of the endpoint; undefined for OpenAI itself. */
  baseURL?: string | undefined
  model: string
  /** The model that plans; the same one by default. */
  planModel?: string | undefined
  /** The model that keeps the memory of a story; the same one by default. */
  memoryModel?: string | undefined
  /** Fields that the operator adds to every call. */
  extraBody?: Record<string, unknown> | undefined
  /** How long a call may bring neither text nor thought; keep-alives begin the wait anew. */
  firstByteMs?: number
  /** After the first text or thought, the writer gives a call up when no byte has come for this long. */
  silenceMs?: number
  /** How long after a finish reason an answer may still report its usage and close. */
  lingerMs?: number
  readEveryMs?: number
  /** Called for every failed call, for the operator's log. */
  onFailure?: (report: FailureReport) => void
  /** Told what the endpoint says of its model, which it is asked once. */
  context?: ModelContext
  /** Takes every request to the endpoint, for whoever watches them. */
  line?: typeof fetch
}

/** Creates a writer for any endpoint with OpenAI's chat completions, as faithful to them as it may be. */
export function createOpenAIWriter(options: OpenAIWriterOptions): Writer {
  const { apiKey, baseURL, model, extraBody, context, onFailure } = options
  const models: Partial<Record<WritingTask["kind"], string | undefined>> = {
    plan: options.planModel,
    memory: options.memoryModel,
  }
  const { firstByteMs = FIRST_BYTE_MS, silenceMs = SILENCE_MS, lingerMs = LINGER_MS } = options
  const { readEveryMs = READ_EVERY_MS, line = (input, init) => fetch(input, init) } = options
  const timeout = Math.max(CALL_TIMEOUT_MS, firstByteMs)
  const client = new OpenAI({
    apiKey,
    baseURL,
    maxRetries: 0,
    timeout,
    logLevel: "off",
    fetch: telling(line),
  })
  /** By model. */
  const dialects = new Map<string, Dialect>()
  let asksLeft = ASKS_MAX
  ask()

  return {
    async *write(task, signal) {
      ask()
      const patience = new Patience({ firstByteMs, silenceMs })
      try {
        yield* answer(task, patience, AbortSignal.any([signal, patience.signal]))
      } catch (error) {
        if (signal.aborted) throw error
        const failure = patience.signal.aborted
          ? new WriterError("unreachable", "no byte came", { cause: error })
          : toWriterError(error)
        onFailure?.(reportFailure(failure, [apiKey, ...task.messages.map(({ content }) => content)]))
        throw failure
      } finally {
        patience.end()
      }
    },
  }

  /** At the start, so that the first prompt fits, and once more beside the first call, if nobody answered then. */
  function ask(): void {
    if (context === undefined || context.isStated || asksLeft === 0) return
    asksLeft -= 1
    context.state(askContext(client, model))
  }

  /** Sends the call again, in another shape, while the endpoint complains about its shape. */
  async function* answer(
    task: WritingTask,
    patience: Patience,
    signal: AbortSignal,
  ): AsyncGenerator<WriterChunk, void> {
    const name = models[task.kind] ?? model
    let changes: Partial<Dialect> = {}
    for (let complaints = 0; ; complaints += 1) {
      const dialect = { ...dialectOf(name), ...changes }
      let hasAnswered = false
      const onSign = (sign: Sign) => {
        patience.note(sign)
        if (sign === "thought") learn(name, { thinks: true })
      }
      try {
        const call = chatCall(name, task, dialect, extraBody)
        const response = await client.chat.completions.create(call, { signal }).asResponse()
        onSign("byte")
        for await (const chunk of readCompletion(response, { readEveryMs, lingerMs, onSign })) {
          // Not before the answer begins is it known that the endpoint takes this dialect.
          if (!hasAnswered) learn(name, changes)
          hasAnswered = true
          yield chunk
        }
        return
      } catch (error) {
        const more =
          hasAnswered || complaints === COMPLAINTS_MAX ? null : changeFor(error, dialect, task.maxTokens)
        if (!more) throw error
        changes = { ...changes, ...more }
      }
    }
  }

  function dialectOf(name: string): Dialect {
    return dialects.get(name) ?? FIRST_DIALECT
  }

  function learn(name: string, changes: Partial<Dialect>): void {
    dialects.set(name, { ...dialectOf(name), ...changes })
  }
}

/** Fetches, and puts the cause of a failure where the SDK looks for it, whatever the shape of the body. */
function telling(line: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await line(input, init)
    if (response.ok) return response
    const text = await response.text()
    const { status, statusText, headers } = response
    return new Response(withError(text), { status, statusText, headers })
  }
}

function withError(text: string): string {
  try {
    const error = failureIn(JSON.parse(text))
    return error ? JSON.stringify({ error }) : text
  } catch {
    return text
  }
}
