import { firstCharacters } from "#app/domain/text.ts"
import { COMMON_CHARACTERS, GARBLED_CHARACTERS } from "./text-decoding.lexicon.ts"

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

/** Whether a file has too many control characters to be text. */
export function looksBinary(text: string): boolean {
  const sample = firstCharacters(text, SAMPLE_CHARS)
  return (sample.match(CONTROLS)?.length ?? 0) > sample.length * MOST_CONTROLS
}

const SAMPLE_CHARS = 20_000
const MOST_CONTROLS = 0.01

const COMMON = new Set(COMMON_CHARACTERS)
const GARBLED = new Set(GARBLED_CHARACTERS)
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f]/g
const PRINTABLE_ASCII = /[\t\n\r\x20-\x7e]/
const NEVER_IN_PROSE = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u

function weightOf(character: string): number {
  if (GARBLED.has(character)) return -1
  if (COMMON.has(character)) return 1
  if (PRINTABLE_ASCII.test(character)) return 0.5
  return NEVER_IN_PROSE.test(character) ? -2 : 0
}
