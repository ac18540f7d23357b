import OpenAI from "openai"
import {
  AT_LEAST_WORDS,
  CODE_WORDS,
  RANGE_WORDS,
  SYSTEM_ROLE_WORDS,
  UNSUPPORTED_WORDS,
} from "./failure.lexicon.server.ts"
import { THOUGHT_TOKENS_MIN } from "./token-limit.server.ts"
import type { ChatMessage, WritingTask } from "./writer.server.ts"

type LimitName = "max_tokens" | "max_completion_tokens"

/** What an endpoint has shown of the calls to one model that it takes. */
export interface Dialect {
  /** The name of the token limit; null when it takes none. */
  limitName: LimitName | null
  /** The limits that it takes, in tokens. */
  limitFrom: number
  limitTo: number
  takesUsageOption: boolean
  takesFrequencyPenalty: boolean
  takesSystemMessage: boolean
  /** Whether the model thinks before it answers. */
  thinks: boolean
}

/** What every endpoint is spoken to in at first. */
export const FIRST_DIALECT: Dialect = {
  limitName: "max_tokens",
  limitFrom: 1,
  limitTo: Number.POSITIVE_INFINITY,
  takesUsageOption: true,
  takesFrequencyPenalty: true,
  takesSystemMessage: true,
  thinks: false,
}

/** Below this, in tokens, a limit leaves no room for a part of a novel, so the complaint is about something else. */
const LIMIT_MIN = 200

/** A call for this task in this dialect. `extraBody`: fields that the operator adds; they win. */
export function chatCall(
  model: string,
  { messages, maxTokens, frequencyPenalty }: WritingTask,
  dialect: Dialect,
  extraBody: Record<string, unknown> = {},
): OpenAI.ChatCompletionCreateParamsStreaming {
  const { limitName, takesUsageOption, takesFrequencyPenalty, takesSystemMessage } = dialect
  const setsLimit = "max_tokens" in extraBody || "max_completion_tokens" in extraBody
  return {
    model,
    messages: takesSystemMessage ? messages : withoutSystem(messages),
    stream: true,
    ...(limitName && !setsLimit && { [limitName]: limitIn(dialect, maxTokens) }),
    ...(takesUsageOption && { stream_options: { include_usage: true } }),
    ...(takesFrequencyPenalty && frequencyPenalty !== 0 && { frequency_penalty: frequencyPenalty }),
    ...extraBody,
  }
}

function limitIn({ limitFrom, limitTo, thinks }: Dialect, maxTokens: number): number {
  const wanted = thinks ? Math.max(THOUGHT_TOKENS_MIN, maxTokens) : maxTokens
  return Math.max(limitFrom, Math.min(limitTo, wanted))
}

/** Puts what the system says into the user's first message. */
function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => content)
  const others = messages.filter(({ role }) => role !== "system")
  const first = others.findIndex(({ role }) => role === "user")
  return others.map((message, at) =>
    at === first ? { ...message, content: [...system, message.content].join("\n\n") } : message,
  )
}

/**
 * What this error asks to change in the dialect of the call, which was for `maxTokens`. Null when the error has
 * another cause.
 */
export function changeFor(error: unknown, dialect: Dialect, maxTokens: number): Partial<Dialect> | null {
  if (!(error instanceof OpenAI.APIError)) return null
  const { status = 400 } = error
  // A model whose template has no place for the system fails with 500.
  if (status !== 400 && status !== 422 && status !== 500) return null
  const words = `${error.param ?? ""} ${error.message.replace(/^\d{3} /, "")}`
  if (dialect.takesSystemMessage && SYSTEM_ROLE.test(words)) return { takesSystemMessage: false }
  if (status === 500) return null
  if (dialect.takesUsageOption && /stream_options|include_usage/.test(words))
    return { takesUsageOption: false }
  if (dialect.takesFrequencyPenalty && /frequency_penalty/.test(words))
    return { takesFrequencyPenalty: false }
  return dialect.limitName && LIMIT.test(words)
    ? limitChange(words, dialect, limitIn(dialect, maxTokens))
    : null
}

function limitChange(words: string, dialect: Dialect, sent: number): Partial<Dialect> | null {
  const numbers = numbersIn(words).filter((number) => number !== sent)
  const [context = 0] = numbersIn(CONTEXT.exec(words)?.[1] ?? "")
  // The window holds the prompt as well, which the same sentence counts.
  const room = context - Math.max(0, ...numbers.filter((number) => number < context)) - 1
  if (context > 0 && room < sent) return room < LIMIT_MIN ? null : { limitTo: room }

  const isOtherName = dialect.limitName === "max_tokens" && /max_completion_tokens/.test(words)
  if (isOtherName && !RANGE.test(words)) return { limitName: "max_completion_tokens" }
  const below = Math.max(0, ...numbers.filter((number) => number < sent))
  const above = Math.min(...numbers.filter((number) => number > sent))
  // One less, because some endpoints name the first number that is too large.
  if (below >= LIMIT_MIN) return { limitTo: below - 1 }
  if (AT_LEAST.test(words) && Number.isFinite(above)) return { limitFrom: above + 1 }
  if (UNSUPPORTED.test(words)) return { limitName: null }
  const half = Math.floor(sent / 2)
  return half < LIMIT_MIN ? null : { limitTo: half }
}

/** The whole numbers in a sentence, without codes, dates and versions of models. */
function numbersIn(words: string): number[] {
  const spaced = words.replace(CODE, " ").replace(IN_BRACKETS, "$1 ~ $2").replace(HYPHENATED, "$1 ~ $2")
  return [...spaced.matchAll(NUMBER)].map(([number]) => Number(number.replaceAll(",", "")))
}

const LIMIT =
  /max[ _-]?(?:completion|output|new)?[ _-]?tokens|(?:completion|output) tokens|in the completion/i
const CONTEXT = /context (?:length|window|size)\D{0,30}(\d[\d,]*)/i
const NUMBER = /(?<![\w.-])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\w-]|\.\d)/g
/** The two ends of a range: in brackets with a comma between them, or with a hyphen. */
const IN_BRACKETS = /([[(（]\s*\d+)\s*[,，]\s*(\d+\s*[\])）])/g
const HYPHENATED = /(?<![\w.-])(\d+)\s*[–—-]\s*(\d+)(?![\w-])/g
const CODE = new RegExp(`(?:${CODE_WORDS})["']?\\s*[:：=]?\\s*["']?\\d+`, "gi")
const RANGE = new RegExp(RANGE_WORDS, "i")
const AT_LEAST = new RegExp(AT_LEAST_WORDS, "i")
const UNSUPPORTED = new RegExp(UNSUPPORTED_WORDS, "i")
const SYSTEM_ROLE = new RegExp(SYSTEM_ROLE_WORDS, "i")
