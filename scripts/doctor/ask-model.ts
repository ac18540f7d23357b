import type { Environment } from "#app/server/config/env.server.ts"
import type { FailureReport } from "#app/server/writing/endpoint/failure-report.server.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { createOpenAIWriter } from "#app/server/writing/endpoint/openai-writer.server.ts"
import {
  type ChatMessage,
  type FinishReason,
  readAnswer,
  type TokenUsage,
  type Writer,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import { UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import { type Exchange, WatchedLine } from "./watched-line.ts"

/** A model that ignores its limit is stopped after so many characters for each token of it. */
const CHARACTERS_PER_TOKEN_MAX = 8
const THOUGHT_FIELD = /"(?:reasoning_content|reasoning|thinking)"\s*:\s*"[^"]/

export type Endpoint = NonNullable<Environment["model"]>

export interface Question {
  model: string
  messages: ChatMessage[]
  maxTokens: number
  /** Told what the endpoint says of its model. */
  context?: ModelContext
  /** Wraps the app's writer. */
  through?: (writer: Writer) => Writer
}

export interface Answer {
  /** Without thoughts. */
  text: string
  /** `endless`: we stopped it. Null: the call failed. */
  finish: FinishReason | "endless" | null
  usage: TokenUsage | null
  /** How a thought showed, if there was one. */
  thought: "field" | "tags" | "usage" | null
  /** The calls that this took: the last one in the shape that the endpoint takes. */
  calls: Exchange[]
  failure: (FailureReport & { contextTokens: number | null }) | null
}

/** Asks a model through the app's own writer, as at its first call. */
export async function askModel(
  endpoint: Endpoint,
  { model, messages, maxTokens, context, through = (writer) => writer }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const line = new WatchedLine()
  const answer: Answer = {
    text: "",
    finish: null,
    usage: null,
    thought: null,
    calls: line.calls,
    failure: null,
  }
  let report: FailureReport | null = null
  const writer = createOpenAIWriter({
    ...endpoint,
    model,
    context,
    line: line.fetch,
    readEveryMs: 0,
    onFailure: (failure) => {
      report = failure
    },
  })
  const enough = new AbortController()
  const habit = { ...UNKNOWN_HABIT }
  try {
    const read = await readAnswer(
      { kind: "style", messages, maxTokens, frequencyPenalty: 0 },
      {
        writer: noting(through(writer), answer),
        signal: AbortSignal.any([signal, enough.signal]),
        habit,
      },
      (text) => {
        answer.text = text
        if (text.length > maxTokens * CHARACTERS_PER_TOKEN_MAX) enough.abort()
      },
    )
    Object.assign(answer, read)
  } catch (error) {
    signal.throwIfAborted()
    if (enough.signal.aborted) answer.finish = "endless"
    else if (error instanceof WriterError) answer.failure = failureOf(error, report)
    else throw error
  }
  answer.thought = thoughtOf(answer, habit.thinks)
  return answer
}

/** Keeps the usage, which a reader of the answer does not see. */
function noting(writer: Writer, answer: Answer): Writer {
  return {
    async *write(task, signal) {
      for await (const chunk of writer.write(task, signal)) {
        if (chunk.type === "end") answer.usage = chunk.usage
        yield chunk
      }
    },
  }
}

/** A refusal within an answer is no failed call, and has no report. */
function failureOf(error: WriterError, report: FailureReport | null): Answer["failure"] {
  const { kind, contextTokens } = error
  return { kind, status: null, code: null, cause: "", ...report, contextTokens }
}

function thoughtOf({ calls, usage }: Answer, isBetweenTags: boolean): Answer["thought"] {
  if (isBetweenTags) return "tags"
  if (THOUGHT_FIELD.test(calls.at(-1)?.body ?? "")) return "field"
  return (usage?.thoughtTokens ?? 0) > 0 ? "usage" : null
}
