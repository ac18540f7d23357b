import { genderIn, genderOf } from "./gender.server.ts"
import { kindOf } from "./kinds/kind-of.server.ts"
import { englishPlaceIn } from "./people/english-names.server.ts"
import { peopleSteps } from "./people/find-people.server.ts"
import {
  KNOWN_PLACES,
  NO_PLACE,
  NO_WEAK_PLACE,
  ON_OR_IN,
  PLACE_ENDS,
  PLACE_ENDS_WEAK,
  PLACE_LED,
  PLACE_STOPS,
  PLACE_STOPS_FIRST,
  TELLS_OF_ONESELF,
} from "./request.lexicon.server.ts"
import { atOnce, type Steps } from "./steps/steps.server.ts"
import type { Gender } from "./story-file.server.ts"
import { simplified } from "./text/simplified.server.ts"
import { type Word, wordsOf } from "./text/words.server.ts"
import { thingsIn } from "./things/things.server.ts"

/** So much before a place tells where its name begins, and what leads to it, in UTF-16 units. */
const BEFORE_PLACE_UNITS = 8

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

/** A direction is read several times in a row. */
let lastRead: { prompt: string; asked: Asked } | null = null

/** Reads kind, people, place and objects out of a prompt, in Chinese or English. */
export function readRequest(prompt: string): Asked {
  return atOnce(requestSteps(prompt))
}

/** The same in steps. */
export function* requestSteps(prompt: string): Steps<Asked> {
  if (lastRead?.prompt === prompt) return lastRead.asked
  const text = simplified(prompt)
  const people = yield* peopleSteps(prompt)
  yield
  // What somebody is called is no place and no thing.
  const nameless = people.reduce(
    (rest, { name, at }) => `${rest.slice(0, at)}${"，".repeat(name.length)}${rest.slice(at + name.length)}`,
    text,
  )
  const words = wordsOf(nameless)
  const placeInChinese = placeIn(nameless, words)
  yield
  const place = placeInChinese ?? englishPlaceIn(prompt)
  yield
  const asked = {
    kind: kindOf(text),
    people: people.map((person) => ({ name: person.name, gender: genderOf(text, person, people) })),
    heroGender: genderIn(text),
    place,
    things: thingsIn(nameless).filter((thing) => !place?.includes(thing)),
    isFirstPerson: TELLS_OF_ONESELF.test(text),
  }
  lastRead = { prompt, asked }
  return asked
}

function placeIn(prompt: string, words: readonly Word[]): string | null {
  const starts = new Set(words.map(({ at }) => at))
  const ends = new Set(words.map(({ end }) => end))
  for (const match of prompt.matchAll(PLACE_ENDS)) {
    // A longer word, such as an office, only begins like one.
    const end = match.index + match[0].length
    if (!ends.has(end) && !(ON_OR_IN.test(prompt.charAt(end)) && ends.has(end + 1))) continue
    const before = lastUnits(prompt, match.index).split(PLACE_STOPS).at(-1) ?? ""
    for (const length of [3, 2, 1]) {
      const from = match.index - length
      const name = prompt.slice(from, end)
      if (length > before.length || !starts.has(from)) continue
      if (NO_PLACE.test(name) || PLACE_STOPS_FIRST.test(name)) continue
      const isLed = length === before.length && PLACE_LED.test(lastUnits(prompt, from))
      if (!PLACE_ENDS_WEAK.test(match[0]) || (isLed && !NO_WEAK_PLACE.test(name))) return name
    }
  }
  return prompt.match(KNOWN_PLACES)?.[0] ?? null
}

function lastUnits(prompt: string, end: number): string {
  return prompt.slice(Math.max(0, end - BEFORE_PLACE_UNITS), end)
}
