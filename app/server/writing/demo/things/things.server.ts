import { wordsOf } from "../text/words.server.ts"
import { COUNTED, ENGLISH_OBJECTS, OBJECTS } from "./things.lexicon.server.ts"

const THINGS_MAX = 3
/** A thing stands no further behind its measure word, in UTF-16 units. */
const COUNTED_MAX_UNITS = 20

/** The objects that a text in Chinese or English names, the counted ones first. */
export function thingsIn(prompt: string): string[] {
  const words = wordsOf(prompt)
  const starts = new Set(words.map(({ at }) => at))
  const ends = new Set(words.map(({ end }) => end))
  const inChinese = [...prompt.matchAll(OBJECTS_BY_LENGTH)]
    .filter(
      ({ 0: thing, index }) =>
        thing.length > SURE_LENGTH || (starts.has(index) && ends.has(index + thing.length)),
    )
    // What is counted is what the story is about.
    .sort((one, other) => Number(isCounted(prompt, other.index)) - Number(isCounted(prompt, one.index)))
    .map(([thing]) => thing)
  const inEnglish = [...prompt.matchAll(ENGLISH_BY_LENGTH)].map(
    ([thing]) => ENGLISH_OBJECTS[thing.toLowerCase()] ?? "",
  )
  const distinct = [...new Set([...inChinese, ...inEnglish])]
  return distinct
    .filter((thing) => !distinct.some((other) => other !== thing && other.includes(thing)))
    .slice(0, THINGS_MAX)
}

function isCounted(prompt: string, at: number): boolean {
  return COUNTED.test(prompt.slice(Math.max(0, at - COUNTED_MAX_UNITS), at))
}

/** A word this long or shorter may be a part of another one. */
const SURE_LENGTH = 2

const ENGLISH_BY_LENGTH = new RegExp(
  `\\b(?:${Object.keys(ENGLISH_OBJECTS)
    .sort((one, other) => other.length - one.length)
    .join("|")})\\b`,
  "giu",
)

const OBJECTS_BY_LENGTH = new RegExp(
  OBJECTS.split("|")
    .sort((one, other) => other.length - one.length)
    .join("|"),
  "gu",
)
