import type { FoundPerson } from "./people/find-people.server.ts"
import {
  BRINGS_SOMEBODY,
  CLAUSE_END,
  FEMALE_KIN,
  FEMALE_NAME,
  FEMALE_WORDS,
  HE,
  MALE_KIN,
  MALE_NAME,
  MALE_WORDS,
  OF_A_MAN,
  OF_A_WOMAN,
  SAID_FEMALE,
  SAID_MALE,
  SAYS_WHO,
  SHE,
  SOMEBODY_ELSES,
} from "./people/gender.lexicon.server.ts"
import type { Gender } from "./story-file.server.ts"

/** How far from a name a word tells of its gender, in UTF-16 units. */
const REACH_UNITS = 12

/** The gender that a text tells of somebody whom it names: the nearest and plainest word counts. */
export function genderOf(
  text: string,
  { name, at }: FoundPerson,
  people: readonly FoundPerson[],
): Gender | null {
  const after = text.slice(at + name.length)
  const others = people.filter((other) => other.at > at)
  const until = Math.min(after.length, ...others.map((other) => other.at - at - name.length))
  const own = after.slice(0, until)
  return (
    genderBefore(text.slice(Math.max(0, at - REACH_UNITS), at)) ??
    which(SAID_FEMALE.test(own), SAID_MALE.test(own)) ??
    genderSaid(own) ??
    which(FEMALE_NAME.test(name), MALE_NAME.test(name)) ??
    (BRINGS_SOMEBODY.test(own) ? pronounIn(own.split(BRINGS_SOMEBODY)[0] ?? "") : pronounIn(own)) ??
    (people.length === 1 && !BRINGS_SOMEBODY.test(own) ? (pronounIn(after) ?? genderIn(text)) : null)
  )
}

/** The gender that a whole text tells of its hero: relatives count where they stand first in it. */
export function genderIn(text: string): Gender | null {
  const female = countOf(text, FEMALE_WORDS) + startsWith(text, FEMALE_KIN) + countOf(text, SHE)
  const male = countOf(text, MALE_WORDS) + startsWith(text, MALE_KIN) + countOf(text, HE)
  return which(female > male, male > female) ?? which(OF_A_WOMAN.test(text), OF_A_MAN.test(text))
}

/** What stands in the clause before a name, where it is said of that person. */
function genderBefore(before: string): Gender | null {
  const clause = before.split(CLAUSE_END).at(-1) ?? ""
  const female = lastOf(clause, FEMALE_WORDS, FEMALE_KIN, SHE)
  const male = lastOf(clause, MALE_WORDS, MALE_KIN, HE)
  const last = Math.max(female, male)
  return last < 0 || SOMEBODY_ELSES.test(clause.slice(last)) ? null : which(female > male, male > female)
}

/** What somebody is said to be right behind their name. */
function genderSaid(own: string): Gender | null {
  const said = SAYS_WHO.exec(own)?.[0] ?? ""
  const female = lastOf(said, FEMALE_WORDS)
  const male = lastOf(said, MALE_WORDS)
  return which(female > male, male > female)
}

/** The first pronoun that is not somebody else's who stands before it. */
function pronounIn(own: string): Gender | null {
  const female = firstOf(own, SHE)
  const male = firstOf(own, HE)
  const isHers = female < male && lastOf(own.slice(0, female), FEMALE_WORDS, FEMALE_KIN) < 0
  const isHis = male < female && lastOf(own.slice(0, male), MALE_WORDS, MALE_KIN) < 0
  return which(isHers, isHis)
}

function which(isFemale: boolean, isMale: boolean): Gender | null {
  if (isFemale === isMale) return null
  return isFemale ? "female" : "male"
}

function lastOf(text: string, ...patterns: RegExp[]): number {
  return Math.max(-1, ...patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ index }) => index)))
}

function firstOf(text: string, pattern: RegExp): number {
  return text.matchAll(pattern).next().value?.index ?? Number.POSITIVE_INFINITY
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function startsWith(text: string, pattern: RegExp): number {
  return firstOf(text, pattern) === 0 ? 1 : 0
}
