import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser"
import {
  ENCODED_FORM_MAX_BYTES,
  FORM_MAX_BYTES,
  FORM_TEXT_MAX_BYTES,
  JSON_MAX_BYTES,
  REFERENCE_FILE_MAX_BYTES,
  SHORT_TEXTS_MAX_BYTES,
} from "#app/domain/limits.ts"

const MAX_FIELDS = 50
/** The fields that may hold a whole novel. */
const NOVEL_FIELDS = new Set(["existing_text", "own_text", "content", "text", "entries"])
/** Brackets, braces and commas outside of strings. Our own requests are flat and have a few dozen. */
const MAX_JSON_MARKS = 1_000
const AMPERSAND = 38
const PLUS = 43
const SPACE = 32
const QUOTE = 34
const BACKSLASH = 92
const COMMA = 44
const BRACKET = 91
const BRACE = 123
/** A browser shows an answer only after we read its whole upload. Beyond this size we hang up instead. */
const DRAIN_MAX_BYTES = 8 * FORM_MAX_BYTES

export type BodyProblem = "too-large" | "text-too-large" | "malformed" | "unsupported"

/**
 * Reads a form's fields as a stream, within size limits. If it exceeds one, it returns the fields that came
 * before, so that a file that is too large does not cost the visitor their text.
 */
export async function readForm(
  request: Request,
  maxBytes = FORM_MAX_BYTES,
  fileMaxBytes = REFERENCE_FILE_MAX_BYTES,
): Promise<{ form: FormData; problem: BodyProblem | null }> {
  if (mediaType(request) === "application/x-www-form-urlencoded") return readEncodedForm(request, maxBytes)
  const form = new FormData()
  if (!isMultipartRequest(request)) return { form, problem: "unsupported" }
  const limits = { maxFileSize: fileMaxBytes, maxTotalSize: maxBytes, maxParts: MAX_FIELDS }
  const budget = new TextBudget()
  try {
    for await (const part of parseMultipartRequest(request, limits)) {
      if (!part.name) continue
      if (part.isFile) {
        form.append(part.name, new File([part.arrayBuffer], part.filename ?? "", { type: part.mediaType }))
        continue
      }
      if (!budget.take(part.name, part.size)) throw new TextTooLargeError()
      form.append(part.name, part.text)
    }
    return { form, problem: null }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    if (!request.body?.locked) await readBytes(request, 0)
    return { form, problem }
  }
}

/** Reads a JSON body of at most `JSON_MAX_BYTES`. The caller validates its contents. */
export async function readJson(request: Request): Promise<{ json: unknown; problem: BodyProblem | null }> {
  const bytes = await readBytes(request, JSON_MAX_BYTES)
  if (!bytes) return { json: null, problem: "too-large" }
  const json = parseJson(bytes)
  return json === undefined ? { json: null, problem: "malformed" } : { json, problem: null }
}

/** Parses JSON of a bounded number of parts; undefined if it is malformed or has more. */
export function parseJson(bytes: Uint8Array, maxMarks = MAX_JSON_MARKS): unknown {
  if (!isFlatJson(bytes, maxMarks)) return undefined
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The media type of a request's body, without its parameters. */
export function mediaType(request: Request): string {
  return request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? ""
}

async function readEncodedForm(
  request: Request,
  maxBytes: number,
): Promise<{ form: FormData; problem: BodyProblem | null }> {
  const form = new FormData()
  const bytes = await readBytes(request, maxBytes)
  if (!bytes) return { form, problem: "too-large" }
  // Count first: a small body can hold millions of empty fields, which are large once parsed.
  if (hasMore(bytes, AMPERSAND, MAX_FIELDS - 1)) return { form, problem: "malformed" }
  if (bytes.length > ENCODED_FORM_MAX_BYTES) return { form, problem: "text-too-large" }
  // URLSearchParams needs half a second to replace a few million plus signs.
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === PLUS) bytes[at] = SPACE
  const budget = new TextBudget()
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) {
    if (!budget.take(name, value.length)) return { form, problem: "text-too-large" }
    form.append(name, value)
  }
  return { form, problem: null }
}

function hasMore(bytes: Uint8Array, byte: number, most: number): boolean {
  let count = 0
  for (let at = bytes.indexOf(byte); at >= 0 && count <= most; at = bytes.indexOf(byte, at + 1)) count += 1
  return count > most
}

/** Whether JSON has few enough parts to parse quickly. A megabyte of brackets takes a hundred times as long as one of text. */
function isFlatJson(bytes: Uint8Array, maxMarks: number): boolean {
  let marks = 0
  let inString = false
  for (let at = 0; at < bytes.length && marks <= maxMarks; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) inString = !inString
    else if (inString && byte === BACKSLASH) at += 1
    else if (!inString && (byte === COMMA || byte === BRACKET || byte === BRACE)) marks += 1
  }
  return marks <= maxMarks
}

/** Reads a body's bytes; null if it exceeds `maxBytes`. Reads on after that, up to `DRAIN_MAX_BYTES`. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes <= maxBytes) chunks.push(chunk)
    else chunks.length = 0
    if (bytes > DRAIN_MAX_BYTES) break
  }
  return bytes > maxBytes ? null : Buffer.concat(chunks)
}

/** Texts have lower limits than files, because we scan them several times and send them back; most of all short ones. */
class TextBudget {
  #all = FORM_TEXT_MAX_BYTES
  #short = SHORT_TEXTS_MAX_BYTES

  /** Whether the form has room for this field, too. */
  take(name: string, size: number): boolean {
    this.#all -= size
    if (!NOVEL_FIELDS.has(name)) this.#short -= size
    return this.#all >= 0 && this.#short >= 0
  }
}

class TextTooLargeError extends Error {}

function problemOf(error: unknown): BodyProblem | null {
  if (error instanceof TextTooLargeError) return "text-too-large"
  if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
    return "too-large"
  if (error instanceof MultipartParseError) return "malformed"
  return null
}
