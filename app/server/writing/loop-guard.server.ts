const SHINGLE_UNITS = 20
const WINDOW_UNITS = 600
const REPEATS_OF_A_LOOP = 3

/**
 * Where a looping text has to be cut, in UTF-16 units: after the first time it said what it then said
 * again and again, or before it where that was no news; null where the text does not loop. A loop is one run of 20 units, the last of the
 * text, three times within its last 600.
 */
export function findLoop(text: string): number | null {
  const windowStart = Math.max(0, text.length - WINDOW_UNITS)
  const shingle = text.slice(-SHINGLE_UNITS)
  if (shingle.length < SHINGLE_UNITS || ONE_CHARACTER.test(shingle)) return null

  const found = occurrences(text, shingle, windowStart)
  return found.length >= REPEATS_OF_A_LOOP ? endOfFirstRound(found) : null
}

/** What was said once before, further up, is said again by the first round already. */
function endOfFirstRound(found: number[]): number {
  const gap = (index: number) => (found[index] ?? 0) - (found[index - 1] ?? 0)
  let first = found.length - 2
  while (first > 0 && gap(first) === gap(first + 1)) first -= 1
  const start = found[first] ?? 0
  return first === 0 ? start + SHINGLE_UNITS : start
}

/** A divider or a long scream repeats itself at every step; the filter and the reader cope with that. */
const ONE_CHARACTER = /^(.)\1*$/su

function occurrences(text: string, shingle: string, from: number): number[] {
  const found: number[] = []
  for (let at = text.indexOf(shingle, from); at !== -1; at = text.indexOf(shingle, at + 1)) found.push(at)
  return found
}
