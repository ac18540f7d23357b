import * as english from "./age-english.lexicon.ts"
import { ENGLISH_NUMBER, readEnglish } from "./age-english.ts"
import * as words from "./age-inferred.lexicon.ts"
import { everyMatch } from "./every-match.ts"
import { areNeighbours, type Signal, within } from "./nearness.ts"
import { type Age, NUMBER, readFigures, readNumber } from "./number.ts"

/**
 * The ages that a normalised text lets its reader work out from differences, halves, sums, birthdays and years.
 * `stated` are the ages that it gives outright, in text order.
 */
export function findInferredAges(text: string, stated: readonly Age[]): Age[] {
  const adults = stated.filter(({ years }) => years >= ADULT_FROM_YEARS)
  return [
    ...findSums(text),
    ...findDifferences(text, adults),
    ...findHalves(text, adults),
    ...findYearsOfLife(text, adults),
    ...findBirths(text),
  ]
}

const ADULT_FROM_YEARS = 18
/** How far from a comparison the age that it refers to may stand. */
const BASE_CHARS = 60
const CLAUSE_CHARS = 16
const CAKE_CHARS = 24
/** Fewer candles stand on the cakes of adults, too. */
const CANDLES_MIN = 6
const STORY_YEAR_CHARS = 400
/** In a text without another year, somebody who was born from this year on is a minor. */
const MINORS_BORN_FROM = 2009
const LAST_SHORT_YEAR = 29

type Reading = (match: RegExpExecArray) => number | null

function find(text: string, pattern: RegExp, read: Reading): Age[] {
  return everyMatch(text, pattern).flatMap((match) => {
    const years = read(match)
    if (years === null || years < 0 || !Number.isFinite(years)) return []
    return [{ start: match.index, end: match.index + match[0].length, years }]
  })
}

// Sums

const OPERATIONS: [pattern: RegExp, count: (one: number, other: number) => number][] = [
  [new RegExp(`^(?:${words.PLUS})$`), (one, other) => one + other],
  [new RegExp(`^(?:${words.MINUS})$`), (one, other) => one - other],
  [new RegExp(`^(?:${words.TIMES}|${words.TIMES_TOGETHER})$`), (one, other) => one * other],
  [new RegExp(`^(?:${words.DIVIDED})$`), (one, other) => Math.floor(one / other)],
]
const OPERATION = [words.PLUS, words.MINUS, words.TIMES, words.DIVIDED].join("|")
const TERM = `(${NUMBER})(${words.SUM_UNIT})?`
const SUM = new RegExp(
  `${TERM}(${OPERATION})${TERM}|${TERM}(${words.TIMES_TOGETHER})${TERM}(?:${words.TOGETHER})`,
  "g",
)

function findSums(text: string): Age[] {
  if (!words.MAY_ADD.test(text)) return []
  return find(text, SUM, (match) => {
    const [one = "", unit, sign = "", other = "", otherUnit] = match
      .slice(1)
      .filter((_, at) => (match[3] ? at < 5 : at > 4))
    const isAge =
      unit ||
      otherUnit ||
      words.AGE_WORD.test(text.slice(Math.max(0, match.index - CLAUSE_CHARS), match.index))
    const [first, second] = [readNumber(one), readNumber(other)]
    if (!isAge || first === null || second === null) return null
    return OPERATIONS.find(([pattern]) => pattern.test(sign))?.[1](first, second) ?? null
  })
}

// Differences

const differing = (than: string) => new RegExp(`${than}(${NUMBER})${words.DIFFERENCE_UNIT}`, "g")
/** Each captures the other person of the comparison, then the years between them. */
const COMPARISONS: [pattern: RegExp, isYounger: boolean][] = [
  [differing(words.YOUNGER_THAN), true],
  [differing(words.YOUNGER_BY), true],
  [differing(words.OLDER_THAN), false],
  [differing(words.OLDER_BY), false],
]
const APART = differing(words.APART)
const BORN_WHEN = new RegExp(words.BORN_WHEN.replaceAll("NUMBER", NUMBER), "g")
const ENGLISH_COMPARISON = new RegExp(
  `(${ENGLISH_NUMBER})\\s(?:years?\\s)?(?:(${english.YOUNGER})|${english.OLDER})(?:\\sthan\\s([a-z]{1,12}))?(?![a-z])`,
  "g",
)

/** The younger one's age, where that of the older one stands near. */
function findDifferences(text: string, adults: readonly Age[]): Age[] {
  if (adults.length === 0) return []
  const chinese = COMPARISONS.flatMap(([pattern, isYounger]) =>
    everyMatch(text, pattern).flatMap((match) => {
      const [whole, other = "", number = "", round] = match
      const end = match.index + whole.length
      // Begins after the other person, so that what stands before the age still tells whose it is.
      const start = match.index + whole.lastIndexOf(number)
      const apart = yearsOf(number, round)
      const from = match.index
      return youngest(text, adults, {
        start,
        end,
        from,
        subject: subjectOf(text, from),
        other,
        isYounger,
        apart,
      })
    }),
  )
  const inEnglish = everyMatch(text, ENGLISH_COMPARISON).flatMap((match) => {
    const [whole, number, younger, pronoun = ""] = match
    const [start, end] = [match.index, match.index + whole.length]
    const other = NOMINATIVE[pronoun] ?? pronoun
    const isYounger = younger !== undefined
    const apart = readEnglish(number)
    return youngest(text, adults, { start, end, from: start, subject: "", other, isYounger, apart })
  })
  const apart = find(text, APART, ([, number = "", round]) => yearsOf(number, round))
  const bornWhen = find(text, BORN_WHEN, ([, one, other]) => readNumber(one ?? other ?? ""))
  const between = [...apart, ...bornWhen].flatMap((difference) => {
    const [base, ...more] = basesOf(text, adults, difference)
    // With both ages in the text, neither has to be worked out.
    return base && more.length === 0 ? [{ ...difference, years: base.years - difference.years }] : []
  })
  return [...chinese, ...inEnglish, ...between].filter(({ years }) => years >= 0)
}

const NOMINATIVE: Record<string, string> = { him: "he", her: "she" }
const YEARS_OF_ROUND = 12

/** A round is the twelve years of the zodiac. */
function yearsOf(number: string, round: string | undefined): number | null {
  const count = readNumber(number)
  return count === null || round === undefined ? count : count * YEARS_OF_ROUND
}

/** Somebody is so many years younger or older than the other. `from` is where the comparison begins. */
interface Comparison extends Signal {
  from: number
  subject: string
  other: string
  isYounger: boolean
  apart: number | null
}

function youngest(text: string, adults: readonly Age[], comparison: Comparison): Age[] {
  const { start, end, isYounger, apart } = comparison
  const [base] = basesOf(text, adults, comparison)
  if (!base || apart === null) return []
  // The one whose age is known is the older one, or the result is an adult and does not matter.
  const isOthers = isAgeOfOther(text, base, comparison)
  return isOthers === isYounger ? [{ start, end, years: base.years - apart }] : []
}

/** Whether a known age is that of the person who somebody is compared with. When in doubt, it makes a minor. */
function isAgeOfOther(
  text: string,
  base: Age,
  { from, start, subject, other, isYounger }: Comparison,
): boolean {
  if (base.start >= from && base.end <= start) return true
  if (base.end <= from && !/[,\n]/.test(text.slice(base.end, from))) return false
  const owner = ownerOf(text, base)
  if (owner === "") return isYounger
  if (other !== "" && owner.endsWith(other)) return true
  return subject !== "" && !subject.endsWith(owner) && !owner.endsWith(subject)
}

/** The ages next to a comparison, the nearest first. */
function basesOf(text: string, adults: readonly Age[], signal: Signal): Age[] {
  const distance = ({ start, end }: Age) => Math.max(signal.start - end, start - signal.end)
  return within(adults, signal, BASE_CHARS)
    .filter((age) => areNeighbours(text, age, signal))
    .sort((one, another) => distance(one) - distance(another))
}

function subjectOf(text: string, end: number): string {
  const clause = /[^,\n]*$/.exec(text.slice(Math.max(0, end - CLAUSE_CHARS), end))?.[0] ?? ""
  return clause.replace(words.BEFORE_SUBJECT, "").replace(words.BEFORE_PREDICATE, "")
}

/** Who has an age: the subject before it, or the noun behind its attribute. */
function ownerOf(text: string, { start, end }: Age): string {
  const inEnglish = /^(?:she|he|i|you)(?![a-z])/.exec(text.slice(start, end))?.[0]
  const behind = words.OWNER_BEHIND.exec(text.slice(end, end + CLAUSE_CHARS))?.[1]
  return inEnglish ?? (subjectOf(text, start) || behind) ?? ""
}

// Halves

const HALF_OF = new RegExp(`(${NUMBER})${words.SUM_UNIT}${words.HALF_OF}`, "g")
const PART_OF_AGE = new RegExp(`${words.PART_OF_AGE}|(?<![a-z])(?:${english.HALF})(?![a-z])`, "g")

function findHalves(text: string, adults: readonly Age[]): Age[] {
  const ofNumber = words.MAY_HALVE.test(text)
    ? find(text, HALF_OF, ([, number = ""]) => Math.floor((readNumber(number) ?? Number.NaN) / 2))
    : []
  const parts = adults.length > 0 ? find(text, PART_OF_AGE, ([, one, other]) => parted(one ?? other)) : []
  return [
    ...ofNumber,
    ...parts.flatMap((part) => {
      // The part's own age may stand beside it, so the highest counts.
      const bases = basesOf(text, adults, part).map(({ years }) => years)
      return bases.length > 0 ? [{ ...part, years: Math.floor(Math.max(...bases) / part.years) }] : []
    }),
  ]
}

/** By how much the older age is divided: by two unless the text says more. */
function parted(times: string | undefined): number | null {
  return times === undefined ? 2 : readNumber(times)
}

// Birthdays and years of life

const counting = (source: string) => new RegExp(source.replace("NUMBER", NUMBER), "g")
const CANDLES = new RegExp(`(${NUMBER})${words.CANDLES}`, "g")
const FIGURE_CANDLES = new RegExp(words.FIGURE_CANDLES, "g")
const LIVED = [words.BIRTHDAY_COUNT, words.BIRTHDAYS_PASSED, words.YEARS_LIVED].map(counting)

function findYearsOfLife(text: string, adults: readonly Age[]): Age[] {
  return [...findCandles(text, adults), ...findLived(text)]
}

function findLived(text: string): Age[] {
  if (!words.MAY_COUNT_BIRTHDAYS.test(text)) return []
  return LIVED.flatMap((pattern) => find(text, pattern, ([, number = ""]) => readNumber(number)))
}

function findCandles(text: string, adults: readonly Age[]): Age[] {
  if (!words.MAY_LIGHT_CANDLES.test(text)) return []
  const candles = find(text, CANDLES, ([, number = ""]) => readNumber(number)).filter((age) => {
    const around = text.slice(Math.max(0, age.start - CAKE_CHARS), age.end + CAKE_CHARS)
    return age.years >= CANDLES_MIN && words.CAKE.test(around)
  })
  const figures = find(text, FIGURE_CANDLES, ([, tens, ones]) => Number(`${tens}${ones}`))
  // On an adult's birthday the number of candles is a matter of taste.
  const isOnAdultsCake = (candle: Age) =>
    within(adults, candle, CAKE_CHARS).some(({ end }) => words.BIRTHDAY_AFTER.test(text.slice(end)))
  return [...candles, ...figures].filter((age) => !isOnAdultsCake(age))
}

// Years of birth

const YEAR = new RegExp(
  `(?:(${Object.keys(words.ERAS).join("|")})(${NUMBER})|${words.FULL_YEAR})${words.YEAR}|(?<=(?<![a-z])(?:in|born|year)\\s(?:in\\s)?)(\\d{4})(?!\\d)`,
  "g",
)
const SHORT_BIRTHS = [new RegExp(words.BORN_SHORT, "g"), new RegExp(words.COHORT, "g")]

/** The age at the latest year that the text names near a birth. */
function findBirths(text: string): Age[] {
  if (!words.MAY_BE_BORN.test(text)) return []
  const named = find(text, YEAR, ([, era = "", eraYear = "", year = "", inEnglish]) => {
    if (era) return (words.ERAS[era] ?? 0) + (readNumber(eraYear) ?? 1)
    return Number(inEnglish ?? readFigures(year))
  })
  const short = SHORT_BIRTHS.flatMap((pattern) =>
    find(text, pattern, ([, written = ""]) => {
      const year = readFigures(written)
      return year === null ? null : year + (year <= LAST_SHORT_YEAR ? 2_000 : 1_900)
    }),
  )
  const births = [...named.filter((year) => isBirth(text, year)), ...short]
  if (births.length === 0) return []
  const stories = named.filter((year) => !isBirth(text, year))
  return births.flatMap((birth) => {
    const later = within(stories, birth, STORY_YEAR_CHARS).filter(({ years }) => years >= birth.years)
    const age = Math.max(...later.map(({ years }) => years - birth.years))
    if (later.length > 0) return [{ ...birth, years: age }]
    return birth.years >= MINORS_BORN_FROM ? [{ ...birth, years: ADULT_FROM_YEARS - 1 }] : []
  })
}

function isBirth(text: string, { start, end }: Age): boolean {
  const before = text.slice(Math.max(0, start - CLAUSE_CHARS), start).trimEnd()
  return words.BORN_BEFORE.test(before) || words.BORN_AFTER.test(text.slice(end, end + CLAUSE_CHARS))
}
