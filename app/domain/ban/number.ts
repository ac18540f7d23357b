import type { Signal } from "./nearness.ts"
import { DIGITS, SHORT_TENS, SOME, SOME_MORE, TENS } from "./number.lexicon.ts"

/** A number of years, and where a text gives it. */
export interface Age extends Signal {
  years: number
}

/** A longer number is not an age. The bound keeps every search that uses `NUMBER` linear. */
const NUMBER_MAX_CHARS = 12

/** Regular-expression source for a number in digits, in Chinese characters, or in a mix. */
export const NUMBER = `[.${[...DIGITS, ...TENS, ...Object.keys(SHORT_TENS)].join("")}${SOME}${SOME_MORE}]{1,${NUMBER_MAX_CHARS}}`

/** Reads a run of such characters. A range like "sixteen-seventeen" gives its lower end; null if there is no number. */
export function readNumber(written: string): number | null {
  const figures = FIGURES_AT_END.exec(written)
  if (figures) return Number(figures[0])

  const characters = [...written.replace(SKIPPED, "").replace(SHORT, (short) => SHORT_TENS[short] ?? "")]
  if (!characters.some((character) => VALUES.has(character)) || SOME.includes(characters[0] ?? ""))
    return null
  return addUp(characters)
}

/** Reads digits in any script one by one, as in a year; null if there is another character. */
export function readFigures(written: string): number | null {
  const digits = [...written].map((character) => VALUES.get(character) ?? 10)
  return digits.length > 0 && digits.every((digit) => digit < 10) ? Number(digits.join("")) : null
}

const FIGURES_AT_END = /(?:\d{2,}|^\d)(?:\.\d+)?$/
const SKIPPED = new RegExp(`[${SOME_MORE}]`, "g")
const SHORT = new RegExp(`[${Object.keys(SHORT_TENS).join("")}]`, "g")
const VALUES = new Map([
  ...DIGITS.flatMap((forms, digit) => [...forms].map((form) => [form, digit] as const)),
  ...TENS.flatMap((forms, power) => [...forms].map((form) => [form, 10 ** (power + 1)] as const)),
])

function addUp(characters: string[]): number {
  let total = 0
  let pending: number | null = null
  let lastTen = Number.POSITIVE_INFINITY
  for (const character of characters) {
    const value = VALUES.get(character)
    if (value === undefined) continue
    if (value < 10) pending = followWith(pending, value)
    else {
      // A second ten that is not smaller begins another number: "sixteen-eighteen" means at least sixteen.
      if (value >= lastTen && lastTen <= 10) break
      total += (pending ?? 1) * value
      pending = null
      lastTen = value
    }
  }
  return total + (pending ?? 0)
}

/** Consecutive digits are a range ("six-seven" is six); others are digits of one number ("one-seven" is 17). */
function followWith(pending: number | null, digit: number): number {
  if (!pending) return digit
  return digit === pending + 1 ? pending : pending * 10 + digit
}
