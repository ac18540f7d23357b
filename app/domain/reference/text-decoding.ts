import { hasManyKana, looksBinary, scoreProse, shareInUse } from "./text-decoding-score.ts"

/** The encodings that a visitor may pick if detection failed. */
export const TEXT_ENCODINGS = [
  "auto",
  "utf-8",
  "gb18030",
  "big5",
  "utf-16le",
  "utf-16be",
  "shift_jis",
  "euc-jp",
  "euc-kr",
] as const
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
/** Without zeros to speak for UTF-16, so much of the text has to be characters in use. */
const LEAST_IN_USE = 0.85
/** Fewer characters may be in use by chance. */
const WIDE_MIN_BYTES = 8
const SAMPLE_BYTES = 32 * 1_024
/** Japanese in GB18030 has the same kana, but is rare. */
const JAPANESE_LEAD = 0.2

/** In this order where two readings look alike. */
const MULTIBYTE: readonly TextEncoding[] = ["gb18030", "big5", "utf-8", "shift_jis", "euc-jp", "euc-kr"]

interface Reading {
  encoding: TextEncoding
  score: number
}

/** From the first byte that is not ASCII: what comes before it is the same in most encodings. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  )
  const start = first - (first % 2)
  return bytes.subarray(start, start + SAMPLE_BYTES)
}

function recognise(bytes: Uint8Array): TextEncoding {
  const sample = sampleOf(bytes)
  // A UTF-16 decoder accepts any bytes, and GB18030's nearly any: only the text can tell.
  const wide = best(sample, ["utf-16le", "utf-16be"])
  if (hasManyZeros(bytes) && wide.score > PROSE_SCORE) return wide.encoding

  // Validity proves little for the others: nearly all Big5, and much UTF-8 with a bad byte, is valid GB18030.
  const narrow = best(sample, isValidUtf8(bytes) ? ["utf-8"] : MULTIBYTE)
  const isWide =
    sample.length >= WIDE_MIN_BYTES &&
    wide.score > narrow.score &&
    shareInUse(decode(sample, wide.encoding)) >= LEAST_IN_USE
  return isWide ? wide.encoding : narrow.encoding
}

function best(bytes: Uint8Array, encodings: readonly TextEncoding[]): Reading {
  const readings = encodings.map((encoding) => {
    const text = decode(bytes, encoding)
    const lead = encoding === "euc-jp" && hasManyKana(text) ? JAPANESE_LEAD : 0
    return { encoding, score: scoreProse(text) + lead }
  })
  return readings.reduce((one, other) => (other.score > one.score ? other : one))
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
