import { quoteDepth } from "./sentence-end.server.ts"

const SHINGLE_UNITS = 20
export const LOOP_WINDOW_UNITS = 600
const REPEATS_OF_A_LOOP = 3
const ECHO_REACH_UNITS = 3_200
const SENTENCE_MAX_UNITS = 300

/**
 * Where a looping text has to be cut, in UTF-16 units: after the first time it said what it then said
 * again and again, or before it where that was no news; null where the text does not loop. A loop is one run of 20 units, the last of the
 * text, three times within its last 600.
 */
export function findLoop(text: string): number | null {
  const windowStart = Math.max(0, text.length - LOOP_WINDOW_UNITS)
  const shingle = text.slice(-SHINGLE_UNITS)
  if (shingle.length < SHINGLE_UNITS || ONE_CHARACTER.test(shingle)) return null

  const found = occurrences(text, shingle, windowStart)
  if (found.length < REPEATS_OF_A_LOOP) return null
  const start = startOfRounds(found)
  const isNews = start === 0 || text.lastIndexOf(shingle, start - 1) === -1
  return isNews ? start + SHINGLE_UNITS : start
}

/** Where the rounds begin that follow each other at one distance; what was said further up is none. */
function startOfRounds(found: number[]): number {
  const gap = (index: number) => (found[index] ?? 0) - (found[index - 1] ?? 0)
  let first = found.length - 2
  while (first > 0 && gap(first) === gap(first + 1)) first -= 1
  return found[first] ?? 0
}

/** A text without the last sentences that it says a second time within its last 3,200 units. */
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

/** A divider or a long scream repeats itself at every step; the filter and the reader cope with that. */
const ONE_CHARACTER = /^(.)\1*$/su

function occurrences(text: string, shingle: string, from: number): number[] {
  const found: number[] = []
  for (let at = text.indexOf(shingle, from); at !== -1; at = text.indexOf(shingle, at + 1)) found.push(at)
  return found
}
