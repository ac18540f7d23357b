import { firstCharacters } from "#app/domain/text.ts"
import { COMMON_ABROAD, COMMON_CHARACTERS, GARBLED_CHARACTERS } from "./text-decoding.lexicon.ts"

/** Scores how much a text looks like prose, from about -1 (noise) to 1. */
export function scoreProse(text: string): number {
  let score = 0
  let count = 0
  for (const character of firstCharacters(text, SAMPLE_CHARS)) {
    score += weightOf(character)
    count += 1
  }
  return count ? score / count : 0
}

/** The share of a text's characters that a language of East Asia uses: nearly all of prose, few of random ones. */
export function shareInUse(text: string): number {
  const characters = [...firstCharacters(text, SAMPLE_CHARS)]
  const used = characters.filter((character) => isInUse(character))
  return used.length / Math.max(1, characters.length)
}

/** Whether a text has as many kana as Japanese prose. */
export function hasManyKana(text: string): boolean {
  const characters = [...firstCharacters(text, SAMPLE_CHARS)]
  return characters.filter((character) => KANA.test(character)).length > characters.length * FEWEST_KANA
}

/** Whether a file has too many control characters to be text. */
export function looksBinary(text: string): boolean {
  const sample = firstCharacters(text, SAMPLE_CHARS)
  return (sample.match(CONTROLS)?.length ?? 0) > sample.length * MOST_CONTROLS
}

const SAMPLE_CHARS = 20_000
const MOST_CONTROLS = 0.01
const FEWEST_KANA = 0.2

const COMMON = new Set(COMMON_CHARACTERS + COMMON_ABROAD)
const GARBLED = new Set(GARBLED_CHARACTERS)
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g
const PRINTABLE_ASCII = /[\t\n\r\x20-\x7e]/
const PRINTABLE_ASCII_RUN = /[\t\n\r\x20-\x7e]+/g
const KANA = /[\u3041-\u3096\u30a1-\u30fc]/
/** Half-width Katakana: Chinese read as Shift_JIS is full of it. */
const NARROW_KANA = /[\uff61-\uff9f]/
const NEVER_IN_PROSE = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u

/** The rows of each older encoding that hold its usual characters, as first and last lead byte. */
const USUAL_ROWS = [
  ["gb18030", 0xa1, 0xa3],
  ["gb18030", 0xb0, 0xf7],
  ["big5", 0xa1, 0xa3],
  ["big5", 0xa4, 0xc6],
  ["shift_jis", 0x82, 0x98],
  ["euc-kr", 0xb0, 0xc8],
] as const
let inUse: Set<string> | null = null

function isInUse(character: string): boolean {
  inUse ??= charactersInUse()
  return inUse.has(character) || COMMON.has(character) || PRINTABLE_ASCII.test(character)
}

function charactersInUse(): Set<string> {
  const characters = USUAL_ROWS.map(([encoding, first, last]) => {
    const pairs: number[] = []
    for (let lead = first; lead <= last; lead += 1) {
      for (
        let trail = encoding === "gb18030" || encoding === "euc-kr" ? 0xa1 : 0x40;
        trail <= 0xfe;
        trail += 1
      ) {
        pairs.push(lead, trail)
      }
    }
    return new TextDecoder(encoding).decode(Uint8Array.from(pairs)).replaceAll("\ufffd", "")
  })
  return new Set(characters.join("").replace(PRINTABLE_ASCII_RUN, ""))
}

function weightOf(character: string): number {
  if (GARBLED.has(character)) return -1
  if (COMMON.has(character)) return 1
  // Not as much: the commonest Chinese characters of Big5 are kana to GB18030.
  if (KANA.test(character)) return 0.8
  if (PRINTABLE_ASCII.test(character)) return 0.5
  if (NARROW_KANA.test(character)) return -0.5
  return NEVER_IN_PROSE.test(character) ? -2 : 0
}
