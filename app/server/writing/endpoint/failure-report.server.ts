import { APIError } from "openai"
import type { WriterError, WriterErrorKind } from "./writer.server.ts"

const CAUSE_MAX_UNITS = 300
/** An error that shares a run of this length with the call quotes it. */
const QUOTED_FROM_UNITS = 4

/** A failed call as the operator reads it, without a word of the visitor or the model. */
export interface FailureReport {
  kind: WriterErrorKind
  status: number | null
  code: string | null
  cause: string
}

/** Reports an error for the log. What its message shares with `secrets`, such as prompts and keys, is masked. */
export function reportFailure(error: WriterError, secrets: readonly string[]): FailureReport {
  const { kind, message, cause } = error
  const { status, code } = cause instanceof APIError ? cause : {}
  return {
    kind,
    status: status ?? null,
    code: code ? masked(String(code), secrets) : null,
    cause: masked(message, secrets),
  }
}

function masked(message: string, secrets: readonly string[]): string {
  const text = message
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\s+/g, " ")
    .slice(0, CAUSE_MAX_UNITS)
  const plain = secrets.map((secret) => secret.replace(/\s+/g, " ").toLowerCase())
  const said = text.toLowerCase()
  let shown = ""
  for (let at = 0; at < text.length; ) {
    const length = quotedLength(said.slice(at), plain)
    shown += length === 0 ? text[at] : "…"
    at += Math.max(1, length)
  }
  return shown.replace(/\bsk-[\w*-]+/g, "…")
}

/** How many units from the beginning of `text` on stand in one of the secrets; 0 for a short run. */
function quotedLength(text: string, secrets: readonly string[]): number {
  let length = 0
  for (const secret of secrets) {
    while (length < text.length && secret.includes(text.slice(0, Math.max(QUOTED_FROM_UNITS, length + 1)))) {
      length = Math.max(QUOTED_FROM_UNITS, length + 1)
    }
  }
  return length <= text.length ? length : 0
}
