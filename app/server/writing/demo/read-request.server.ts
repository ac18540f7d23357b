import { peopleIn } from "./find-people.server.ts"
import { genderIn, genderOf } from "./gender.server.ts"
import { kindOf } from "./kinds/kind-of.server.ts"
import {
  COUNTED,
  ENGLISH_OBJECTS,
  KNOWN_PLACES,
  NO_PLACE,
  OBJECTS,
  PLACE_ENDS,
  PLACE_STOPS,
  TELLS_OF_ONESELF,
} from "./request.lexicon.server.ts"
import { simplified } from "./simplified.server.ts"
import type { Gender } from "./story-file.server.ts"
import { type Word, wordsOf } from "./words.server.ts"

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
  return {
    kind: kindOf(text),
    people: people.map((person) => ({ name: person.name, gender: genderOf(text, person, people) })),
    heroGender: genderIn(text),
    place: placeIn(nameless, words),
    things: thingsIn(nameless, words),
    isFirstPerson: TELLS_OF_ONESELF.test(text),
  }
}

function placeIn(prompt: string, words: readonly Word[]): string | null {
  const starts = new Set(words.map(({ at }) => at))
  const ends = new Set(words.map(({ end }) => end))
  for (const match of prompt.matchAll(PLACE_ENDS)) {
    // A longer word, such as an office, only begins like one.
    if (!ends.has(match.index + match[0].length)) continue
    const before = prompt.slice(0, match.index).split(PLACE_STOPS).at(-1) ?? ""
    for (const length of [3, 2, 1]) {
      const from = match.index - length
      const name = prompt.slice(from, match.index + match[0].length)
      if (length <= before.length && starts.has(from) && !NO_PLACE.test(name)) return name
    }
  }
  return prompt.match(KNOWN_PLACES)?.[0] ?? null
}

function thingsIn(prompt: string, words: readonly Word[]): string[] {
  const starts = new Set(words.map(({ at }) => at))
  const ends = new Set(words.map(({ end }) => end))
  const inChinese = [...prompt.matchAll(OBJECTS_BY_LENGTH)]
    .filter(({ 0: thing, index }) => starts.has(index) && ends.has(index + thing.length))
    // What is counted is what the story is about.
    .sort((one, other) => Number(isCounted(prompt, other.index)) - Number(isCounted(prompt, one.index)))
    .map(([thing]) => thing)
  const inEnglish = words
    .map(({ text }) => ENGLISH_OBJECTS[text.toLowerCase()] ?? "")
    .filter((thing) => thing !== "")
  const distinct = [...new Set([...inChinese, ...inEnglish])]
  return distinct
    .filter((thing) => !distinct.some((other) => other !== thing && other.includes(thing)))
    .slice(0, THINGS_MAX)
}

function isCounted(prompt: string, at: number): boolean {
  return COUNTED.test(prompt.slice(0, at))
}

const OBJECTS_BY_LENGTH = new RegExp(
  OBJECTS.split("|")
    .sort((one, other) => other.length - one.length)
    .join("|"),
  "gu",
)
