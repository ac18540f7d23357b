import {
  AGE_UNIT,
  CHARACTER_PAIRS,
  LESS_THAN,
  LETTER_PAIRS,
  NUMERALS,
  PLUS,
  SYLLABLE_PAIRS,
  TIMES,
} from "./normalise.lexicon.ts"

/**
 * Reduces every spelling of a text to one: one width, one script, no decoration inside words.
 * In the result a line break ends a sentence and a comma ends a clause; it has no other punctuation.
 * The result is at most six times as long as the text.
 */
export function normaliseForBan(text: string): string {
  const plain = toOneWidth(text)
    .toLowerCase()
    .replace(ACCENTED, withoutAccent)
    .replace(INVISIBLE, "")
    .replace(VARIANT, simplify)

  return joinSyllables(joinSingleCharacters(removeSpaces(reduceMarks(plain))))
}

/**
 * NFKC, except for the ligatures that would expand too much. The result is at most six times as long as the text.
 * Normalising sorts each run of marks, in a time that is a square of its length, so a joiner breaks long runs, as in
 * the stream-safe text format of Unicode (UAX #15, section 13).
 */
export function toOneWidth(text: string): string {
  return text
    .replace(PHRASE_LIGATURE, ANY_LETTER)
    .replace(LONG_RUN_OF_MARKS, `$&${GRAPHEME_JOINER}`)
    .normalize("NFKC")
}

const HAN = "\\p{Script=Han}"
const pairs = (list: string) => new Map(list.split(" ").map((pair) => [pair.slice(0, -1), pair.slice(-1)]))

const SIMPLIFIED = new Map([...pairs(CHARACTER_PAIRS), ...pairs(LETTER_PAIRS)])
const SYLLABLES = pairs(SYLLABLE_PAIRS)

// NFKC expands each of these to up to 18 Arabic letters, which no rule reads. A small text would become a huge one.
const PHRASE_LIGATURE = /[\ufdfa\ufdfb]/g
const ANY_LETTER = "\u0635"
/** With the half-width marks of kana, which are letters, but become marks. */
const LONG_RUN_OF_MARKS = /[\p{M}\uff9e\uff9f]{30}/gu
const GRAPHEME_JOINER = "\u034f"
/** Pinyin with its tones, and words of other Latin scripts. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g
const INVISIBLE = /[\p{M}\p{Cf}]/gu
const VARIANT = new RegExp(`[${[...SIMPLIFIED.keys()].join("")}]`, "gu")
const ANY_SYLLABLE = `(?:${[...SYLLABLES.keys()].sort(longestFirst).join("|")})`
const SYLLABLE_RUN = new RegExp(`(?<![a-z])${ANY_SYLLABLE}(?: ?${ANY_SYLLABLE})*(?![a-z])`, "gu")
const SYLLABLE = new RegExp(ANY_SYLLABLE, "gu")
const SINGLE = `(?:${HAN}|[0-9])`
const EDGE = "(?:^|[,\\n])"

function withoutAccent(letter: string): string {
  return letter.normalize("NFD").slice(0, 1)
}

function simplify(character: string): string {
  return SIMPLIFIED.get(character) ?? character
}

function longestFirst(one: string, other: string): number {
  return other.length - one.length
}

/** Between two numbers only: elsewhere these are decoration. */
const SUM_SIGN = new RegExp(`(?<=[\\d${AGE_UNIT}${NUMERALS}] ?)[+\u00d7](?= ?[\\d${NUMERALS}])`, "g")

function reduceMarks(text: string): string {
  return text
    .replace(/<(?= ?\d)/g, LESS_THAN)
    .replace(SUM_SIGN, (sign) => (sign === "+" ? PLUS : TIMES))
    .replace(/(\d),(?=\d{3}(?!\d))/g, "$1")
    .replace(/(\d) ?[-~\u2010-\u2015] ?(?=\d)/g, "$1~")
    .replace(/\.{2,}|[\u2014\u2015]{2,}/g, ",")
    .replace(/[\u3002!?;\r\n\u2028\u2029]+|(?<=[a-z0-9])\.(?=\s)/g, "\n")
    .replace(/[,\u3001:()[\]{}\u3008-\u300b\u3010\u3011\u3014\u3015<>]+/g, ",")
    .replace(/(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N},.~\n]/gu, " ")
}

function removeSpaces(text: string): string {
  return text
    .replace(/ +/g, " ")
    .replace(/(?<![a-z0-9]) | (?![a-z0-9])|(?<=\d) (?=\d)/g, "")
    .replace(/(?<![a-z])(?:[a-z] ){2,23}[a-z](?![a-z])/g, (run) => run.replaceAll(" ", ""))
    .replace(/\n[,\n]+/g, "\n")
    .replace(/,+/g, ",")
}

/** In one search, because each gap has to see the other gaps of its word. */
const BETWEEN_SINGLES = new RegExp(
  `(?<=${EDGE}${SINGLE})[,\\n](?=${SINGLE}(?:[,\\n]|$))|(?<=${EDGE}${HAN}),(?=${HAN})|(?<=${HAN}),(?=${HAN}(?:[,\\n]|$))`,
  "gu",
)

/** Joins a word that was spread over lines or clauses of one character each, like "wei,cheng,nian". */
function joinSingleCharacters(text: string): string {
  return text
    .replace(BETWEEN_SINGLES, "")
    .replace(new RegExp(`(?<=[0-9]),(?=${AGE_UNIT})`, "gu"), "")
    .replace(new RegExp(`${HAN}([a-z])${HAN}\\1${HAN}`, "gu"), (run, filler: string) =>
      run.replaceAll(filler, ""),
    )
}

function joinSyllables(text: string): string {
  return text.replace(SYLLABLE_RUN, (run, offset: number) => {
    const syllables = run.match(SYLLABLE) ?? []
    const touchesHan = HAN_CHARACTER.test(`${text[offset - 1] ?? ""}${text[offset + run.length] ?? ""}`)

    return syllables.length > 1 || touchesHan
      ? syllables.map((syllable) => SYLLABLES.get(syllable)).join("")
      : run
  })
}

const HAN_CHARACTER = new RegExp(HAN, "u")
