import { isSeen, normaliseText } from "#app/domain/text.ts"
import { decodeText, type TextEncoding, type TextEncodingChoice } from "./text-decoding.ts"

/** Why a file is no text that we can read. */
export type TextFileFailure = "unsupported-type" | "empty" | "binary"

export interface TextFile {
  bytes: Uint8Array
  name: string
  type: string
  encoding?: TextEncodingChoice | undefined
}

/** Reads a text file: normalised, trimmed and not empty. Linear, but slow for a file of megabytes. */
export function readTextFile({
  bytes,
  name,
  type,
  encoding,
}: TextFile): { text: string; encoding: TextEncoding } | { failure: TextFileFailure } {
  if (!isTextFile(name, type)) return { failure: "unsupported-type" }
  const decoded = decodeText(bytes, encoding)
  if ("failure" in decoded) return decoded
  const text = normaliseText(decoded.text).trim()
  return isSeen(text) ? { text, encoding: decoded.encoding } : { failure: "empty" }
}

function isTextFile(name: string, type: string): boolean {
  return type.toLowerCase().startsWith("text/") || name.toLowerCase().endsWith(".txt")
}
