import { APIError } from "openai"
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
  const overflow = MAY_OVERFLOW.has(kind) && error.status !== 429 ? overflowOf(error) : null
  return new WriterError(overflow ? "overflow" : kind, message, {
    contextTokens: overflow?.contextTokens ?? null,
    cause: error,
    retryAfterMs: retryAfterMs(error.headers),
  })
}

function kindOf(error: APIError): WriterErrorKind {
  const { status } = error
  // An error event inside a stream has no status, but its code may name the cause.
  if (status === undefined) return isRefusal(error) ? "refused" : error.error ? "busy" : "unreachable"
  if (status === 408 || status === 409 || status === 425 || status === 429) {
    return NO_MONEY.test(wordsOf(error)) ? "unauthorized" : "busy"
  }
  if (status === 503 || status === 529) return "busy"
  if (status >= 500) return "unreachable"
  if (isRefusal(error)) return "refused"
  return status === 401 || status === 402 || status === 403 ? "unauthorized" : "misused"
}

const MAY_OVERFLOW = new Set<WriterErrorKind>(["misused", "busy", "unreachable"])

function overflowOf(error: APIError): ReturnType<typeof findOverflow> {
  // Some servers name the size of the context only in a field beside the message.
  return findOverflow(error.status, `${wordsOf(error)}\n${JSON.stringify(error.error ?? "")}`)
}

const NO_MONEY = /insufficient_quota|insufficient balance|billing/i
const REFUSAL = new RegExp(REFUSAL_WORDS, "iu")

function isRefusal(error: APIError): boolean {
  return REFUSAL.test(wordsOf(error))
}

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
