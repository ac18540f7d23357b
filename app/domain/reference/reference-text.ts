import { REFERENCE_MAX_CHARS, REFERENCE_PREVIEW_CHARS } from "#app/domain/limits.ts"
import { countCodePoints, firstCharacters, isLongerThan } from "#app/domain/text.ts"
import type { TextEncoding } from "./text-decoding.ts"
import { readTextFile, type TextFile, type TextFileFailure } from "./text-file.ts"

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
  file: Omit<TextFile, "bytes">,
): ReferenceText | { failure: TextFileFailure } {
  const read = readTextFile({ bytes, ...file })
  if ("failure" in read) return read
  return {
    text: cutReference(read.text),
    truncated: isLongerThan(read.text, REFERENCE_MAX_CHARS),
    encoding: read.encoding,
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
