import { APIError } from "openai"
import { BUSY_WORDS, KEY_WORDS, MISUSE_WORDS, MONEY_WORDS } from "./failure.lexicon.server.ts"
import { type FailureBody, statusOf } from "./failure-body.server.ts"
import { findOverflow } from "./overflow.server.ts"
import { REFUSAL_WORDS } from "./refusal.lexicon.server.ts"
import { WriterError, type WriterErrorKind } from "./writer.server.ts"

const SECOND_MS = 1_000

/** Turns an error of the SDK, or of the connection under it, into a `WriterError`. */
export function toWriterError(error: unknown): WriterError {
  if (error instanceof WriterError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof APIError)) return new WriterError("unreachable", message, { cause: error })
  const kind = kindOf(error)
  const overflow = MAY_OVERFLOW.has(kind) && !isOverworked(error) ? overflowOf(error) : null
  return new WriterError(overflow ? "overflow" : kind, message, {
    contextTokens: overflow?.contextTokens ?? null,
    cause: error,
    retryAfterMs: retryAfterMs(error.headers),
  })
}

/** The error that a body reports under status 200; a code that is an HTTP status counts as one. */
export function errorIn(failure: FailureBody, headers: Headers): APIError {
  return new APIError(statusOf(failure), failure, undefined, headers)
}

function kindOf(error: APIError): WriterErrorKind {
  const { status } = error
  const words = wordsOf(error)
  if (status === undefined) return error.error ? kindByWords(words) : "unreachable"
  if (status === 408 || status === 409 || status === 425 || status === 429) {
    return MONEY.test(words) ? "unauthorized" : "busy"
  }
  if (status === 503 || status === 529) return "busy"
  if (status >= 500) return "unreachable"
  if (REFUSAL.test(words)) return "refused"
  if (status === 401 || status === 402 || status === 403 || MONEY.test(words)) return "unauthorized"
  return "misused"
}

/** For an error inside an answer, which has no status. */
function kindByWords(words: string): WriterErrorKind {
  return KINDS.find(([says]) => says.test(words))?.[1] ?? "busy"
}

const MAY_OVERFLOW = new Set<WriterErrorKind>(["misused", "busy", "unreachable"])

/** "Too many requests" is not about the size of one. */
function isOverworked(error: APIError): boolean {
  return error.status === 429 || (error.status === undefined && BUSY.test(wordsOf(error)))
}

function overflowOf(error: APIError): ReturnType<typeof findOverflow> {
  // Some servers name the size of the context only in a field beside the message.
  return findOverflow(error.status, `${wordsOf(error)}\n${JSON.stringify(error.error ?? "")}`)
}

const REFUSAL = new RegExp(REFUSAL_WORDS, "iu")
const MONEY = new RegExp(MONEY_WORDS, "iu")
const BUSY = new RegExp(BUSY_WORDS, "iu")
const KINDS: [RegExp, WriterErrorKind][] = [
  [REFUSAL, "refused"],
  [MONEY, "unauthorized"],
  [BUSY, "busy"],
  [new RegExp(KEY_WORDS, "iu"), "unauthorized"],
  [new RegExp(MISUSE_WORDS, "iu"), "misused"],
]

function wordsOf({ code, type, message }: APIError): string {
  return `${code ?? ""} ${type ?? ""} ${message}`
}

/** Reads OpenAI's own header in milliseconds, or the standard one in seconds or as a date. */
function retryAfterMs(headers: Headers | undefined): number | undefined {
  const exact = Number(headers?.get("retry-after-ms") ?? Number.NaN)
  if (exact >= 0) return exact
  const asked = headers?.get("retry-after")
  if (!asked) return undefined
  const seconds = Number(asked)
  const ms = Number.isNaN(seconds) ? Date.parse(asked) - Date.now() : seconds * SECOND_MS
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
