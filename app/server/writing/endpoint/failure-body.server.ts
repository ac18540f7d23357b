/** What an endpoint says of a call that failed, in OpenAI's names. */
export interface FailureBody {
  message: string
  code: string | number | null
  type: string | null
  param: string | null
}

/** Codes of bodies that report a success in the fields of a failure. */
const SUCCESS = /^(?:0+|2\d\d|success|ok)$/i
const MESSAGES = ["message", "msg", "error_msg", "error_message", "status_msg", "detail", "error"] as const
const CODES = ["code", "error_code", "status_code", "status"] as const

/**
 * The failure that the JSON body of an answer reports, in whatever shape; null when it reports none. A body with
 * choices reports one only where it says `error`.
 */
export function failureIn(body: unknown): FailureBody | null {
  if (Array.isArray(body)) return body.length > 0 ? failureIn(body[0]) : null
  if (!isRecord(body)) return null
  if (body.error !== undefined && isReported(body.error)) return failureOf(body.error, body)
  if (Array.isArray(body.errors) && body.errors.length > 0) return failureOf(body.errors[0], body)
  // MiniMax
  const { base_resp: base } = body
  if (isRecord(base) && base.status_code) return failureOf(base, body)
  const isAnswer = "choices" in body || isRecord(body.message)
  return isAnswer || isSuccess(body) || messageOf(body) === null ? null : failureOf(body, body)
}

/** The HTTP status that a failure's code is; undefined when it is none. */
export function statusOf({ code }: FailureBody): number | undefined {
  const status = Number(code)
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

function failureOf(reported: unknown, body: Record<string, unknown>): FailureBody {
  const failure: Record<string, unknown> = isRecord(reported) ? reported : { message: String(reported) }
  const code = codeOf(failure) ?? codeOf(body)
  return {
    message: messageOf(failure) ?? JSON.stringify(failure),
    code: typeof code === "number" || typeof code === "string" ? code : null,
    type: textIn(failure.type) ?? textIn(failure.status) ?? textIn(body.type),
    param: textIn(failure.param),
  }
}

function isReported(error: unknown): boolean {
  if (isRecord(error))
    return Object.values(error).some((value) => value !== null && value !== "" && value !== 0)
  return error !== false && error !== null && error !== undefined && error !== ""
}

function isSuccess(body: Record<string, unknown>): boolean {
  const code = codeOf(body)
  return body.success === true || (code !== undefined && SUCCESS.test(String(code)))
}

function codeOf(record: Record<string, unknown>): unknown {
  return CODES.map((name) => record[name]).find((code) => code !== undefined && code !== null)
}

function messageOf(record: Record<string, unknown>): string | null {
  for (const name of MESSAGES) {
    const value = record[name]
    if (typeof value === "string" && value !== "") return value
    if (value && typeof value === "object")
      return messageOf(value as Record<string, unknown>) ?? JSON.stringify(value)
  }
  return null
}

function textIn(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
