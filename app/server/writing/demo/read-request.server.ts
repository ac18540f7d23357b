import { genderIn, genderOf } from "./gender.server.ts"
import { kindOf } from "./kinds/kind-of.server.ts"
import { englishPlaceIn } from "./people/english-names.server.ts"
import { peopleIn } from "./people/find-people.server.ts"
import {
  COUNTED,
  ENGLISH_OBJECTS,
  KNOWN_PLACES,
  NO_PLACE,
  NO_WEAK_PLACE,
  OBJECTS,
  ON_OR_IN,
  PLACE_ENDS,
  PLACE_ENDS_WEAK,
  PLACE_LED,
  PLACE_STOPS,
  PLACE_STOPS_FIRST,
  TELLS_OF_ONESELF,
} from "./request.lexicon.server.ts"
import type { Gender } from "./story-file.server.ts"
import { simplified } from "./text/simplified.server.ts"
import { type Word, wordsOf } from "./text/words.server.ts"

/** What a story can take from a request; whatever can't be taken safely is left. */
export interface Asked {
  kind: string
  /** The named people, the hero first; their gender where it is told. */
  people: AskedPerson[]
  /** The gender of a hero who has no name. */
  heroGender: Gender | null
  place: string | null
  things: string[]
  isFirstPerson: boolean
}

interface AskedPerson {
  name: string
  gender: Gender | null
}

const THINGS_MAX = 3

/** Reads kind, people, place and objects out of a prompt, in Chinese or English. */
export function readRequest(prompt: string): Asked {
  const text = simplified(prompt)
  const people = peopleIn(prompt)
  // What somebody is called is no place and no thing.
  const nameless = people.reduce(
    (rest, { name, at }) => `${rest.slice(0, at)}${"，".repeat(name.length)}${rest.slice(at + name.length)}`,
    text,
  )
  const words = wordsOf(nameless)
  const place = placeIn(nameless, words) ?? englishPlaceIn(prompt)
  return {
    kind: kindOf(text),
    people: people.map((person) => ({ name: person.name, gender: genderOf(text, person, people) })),
    heroGender: genderIn(text),
    place,
    things: thingsIn(nameless, words).filter((thing) => !place?.includes(thing)),
    isFirstPerson: TELLS_OF_ONESELF.test(text),
  }
}

function placeIn(prompt: string, words: readonly Word[]): string | null {
  const starts = new Set(words.map(({ at }) => at))
  const ends = new Set(words.map(({ end }) => end))
  for (const match of prompt.matchAll(PLACE_ENDS)) {
    // A longer word, such as an office, only begins like one.
    const end = match.index + match[0].length
    if (!ends.has(end) && !(ON_OR_IN.test(prompt.charAt(end)) && ends.has(end + 1))) continue
    const before = prompt.slice(0, match.index).split(PLACE_STOPS).at(-1) ?? ""
    for (const length of [3, 2, 1]) {
      const from = match.index - length
      const name = prompt.slice(from, end)
      if (length > before.length || !starts.has(from)) continue
      if (NO_PLACE.test(name) || PLACE_STOPS_FIRST.test(name)) continue
      const isLed = length === before.length && PLACE_LED.test(prompt.slice(0, from))
      if (!PLACE_ENDS_WEAK.test(match[0]) || (isLed && !NO_WEAK_PLACE.test(name))) return name
    }
  }
  return prompt.match(KNOWN_PLACES)?.[0] ?? null
}

function thingsIn(prompt: string, words: readonly Word[]): string[] {
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
  return COUNTED.test(prompt.slice(0, at))
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
