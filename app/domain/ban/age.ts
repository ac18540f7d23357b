import * as words from "./age.lexicon.ts"
import { findEnglishAges } from "./age-english.ts"
import { findInferredAges } from "./age-inferred.ts"
import { everyMatch } from "./every-match.ts"
import { type Signal, within } from "./nearness.ts"
import { type Age, NUMBER, readNumber } from "./number.ts"

const ADULT_FROM_YEARS = 18
const YOUNGEST_TEEN_YEARS = 10
const LONGEST_LIFE_YEARS = 99
const CONTEXT_CHARS = 16

/** Every person's age in a normalised text. A range or a circumlocution counts as the lowest age it allows. */
export function findAges(text: string): Age[] {
  const bare = matches(text, WITHOUT_UNIT_OR_CERTAINTY, (match) => readNumber(match[1] ?? match[2] ?? ""))
  const stated = [...findStatedAges(text), ...bare.filter(isTeenAge)].sort(byPlace)
  // "He is thirty this year": too uncertain to call somebody an adult, but enough to compare another's age with.
  const bareAdults = bare.filter((age) => !isMinorAge(age) && age.years <= LONGEST_LIFE_YEARS)
  const inferred = findInferredAges(text, [...stated, ...bareAdults].sort(byPlace))
    .filter((age) => !isThing(text, age))
    .sort(byPlace)
  // "Eight" in "ten and eight years" is not an age of its own.
  const isPart = (age: Age) =>
    within(inferred, age, 0).some((sum) => sum.start <= age.start && age.end <= sum.end)
  return [...stated.filter((age) => !isPart(age)), ...inferred]
}

function findStatedAges(text: string): Age[] {
  return [
    ...matches(text, WITH_UNIT, lowest),
    ...matches(text, WITH_UNIT_BY_SOUND, (match) => teenOnly(lowest(match))),
    ...matches(text, WITHOUT_UNIT, (match) => readNumber(match[1] ?? "")),
    ...matches(text, ENGLISH, (match) => Number(match[1] ?? match[2] ?? 0)),
    ...matches(text, SAID_TO_BE_MINOR, () => ADULT_FROM_YEARS - 1),
    ...matches(text, CLASSICAL, () => ADULT_FROM_YEARS - 3),
    ...(ROMAN_LETTERS.test(text)
      ? matches(text, ROMAN, (match) => readRoman(match[1] ?? match[2] ?? ""))
      : []),
    ...(HANGUL.test(text) ? matches(text, KOREAN, (match) => readKorean(match[1] ?? "")) : []),
    ...findEnglishAges(text).filter((age) => isPersonal(text, age)),
  ]
}

function byPlace(one: Age, other: Age): number {
  return one.start - other.start
}

/** Whether an age is under 18 years. */
export function isMinorAge(age: Age): boolean {
  return age.years < ADULT_FROM_YEARS
}

const WITH_UNIT = new RegExp(`(${NUMBER})(?:(?:${words.RANGE})(${NUMBER})|,(\\d))?${words.UNIT}`, "g")
const WITH_UNIT_BY_SOUND = new RegExp(`(${NUMBER})${words.UNIT_BY_SOUND}`, "g")
const WITHOUT_UNIT = new RegExp(`(?:${words.AGE_LABEL}),?(${NUMBER})${words.AFTER_LABELLED_AGE}`, "g")
const WITHOUT_UNIT_OR_CERTAINTY = new RegExp(
  `(?:${words.AGE_HINT}),?(${NUMBER})${words.AFTER_BARE_AGE}|(${NUMBER})(?:${words.PERSON_AFTER_NUMBER}|${words.AFTER_LABELLED_AGE}${words.AGE_SAID_AFTER})`,
  "g",
)
const ENGLISH = new RegExp(
  `(?<![0-9.])(\\d{1,3})\\s?(?:~|\\s)?(?:years?\\s?old|yrs?\\s?old|years?\\s?of\\s?age|y\\s?o(?![a-z]))|(?:age|aged)\\s?(?:of\\s)?(\\d{1,2})(?!\\d)|(?<![a-z])(?:${words.ENGLISH_NUMBERS})\\s?(?:years?\\s?old|${words.UNIT})`,
  "g",
)
/** "X" and "XX" alone stand for a number that the author left open. */
const ROMAN = new RegExp(
  `(?<![a-z])(?!x{1,3}(?![a-z]))([ivx]{2,6})(?:${words.UNIT}|\\s?years?\\sold)|(?:${words.AGE_LABEL}|${words.THIS_YEAR}),?(?!x{1,3}(?![a-z]))([ivx]{2,6})(?=$|[,\\n]|${words.OF})`,
  "g",
)
const KOREAN = new RegExp(
  `((?:${words.KOREAN_TENS})?(?:${words.KOREAN_ONES})?|\\d{1,2})(?:${words.KOREAN_UNIT})`,
  "g",
)
const ROMAN_LETTERS = /[ivx]{2}/
const HANGUL = /\p{Script=Hangul}/u
const SAID_TO_BE_MINOR = new RegExp(words.UNDER_EIGHTEEN.join("|"), "g")
const CLASSICAL = new RegExp(words.CLASSICAL_AGES.join("|"), "g")

function matches(text: string, pattern: RegExp, read: (match: RegExpExecArray) => number | null): Age[] {
  const ages: Age[] = []
  for (const match of everyMatch(text, pattern)) {
    const years = read(match)
    const age = { start: match.index, end: match.index + match[0].length, years: years ?? 0 }
    if (years !== null && isPersonal(text, age)) ages.push(age)
  }
  return ages
}

function isPersonal(text: string, { start, end }: Age): boolean {
  const before = text.slice(Math.max(0, start - CONTEXT_CHARS), start)
  const after = text.slice(end, end + CONTEXT_CHARS)

  return !(
    words.DIFFERENCE_BEFORE.test(before) ||
    words.DIFFERENCE_AFTER.test(after) ||
    words.READERS_AFTER.test(after) ||
    (words.SMALLER_OR_BIGGER_BEFORE.test(before) && words.PARTNER_AFTER.test(after)) ||
    isThing(text, { start, end })
  )
}

/** Whether a number of years is that of an animal or a thing. */
function isThing(text: string, { start, end }: Signal): boolean {
  return (
    words.NOT_A_PERSON_BEFORE.test(text.slice(Math.max(0, start - CONTEXT_CHARS), start)) ||
    words.NOT_A_PERSON_AFTER.test(text.slice(end, end + CONTEXT_CHARS))
  )
}

function lowest([, first = "", second = first, figure]: RegExpExecArray): number | null {
  const years = [first, second].map(readNumber).filter((number) => number !== null)
  if (figure === undefined) return years.length ? Math.min(...years) : null

  // "16,7" means sixteen or seventeen. In "she is thirty, 8" the digit is a second age.
  const lower = years[0] ?? 0
  return Number(figure) === (lower % 10) + 1 ? lower : Number(figure)
}

function readRoman(written: string): number | null {
  const values = [...written].map((letter) => ROMAN_VALUES[letter] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10 }

function readKorean(written: string): number | null {
  if (/^\d/.test(written)) return Number(written)
  const tens = words.KOREAN_TENS.split("|").findIndex((word) => written.startsWith(word)) + 1
  const ones = words.KOREAN_ONES.split("|").findIndex((word) => written.endsWith(word)) + 1
  return tens * 10 + ones || null
}

function teenOnly(years: number | null): number | null {
  return years !== null && isTeenAge({ years }) ? years : null
}

function isTeenAge({ years }: Pick<Age, "years">): boolean {
  return years >= YOUNGEST_TEEN_YEARS && years < ADULT_FROM_YEARS
}
