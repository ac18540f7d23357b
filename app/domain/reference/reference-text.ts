import { REFERENCE_MAX_CHARS, REFERENCE_PREVIEW_CHARS } from "#app/domain/limits.ts"
import { decodeText, type TextEncoding, type TextEncodingChoice } from "./text-decoding.ts"

export type ReferenceFailure = "unsupported-type" | "empty" | "binary"

export interface ReferenceText {
  text: string
  truncated: boolean
  encoding: TextEncoding
}

const MOST_BYTES_PER_CHAR = 4
const ROOM_FOR_BLANKS_BYTES = 64 * 1_024
/** Enough of a file's beginning to fill a reference text in any encoding and to tell whether it was cut. */
export const REFERENCE_READ_BYTES = MOST_BYTES_PER_CHAR * (REFERENCE_MAX_CHARS + 1) + ROOM_FOR_BLANKS_BYTES

/** Reads the reference text from an uploaded file's bytes, or from its first REFERENCE_READ_BYTES. */
export function readReference(
  bytes: Uint8Array,
  { name, type, encoding }: { name: string; type: string; encoding?: TextEncodingChoice },
): ReferenceText | { failure: ReferenceFailure } {
  if (!isTextFile(name, type)) return { failure: "unsupported-type" }

  const decoded = decodeText(bytes, encoding)
  if ("failure" in decoded) return decoded

  const whole = normalise(decoded.text)
  if (!whole) return { failure: "empty" }
  return {
    text: firstChars(whole, REFERENCE_MAX_CHARS),
    truncated: whole.length > REFERENCE_MAX_CHARS,
    encoding: decoded.encoding,
  }
}

/** The beginning of a reference text, which the form shows after reading the file. */
export function referencePreview(text: string): string {
  return `${firstChars(text, REFERENCE_PREVIEW_CHARS)}…`
}

/** A text's length in thousands of UTF-16 units, such as "9.8K". */
export function characterCountInK(text: string): string {
  return `${(text.length / 1_000).toFixed(1)}K`
}

function isTextFile(name: string, type: string): boolean {
  return type.toLowerCase().startsWith("text/") || name.toLowerCase().endsWith(".txt")
}

function normalise(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\0\ufeff]/g, "")
    .trim()
}

/** Cuts before a surrogate pair, never inside it. */
function firstChars(text: string, count: number): string {
  const endsInPair = /[\ud800-\udbff]/.test(text[count - 1] ?? "") && text.length > count
  return text.slice(0, endsInPair ? count - 1 : count)
}
