import { REFERENCE_MAX_CHARS, REFERENCE_PREVIEW_CHARS } from "#app/domain/limits.ts"
import { countCodePoints, firstCharacters, isLongerThan, normaliseText } from "#app/domain/text.ts"
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

  const whole = normaliseText(decoded.text).trim()
  if (!whole) return { failure: "empty" }
  return {
    text: cutReference(whole),
    truncated: isLongerThan(whole, REFERENCE_MAX_CHARS),
    encoding: decoded.encoding,
  }
}

/** The part of a normalised, trimmed text that we keep as a reference. */
export function cutReference(text: string): string {
  return firstCharacters(text, REFERENCE_MAX_CHARS).trimEnd()
}

/** The beginning of a reference text, which the form shows after reading the file. */
export function referencePreview(text: string): string {
  return `${firstCharacters(text, REFERENCE_PREVIEW_CHARS)}…`
}

/** A text's length in thousands of code points, such as "9.8K". */
export function characterCountInK(text: string): string {
  return `${(countCodePoints(text) / 1_000).toFixed(1)}K`
}

function isTextFile(name: string, type: string): boolean {
  return type.toLowerCase().startsWith("text/") || name.toLowerCase().endsWith(".txt")
}
