import {
  AFTER_NAME,
  BEFORE_NAME,
  COUNTED,
  DOUBLED_NAME,
  DOUBTFUL_SURNAME,
  ENGLISH_HE,
  ENGLISH_NAMED,
  ENGLISH_OBJECTS,
  ENGLISH_SHE,
  ENGLISH_SUBJECT,
  FEMALE_KIN,
  FEMALE_NAME,
  FEMALE_WORDS,
  FREE_NAME,
  GIVEN_NAME,
  HE,
  IS_HERO,
  KIND_WORDS,
  KNOWN_PLACES,
  MALE_KIN,
  MALE_NAME,
  MALE_WORDS,
  NAME_IS_OVER,
  NAMED_SO,
  NO_ENGLISH_NAME,
  NO_GIVEN_NAME,
  NO_NAME,
  NO_PLACE,
  OBJECTS,
  PET_NAME,
  PLACE_ENDS,
  PLACE_STOPS,
  PLAIN_SURNAME,
  SHE,
  SURNAME,
  SURNAME_OF_TWO,
  TELLS_OF_ONESELF,
  TO_BE,
  USUAL_KIND,
} from "./request.lexicon.server.ts"
import type { Gender } from "./story-file.server.ts"

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

const PEOPLE_MAX = 2
const THINGS_MAX = 3
/** A request that names its kind counts as much as so many words that only speak for one. */
const NAMED_WEIGHT = 5
/** How far from a name a word tells of its gender, in UTF-16 units. */
const GENDER_REACH_UNITS = 12

const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** Reads kind, people, place and objects out of a prompt, in Chinese or English. */
export function readRequest(prompt: string): Asked {
  const words = wordsOf(prompt)
  const people = peopleIn(prompt, words)
  return {
    kind: kindOf(prompt),
    people: people.map(({ name, at, gender }) => ({
      name,
      gender: gender ?? genderAt(prompt, name, at, people),
    })),
    heroGender: genderIn(prompt),
    place: placeIn(prompt, words),
    things: thingsIn(prompt, words),
    isFirstPerson: TELLS_OF_ONESELF.test(prompt),
  }
}

/** The kind of story that the words of a text speak for. */
export function kindOf(text: string): string {
  const scores = Object.entries(KIND_WORDS).map(([kind, { named, words }]) => {
    const said = new Set((text.match(words) ?? []).map((word) => word.toLowerCase()))
    return { kind, score: (text.match(named) ? NAMED_WEIGHT : 0) + said.size }
  })
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > 0 ? best.kind : USUAL_KIND
}

interface FoundPerson extends AskedPerson {
  at: number
  isHero: boolean
}

interface Word {
  at: number
  end: number
  text: string
}

function wordsOf(text: string): Word[] {
  return [...segmenter.segment(text)].map(({ segment, index }) => ({
    at: index,
    end: index + segment.length,
    text: segment,
  }))
}

/** The people whom a text names, in its order; who is said to be the hero comes first. */
function peopleIn(prompt: string, words: readonly Word[]): FoundPerson[] {
  const found = [
    ...announcedIn(prompt),
    ...surnamedIn(prompt, words),
    ...petNamesIn(prompt, words),
    ...englishIn(prompt),
  ].sort((one, other) => Number(other.isHero) - Number(one.isHero) || one.at - other.at)
  const distinct = found.filter(({ name, at }, index) => {
    return !found
      .slice(0, index)
      .some(
        (other) => other.name.includes(name) || name.includes(other.name) || overlaps(other, { name, at }),
      )
  })
  return distinct.slice(0, PEOPLE_MAX)
}

function overlaps(one: { name: string; at: number }, other: { name: string; at: number }): boolean {
  return one.at < other.at + other.name.length && other.at < one.at + one.name.length
}

function announcedIn(prompt: string): FoundPerson[] {
  return [...prompt.matchAll(NAMED_SO)].flatMap((match) => {
    const { role = "", name, called } = match.groups ?? {}
    const said = name ?? called ?? ""
    const isSaidToBe = match[0].slice(0, match[0].length - said.length).endsWith(TO_BE)
    const from = BEFORE_NAME.exec(said)?.[0].length ?? 0
    const candidates = [said.slice(from), said]
    const taken = candidates
      .map((text) => (isSaidToBe ? likelyName(text) : (nameAtStart(text) ?? freeName(text))))
      .find((one) => one !== null)
    if (!taken) return []
    const at = match.index + match[0].length - said.length + said.indexOf(taken)
    return [{ name: taken, at, gender: genderOfRole(role + said.slice(0, from)), isHero: IS_HERO.test(role) }]
  })
}

/** A surname with the given name behind it, where what follows shows its end. */
function nameAtStart(text: string): string | null {
  const surname = SURNAME_OF_TWO.exec(text)?.[0] ?? SURNAME.exec(text)?.[0]
  if (surname === undefined) return null
  const han = /^\p{Script=Han}+/u.exec(text)?.[0] ?? ""
  const ends = [1, 2]
    .map((given) => surname.length + given)
    .filter((end) => end <= han.length && endsAt(text, surname.length, end))
  const [shorter, longer] = ends
  if (shorter === undefined) return null
  const goesOn =
    longer !== undefined &&
    (NAME_IS_OVER.test(text.slice(longer)) ||
      (GIVEN_NAME.test(text.slice(surname.length, longer)) &&
        !NO_GIVEN_NAME.test(text.slice(shorter)) &&
        !beginsWord(text, shorter)))
  return text.slice(0, goesOn ? longer : shorter)
}

/** Whether a given name may end here: where something that follows names does, or, behind a common one, a new word. */
function endsAt(text: string, from: number, end: number): boolean {
  const given = text.slice(from, end)
  return (
    AFTER_NAME.test(text.slice(end)) || (given.length > 1 && GIVEN_NAME.test(given) && beginsWord(text, end))
  )
}

/** Whether a word of more than one character begins here, such as what somebody does. */
function beginsWord(text: string, at: number): boolean {
  const [first] = segmenter.segment(text.slice(at))
  return first !== undefined && first.segment.length > 1
}

/** Who somebody is said to be may also be a profession. */
function likelyName(text: string): string | null {
  const name = nameAtStart(text)
  return name !== null && GIVEN_NAME.test(name.replace(SURNAME, "")) ? name : null
}

function freeName(text: string): string | null {
  return FREE_NAME.exec(text)?.[0] ?? null
}

/** Names that nothing announces: a surname and a given name that no dictionary knows as a word. */
function surnamedIn(prompt: string, words: readonly Word[]): FoundPerson[] {
  const starts = new Set(words.map(({ at }) => at))
  const known = new Set(words.filter(({ text }) => text.length > 1).map(({ at, end }) => `${at}-${end}`))
  return words.flatMap(({ at }, index) => {
    const rest = prompt.slice(at)
    const name = NO_NAME.test(rest) ? null : nameAtStart(rest)
    if (name === null || name[0] === name[1] || known.has(`${at}-${at + name.length}`)) return []
    const end = at + name.length
    const given = name.replace(SURNAME, "")
    const endsWord = starts.has(end) || end === prompt.length
    const isOfUnknownWords = [...name].every((_, unit) => starts.has(at + unit))
    // What stands before is a word of its own, and the surname is hardly ever anything else.
    const isBehindWord = (words[index - 1]?.text.length ?? 0) > 1 && PLAIN_SURNAME.test(name)
    const isUnusual = given.length > 1 && (isOfUnknownWords || isBehindWord) && !DOUBTFUL_SURNAME.test(name)
    const isName = GIVEN_NAME.test(given)
      ? endsWord || given.length > 1
      : endsWord && (isUnusual || SURNAME_OF_TWO.test(name))
    return isName ? [{ name, at, gender: null, isHero: false }] : []
  })
}

/** What people are called without their surname, where a word begins and what follows ends a name. */
function petNamesIn(prompt: string, words: readonly Word[]): FoundPerson[] {
  const ends = new Set(words.map(({ end }) => end))
  return words.flatMap(({ at }) => {
    const rest = prompt.slice(at)
    const name = PET_NAME.exec(rest)?.[0] ?? DOUBLED_NAME.exec(rest)?.[0]
    if (name === undefined || !AFTER_NAME.test(rest.slice(name.length)) || !ends.has(at + name.length))
      return []
    return [{ name, at, gender: null, isHero: false }]
  })
}

function englishIn(prompt: string): FoundPerson[] {
  return [...prompt.matchAll(ENGLISH_NAMED), ...prompt.matchAll(ENGLISH_SUBJECT)].flatMap((match) => {
    const name = match.groups?.name ?? ""
    if (name === "" || NO_ENGLISH_NAME.test(name)) return []
    return [{ name, at: match.index + match[0].lastIndexOf(name), gender: null, isHero: false }]
  })
}

function genderOfRole(role: string): Gender | null {
  if (role.includes(SHE)) return "female"
  if (role.includes(HE)) return "male"
  return genderNear(role)
}

/** The gender that the words right before a name tell, or the name itself, or all words where it is the only one. */
function genderAt(prompt: string, name: string, at: number, people: readonly FoundPerson[]): Gender | null {
  const before =
    prompt
      .slice(Math.max(0, at - GENDER_REACH_UNITS), at)
      .split(CLAUSE_END)
      .at(-1) ?? ""
  const near = genderNear(before)
  if (near) return near
  if (FEMALE_NAME.test(name)) return "female"
  if (MALE_NAME.test(name)) return "male"
  return people.length === 1 ? genderIn(prompt) : null
}

const CLAUSE_END = /[，。；！？,.;!?]/u

/** The gender of the last word for a woman or a man, relatives among them. */
function genderNear(text: string): Gender | null {
  const last = (...patterns: RegExp[]) =>
    Math.max(-1, ...patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index)))
  const female = last(FEMALE_WORDS, FEMALE_KIN)
  const male = last(MALE_WORDS, MALE_KIN)
  if (female === male) return null
  return female > male ? "female" : "male"
}

/** The gender that a whole text tells of its hero: relatives count where they stand first in it. */
function genderIn(text: string): Gender | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const first = (pattern: RegExp) => ([...text.matchAll(pattern)][0]?.index === 0 ? 1 : 0)
  const female = count(FEMALE_WORDS) + first(FEMALE_KIN) + text.split(SHE).length - 1 + count(ENGLISH_SHE)
  const male = count(MALE_WORDS) + first(MALE_KIN) + text.split(HE).length - 1 + count(ENGLISH_HE)
  if (female === male) return null
  return female > male ? "female" : "male"
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
