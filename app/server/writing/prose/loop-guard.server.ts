import { NUMERALS } from "./numerals.lexicon.server.ts"
import { quoteDepth } from "./sentence-end.server.ts"

const SHINGLE_UNITS = 20
/** A phrase of a few words in Latin letters is longer. */
const LATIN_SHINGLE_UNITS = 60
export const LOOP_WINDOW_UNITS = 600
const REPEATS_OF_A_LOOP = 3
/** A loop with a counter in it has more rounds, and more text, than what a story counts. */
const ROUNDS_OF_A_COUNT = 4
const COUNTED_LOOP_MIN_UNITS = 160
export const COUNTED_WINDOW_UNITS = 1_600
const ECHO_REACH_UNITS = 3_200
const SENTENCE_MAX_UNITS = 300

/**
 * The offset in UTF-16 units at which to cut a looping text; null when the text does not loop. A text
 * loops when its last 20 units stand three times in its last 600. The cut keeps the first of the
 * rounds, unless the text had said the same before.
 */
export function findLoop(text: string): number | null {
  const windowStart = Math.max(0, text.length - LOOP_WINDOW_UNITS)
  const units = HAN.test(text.slice(-SHINGLE_UNITS)) ? SHINGLE_UNITS : LATIN_SHINGLE_UNITS
  const shingle = text.slice(-units)
  if (shingle.length < units || ONE_CHARACTER.test(shingle)) return null

  const found = occurrences(text, shingle, windowStart)
  if (found.length < REPEATS_OF_A_LOOP) return null
  const start = startOfRounds(found)
  const isNews = start === 0 || text.lastIndexOf(shingle, start - 1) === -1
  return isNews ? start + units : start
}

/**
 * The offset in UTF-16 units at which to cut a text that loops but for its numbers, as the first time, the second time, and so on;
 * null when it does not. With every number the same, the end of the text stands in it at even distances.
 */
export function findCountedLoop(text: string): number | null {
  if (!HAS_NUMERAL.test(text.slice(-SHINGLE_UNITS * 2))) return null
  const window = text.slice(-COUNTED_WINDOW_UNITS)
  const folded = window.replace(NUMERALS_IN_A_ROW, NUMBER)
  const shingle = folded.slice(-SHINGLE_UNITS)
  if (shingle.length < SHINGLE_UNITS || !shingle.includes(NUMBER) || ONE_CHARACTER.test(shingle)) return null
  const found = occurrences(folded, shingle, 0)
  const start = startOfRounds(found)
  const rounds = found.length - found.indexOf(start)
  const isLoop = rounds >= ROUNDS_OF_A_COUNT && folded.length - start >= COUNTED_LOOP_MIN_UNITS
  return isLoop ? text.length - window.length + unfold(window, start + SHINGLE_UNITS) : null
}

/** Where an offset stood before each number became one sign. */
function unfold(text: string, offset: number): number {
  let place = offset
  for (const { 0: number, index } of text.matchAll(NUMERALS_IN_A_ROW)) {
    if (index >= place) break
    place += number.length - NUMBER.length
  }
  return place
}

const NUMBER = "0"

const NUMERALS_IN_A_ROW = new RegExp(`[${NUMERALS}]+`, "gu")
const HAS_NUMERAL = new RegExp(`[${NUMERALS}]`, "u")

/** Where the evenly spaced rounds begin; an occurrence further up is no round. */
function startOfRounds(found: number[]): number {
  const gap = (index: number) => (found[index] ?? 0) - (found[index - 1] ?? 0)
  let first = found.length - 2
  while (first > 0 && gap(first) === gap(first + 1)) first -= 1
  return found[first] ?? 0
}

/** The text without last sentences that also stand in the 3,200 UTF-16 units before them. */
export function withoutEcho(text: string): string {
  let kept = text
  for (;;) {
    const [last = ""] = LAST_SENTENCE.exec(kept.slice(-SENTENCE_MAX_UNITS)) ?? []
    const rest = kept.slice(0, kept.length - last.length)
    const isEcho = rest.slice(-ECHO_REACH_UNITS).includes(last)
    if (last.length < SHINGLE_UNITS || !isEcho || quoteDepth(last) !== 0) return kept
    kept = rest.trimEnd()
  }
}

const LAST_SENTENCE = /[^。！？…!?～\n]*[。！？…!?～]+[”’」』）】》"]*$/u

const HAN = /\p{Script=Han}/u
/** A divider or a long scream is no loop. */
const ONE_CHARACTER = /^(.)\1*$/su

function occurrences(text: string, shingle: string, from: number): number[] {
  const found: number[] = []
  for (let at = text.indexOf(shingle, from); at !== -1; at = text.indexOf(shingle, at + 1)) found.push(at)
  return found
}
