import * as words from "./age-english.lexicon.ts"
import { everyMatch } from "./every-match.ts"
import type { Age } from "./number.ts"

/** Every age that a normalised text gives in English. */
export function findEnglishAges(text: string): Age[] {
  // Most texts are Chinese: they need not be searched six times.
  if (!LATIN.test(text)) return []
  return [
    ...found(text, STATED, ([, one, other, third, fourth]) => readEnglish(one ?? other ?? third ?? fourth)),
    ...found(text, BIRTHDAY, ([, ordinal = "", figures]) =>
      readEnglish(figures ?? words.BIRTHDAY_ORDINAL[ordinal]),
    ),
    ...found(text, UNDER_EIGHTEEN, () => JUST_UNDER_EIGHTEEN),
  ]
}

/** Reads a number in English words or figures; null if it is none. */
export function readEnglish(written = ""): number | null {
  const figures = /^\d{1,3}$/.exec(written)
  if (figures) return Number(written)
  const [first = "", second = ""] = written.split(/\s/)
  const tens = words.TENS.indexOf(first)
  const ones = words.ONES.indexOf(tens < 0 ? first : second) + 1
  if (tens >= 0) return (tens + 2) * 10 + ones
  const teens = words.TEENS.indexOf(first)
  if (teens >= 0) return teens + 10
  return ones || null
}

const JUST_UNDER_EIGHTEEN = 17
const LATIN = /[a-z]{3}/

const WORD = `(?:${words.TENS.join("|")})(?:\\s(?:${words.ONES.join("|")}))?|${[...words.TEENS, ...words.ONES].join("|")}`
/** Regular-expression source for an English number. */
export const ENGLISH_NUMBER = `(?<![a-z0-9.])(?:${WORD}|\\d{1,2})(?![a-z0-9])`
/** "She was one" and "she was two" are rarely ages. */
const BARE_NUMBER = ENGLISH_NUMBER.replace(`|${words.ONES.join("|")}|`, `|${words.ONES.slice(3).join("|")}|`)

const STATED = new RegExp(
  `(${ENGLISH_NUMBER})\\s?(?:${words.OLD})|(?<![a-z])(?:${words.BEFORE_AGE})\\s?(${BARE_NUMBER})${words.AFTER_AGE}|(?<![a-z])(?:${words.SAYS_AGE})\\s(${BARE_NUMBER})${words.AFTER_AGE}|(${ENGLISH_NUMBER})\\s(?:${words.YEARS_OF_LIFE})(?![a-z])`,
  "g",
)
const BIRTHDAY = new RegExp(
  `(?<![a-z0-9])(?:(${Object.keys(words.BIRTHDAY_ORDINAL).join("|")})|(\\d{1,2})th)\\sbirthday`,
  "g",
)
const UNDER_EIGHTEEN = new RegExp(`(?<![a-z])(?:${words.UNDER_EIGHTEEN})(?![a-z0-9])`, "g")

function found(text: string, pattern: RegExp, read: (match: RegExpExecArray) => number | null): Age[] {
  return everyMatch(text, pattern).flatMap((match) => {
    const years = read(match)
    return years === null ? [] : [{ start: match.index, end: match.index + match[0].length, years }]
  })
}
