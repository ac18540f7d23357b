import { setImmediate } from "node:timers/promises"
import {
  getMultipartBoundary,
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser"
import { parseFlatJson } from "#app/domain/forms/flat-json.ts"
import {
  ENCODED_FORM_MAX_BYTES,
  FORM_MAX_BYTES,
  FORM_TEXT_MAX_BYTES,
  JSON_MAX_BYTES,
  REFERENCE_FILE_MAX_BYTES,
  SHORT_TEXTS_MAX_BYTES,
} from "#app/domain/limits.ts"

const MAX_FIELDS = 50
/** RFC 2046, section 5.1.1. */
const BOUNDARY_MAX_UNITS = 70
/** The fields that may hold a whole novel. */
const NOVEL_FIELDS = new Set(["existing_text", "own_text", "content", "text", "entries"])
/** Brackets, braces and commas outside of strings. Our own requests are flat and have a few dozen. */
const MAX_JSON_MARKS = 1_000
const PIECE_BYTES = 8 * 1_024 * 1_024
const AMPERSAND = 38
const PLUS = 43
const SPACE = 32
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
  { fileMaxBytes = REFERENCE_FILE_MAX_BYTES, maxFields = MAX_FIELDS } = {},
): Promise<{ form: FormData; problem: BodyProblem | null }> {
  if (mediaType(request) === "application/x-www-form-urlencoded") {
    return readEncodedForm(request, { maxBytes, maxFields })
  }
  const form = new FormData()
  if (!isMultipartRequest(request)) return { form, problem: "unsupported" }
  if (hasLongBoundary(request)) {
    await readBytes(request, 0)
    return { form, problem: "malformed" }
  }
  const limits = { maxFileSize: fileMaxBytes, maxTotalSize: maxBytes, maxParts: maxFields }
  const budget = new TextBudget()
  try {
    for await (const part of parseMultipartRequest(request, limits)) {
      if (!part.name) continue
      if (part.isFile) {
        const content = await inBlobs(part.content)
        form.append(part.name, new File(content, part.filename ?? "", { type: part.mediaType }))
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

/** A file's bytes, in as many turns of the event loop as it has pieces, because a packed library may have 64 MB. */
export async function bytesOf(file: File): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(file.size)
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    bytes.set(await file.slice(at, at + PIECE_BYTES).bytes(), at)
    await setImmediate()
  }
  return bytes
}

/** Copies what a file is made of, which its making copies, in as many turns. */
async function inBlobs(content: readonly Uint8Array[]): Promise<Blob[]> {
  const blobs: Blob[] = []
  let [from, bytes] = [0, 0]
  for (const [at, chunk] of content.entries()) {
    bytes += chunk.byteLength
    if (bytes < PIECE_BYTES && at < content.length - 1) continue
    blobs.push(new Blob(content.slice(from, at + 1) as Uint8Array<ArrayBuffer>[]))
    from = at + 1
    bytes = 0
    await setImmediate()
  }
  return blobs
}

/** Reads a JSON body of at most `JSON_MAX_BYTES`. The caller validates its contents. */
export async function readJson(request: Request): Promise<{ json: unknown; problem: BodyProblem | null }> {
  const bytes = await readBytes(request, JSON_MAX_BYTES)
  if (!bytes) return { json: null, problem: "too-large" }
  // The longest body takes some 10 ms to put together, and as much to count, to parse and to check.
  await setImmediate()
  const json = parseJson(bytes)
  await setImmediate()
  return json === undefined ? { json: null, problem: "malformed" } : { json, problem: null }
}

/** Parses JSON of a bounded number of parts; undefined if it is malformed or has more. */
export function parseJson(bytes: Uint8Array, maxMarks = MAX_JSON_MARKS): unknown {
  try {
    return parseFlatJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), maxMarks)
  } catch {
    return undefined
  }
}

/** The media type of a request's body, without its parameters. */
export function mediaType(request: Request): string {
  return request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase() ?? ""
}

/** Against each piece of the body, the parser's time grows with the square of the boundary's length. */
function hasLongBoundary(request: Request): boolean {
  const boundary = getMultipartBoundary(request.headers.get("Content-Type") ?? "") ?? ""
  return boundary.length > BOUNDARY_MAX_UNITS
}

async function readEncodedForm(
  request: Request,
  { maxBytes, maxFields }: { maxBytes: number; maxFields: number },
): Promise<{ form: FormData; problem: BodyProblem | null }> {
  const form = new FormData()
  const bytes = await readBytes(request, maxBytes)
  if (!bytes) return { form, problem: "too-large" }
  // Count first: a small body can hold millions of empty fields, which are large once parsed.
  if (hasMore(bytes, AMPERSAND, maxFields - 1)) return { form, problem: "malformed" }
  if (bytes.length > ENCODED_FORM_MAX_BYTES) return { form, problem: "text-too-large" }
  // URLSearchParams needs half a second to replace a few million plus signs.
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === PLUS) bytes[at] = SPACE
  const text = new TextDecoder().decode(bytes)
  // A novel of emoji has 12 MB, each byte as three characters. To parse those is a turn of its own.
  await setImmediate()
  const fields = new URLSearchParams(text)
  await setImmediate()
  const budget = new TextBudget()
  for (const [name, value] of fields) {
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
