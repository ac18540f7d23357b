import { looksBinary, scoreProse } from "./text-decoding-score.ts"

/** The encodings that a visitor may pick if detection failed. */
export const TEXT_ENCODINGS = ["auto", "utf-8", "gb18030", "big5", "utf-16le", "utf-16be"] as const
export type TextEncodingChoice = (typeof TEXT_ENCODINGS)[number]
export type TextEncoding = Exclude<TextEncodingChoice, "auto">

export type DecodedText = { text: string; encoding: TextEncoding } | { failure: "empty" | "binary" }

/**
 * Decodes the bytes of a text file or of its beginning, and drops an incomplete last character.
 * A bad byte costs one character, not the whole text.
 */
export function decodeText(bytes: Uint8Array, choice: TextEncodingChoice = "auto"): DecodedText {
  if (SIGNATURES.some((signature) => startsWith(bytes, signature))) return { failure: "binary" }

  const encoding = choice === "auto" ? recognise(bytes) : choice
  const text = decode(bytes, encoding)

  if (!text) return { failure: "empty" }
  return looksBinary(text) ? { failure: "binary" } : { text, encoding }
}

const BYTE_ORDER_MARKS: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
]

/** PNG, JPEG, GIF, PDF, ZIP (also .docx and .epub), GZIP, RAR, 7z, .doc, ELF, RIFF, SQLite. */
const SIGNATURES = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b, 0x08],
  [0x52, 0x61, 0x72, 0x21, 0x1a],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74],
]

/** A higher share of zero bytes means UTF-16, or a binary file. */
const MOST_STRAY_ZEROS = 0.001
/** Correctly decoded prose scores far above this, noise far below. */
const PROSE_SCORE = 0.2

function recognise(bytes: Uint8Array): TextEncoding {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => startsWith(bytes, mark))
  if (marked) return marked[0]

  // A UTF-16 decoder accepts any bytes, so try it only if zero bytes suggest UTF-16.
  const [doubleByte] = hasManyZeros(bytes) ? byScore(bytes, ["utf-16le", "utf-16be"]) : []
  if (doubleByte && doubleByte.score > PROSE_SCORE) return doubleByte.encoding

  if (isValidUtf8(bytes)) return "utf-8"
  // Validity proves little here: nearly all Big5, and much UTF-8 with a bad byte, is valid GB18030.
  return byScore(bytes, ["gb18030", "big5", "utf-8"])[0]?.encoding ?? "gb18030"
}

function byScore(bytes: Uint8Array, encodings: readonly TextEncoding[]) {
  return encodings
    .map((encoding) => ({ encoding, score: scoreProse(decode(bytes, encoding)) }))
    .sort((one, other) => other.score - one.score)
}

/** `stream: true` drops an incomplete last character instead of failing on it. */
function decode(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function hasManyZeros(bytes: Uint8Array): boolean {
  let zeros = 0
  for (const byte of bytes) if (byte === 0) zeros += 1
  return zeros > bytes.length * MOST_STRAY_ZEROS
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}
