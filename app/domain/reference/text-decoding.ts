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
  const beginning = String.fromCharCode(...bytes.subarray(0, LONGEST_BEGINNING_BYTES))
  if (SIGNATURE.test(beginning)) return { failure: "binary" }

  const marked = BYTE_ORDER_MARKS.find(([, mark]) => beginning.startsWith(mark))
  const encoding = choice === "auto" ? (marked?.[0] ?? recognise(bytes)) : choice
  const text = decode(bytes, encoding)

  if (!text) return { failure: "empty" }
  return looksBinary(text) ? { failure: "binary" } : { text, encoding }
}

/** The beginnings of files, one character a byte. */
const BYTE_ORDER_MARKS: readonly (readonly [TextEncoding, string])[] = [
  ["utf-8", "\xef\xbb\xbf"],
  ["utf-16le", "\xff\xfe"],
  ["utf-16be", "\xfe\xff"],
]
/** PNG, JPEG, GIF, PDF, ZIP (also .docx and .epub), GZIP, RAR, 7z, .doc, ELF, SQLite. */
const SIGNATURE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such files begin with control characters.
  /^(?:\x89PNG|\xff\xd8\xff|GIF8|%PDF-|PK\x03\x04|\x1f\x8b\x08|Rar!\x1a|7z\xbc\xaf|\xd0\xcf\x11\xe0|\x7fELF|SQLite format)/
const LONGEST_BEGINNING_BYTES = 16

/** A higher share of zero bytes means UTF-16, or a binary file. */
const MOST_STRAY_ZEROS = 0.001
/** Correctly decoded prose scores far above this, noise far below. */
const PROSE_SCORE = 0.2

function recognise(bytes: Uint8Array): TextEncoding {
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
