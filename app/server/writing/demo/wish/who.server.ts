import { peopleIn } from "../people/find-people.server.ts"
import * as words from "./happening.lexicon.server.ts"
import { COMMA, INSIDE } from "./wish.lexicon.server.ts"
import type { WishPeople } from "./wish-people.server.ts"

export const WHO_MAX_UNITS = 14
const WHOM_MAX_UNITS = 5

/** Which of the two a subject means; the hero where it means both, or nobody is named. */
export function oneOfTheTwo(subject: string, people: WishPeople): "hero" | "other" | null {
  const { hero, toldAs, friend, other, otherIs, genders } = people
  const rest = subject.trim().replace(words.HOW, "")
  if (rest === "") return "hero"
  const isBehind = (begin: string) => withoutTheTwo(rest.slice(begin.length), people) === ""
  if (words.THE_TWO.test(rest)) return isBehind(words.THE_TWO.exec(rest)?.[0] ?? "") ? "hero" : null
  for (const name of [hero, toldAs]) if (rest.startsWith(name) && isBehind(name)) return "hero"
  // A conductor of students is a conductor.
  if (rest.length > 1 && otherIs.endsWith(rest)) return "other"
  for (const name of [friend, other ?? friend, otherIs])
    if (name !== "" && rest.startsWith(name) && isBehind(name)) return "other"
  if (words.COMPANION_WORDS.test(rest) && isBehind(words.COMPANION_WORDS.exec(rest)?.[0] ?? ""))
    return "other"
  if (!words.PRONOUN_OF_ONE.test(rest) || !isBehind(rest.slice(0, 1))) return null
  const gender = words.FEMALE_PRONOUN === rest[0] ? "female" : "male"
  return genders.hero === gender ? "hero" : genders.friend === gender ? "other" : null
}

/** What is left of a clause without the two, and without how something is done. */
export function withoutTheTwo(clause: string, { hero, toldAs, friend, other, otherIs }: WishPeople): string {
  const names = [hero, toldAs, friend, other ?? "", otherIs].filter((name) => name !== "")
  let rest = names.reduce((text, name) => text.replaceAll(name, COMMA), clause)
  for (let before = ""; rest !== before; ) {
    before = rest
    for (const one of words.NOBODY_ELSE) rest = rest.replace(one, "")
  }
  return rest
}

/** Whether these words mean a person. */
export function isSomebody(who: string, people: WishPeople): boolean {
  if (who === "" || who.length > WHO_MAX_UNITS || words.NO_PERSON.test(nounOf(who))) return false
  const isCounted = words.STRANGE.test(who)
  if (isCounted || words.IS_A_PERSON.test(who) || words.SOMEBODY_ELSE.test(who)) return true
  return people.names.includes(who) || peopleIn(who).some(({ name }) => who.includes(name))
}

/** Without what is said of it and how it is counted. */
export function nounOf(thing: string): string {
  const noun = thing.replace(words.OF_ITS_KIND, "").replace(words.COUNTS, "")
  return noun === "" ? thing : noun.replace(INSIDE, "")
}

/** A thing or a person with the number that its measure word leaves out. */
export function withNumber(thing: string): string {
  return words.BARE_MEASURE.test(thing) ? words.ONE + thing : thing
}

/** How somebody is called once they are known. */
export function whomOf(who: string): string {
  const noun = nounOf(who)
  const isLong = noun === "" || noun.length > WHOM_MAX_UNITS
  const isCalled = words.COUNTS.test(who) || (words.OF_ITS_KIND.test(who) && words.IS_A_PERSON.test(noun))
  return isLong || words.STRANGE.test(noun) || !isCalled ? words.WHO_CAME : noun
}

/** Whom a clause names beside the hero, who is not the companion; null where it names nobody. */
export function partnerIn(clause: string, people: WishPeople): string | null {
  const { before = "", behind = "" } = words.PARTNER.exec(clause)?.groups ?? {}
  if (behind === "" || oneOfTheTwo(before, people) !== "hero") return null
  for (let units = Math.min(WHO_MAX_UNITS, behind.length - 1); units > 1; units -= 1) {
    const who = behind.slice(0, units)
    const isKnown = words.IS_A_PERSON.test(who) || people.names.includes(who)
    if (!isKnown || words.NO_PERSON.test(who) || words.MANY.test(who)) continue
    return oneOfTheTwo(who, people) === null ? who : null
  }
  return null
}

/** The people where this one is there beside the hero. */
export function besideHero(whom: string, people: WishPeople): WishPeople {
  const gender = words.IS_FEMALE.test(whom) ? "female" : "male"
  return {
    ...people,
    friend: whom,
    other: whom,
    otherIs: whom,
    genders: { ...people.genders, friend: gender },
    spokenOf: whom,
  }
}
