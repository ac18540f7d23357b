import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser"
import { FORM_MAX_BYTES, JSON_MAX_BYTES, REFERENCE_FILE_MAX_BYTES } from "../domain/limits.ts"

const MAX_FIELDS = 50
const AMPERSAND = 38
/** A browser shows an answer only when its upload was read; beyond this much we hang up instead. */
const DRAIN_MAX_BYTES = 8 * FORM_MAX_BYTES

export type BodyProblem = "too-large" | "malformed" | "unsupported"

/**
 * A form's fields, read piece by piece under bounds. When a bound is broken, the fields that came
 * before are still answered, so that a visitor's words are not lost to a file that is too large.
 */
export async function readForm(
  request: Request,
  maxBytes = FORM_MAX_BYTES,
): Promise<{ form: FormData; problem: BodyProblem | null }> {
  if (mediaType(request) === "application/x-www-form-urlencoded") return readEncodedForm(request, maxBytes)
  const form = new FormData()
  if (!isMultipartRequest(request)) return { form, problem: "unsupported" }
  const limits = { maxFileSize: REFERENCE_FILE_MAX_BYTES, maxTotalSize: maxBytes, maxParts: MAX_FIELDS }
  try {
    for await (const part of parseMultipartRequest(request, limits)) {
      if (!part.name) continue
      if (part.isFile)
        form.append(part.name, new File([part.arrayBuffer], part.filename ?? "", { type: part.mediaType }))
      else form.append(part.name, part.text)
    }
    return { form, problem: null }
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    await drain(request)
    return { form, problem }
  }
}

/** A JSON body under a bound; what it holds is for a schema to say. */
export async function readJson(request: Request): Promise<{ json: unknown; problem: BodyProblem | null }> {
  const bytes = await readBytes(request, JSON_MAX_BYTES)
  if (!bytes) return { json: null, problem: "too-large" }
  try {
    return { json: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), problem: null }
  } catch {
    return { json: null, problem: "malformed" }
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
  // Counted first: millions of empty fields are small until they are read.
  if (bytes.filter((byte) => byte === AMPERSAND).length >= MAX_FIELDS) return { form, problem: "malformed" }
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) form.append(name, value)
  return { form, problem: null }
}

/** A body's bytes; null where there are more. They are read to their end all the same, up to a bound. */
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

function problemOf(error: unknown): BodyProblem | null {
  if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
    return "too-large"
  if (error instanceof MultipartParseError) return "malformed"
  return null
}

async function drain(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > DRAIN_MAX_BYTES) return
  }
}
