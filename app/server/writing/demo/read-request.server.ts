import { genderIn, genderOf } from "./gender.server.ts"
import { kindOf } from "./kinds/kind-of.server.ts"
import { englishPlaceIn } from "./people/english-names.server.ts"
import { peopleIn } from "./people/find-people.server.ts"
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
import type { Gender } from "./story-file.server.ts"
import { simplified } from "./text/simplified.server.ts"
import { type Word, wordsOf } from "./text/words.server.ts"
import { thingsIn } from "./things/things.server.ts"

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
    things: thingsIn(nameless).filter((thing) => !place?.includes(thing)),
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
