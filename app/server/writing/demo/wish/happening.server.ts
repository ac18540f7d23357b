import { thingsIn } from "../things/things.server.ts"
import * as words from "./happening.lexicon.server.ts"
import type { Happening } from "./happening-shape.server.ts"
import { decisionOf, incidentOf } from "./incident.server.ts"
import {
  besideHero,
  isSomebody,
  nounOf,
  oneOfTheTwo,
  partnerIn,
  WHO_MAX_UNITS,
  whomOf,
  withNumber,
  withoutTheTwo,
} from "./who.server.ts"
import { AND, ANIMAL, FORBIDS } from "./wish.lexicon.server.ts"
import type { WishPeople } from "./wish-people.server.ts"

/** What happens in this clause of a wish; null where there is no scene for it, or the clause may mean something else. */
export function happeningOf(clause: string, people: WishPeople): Happening | null {
  const partner = partnerIn(clause, people)
  if (partner === null) return happeningAmong(clause, people)
  const there = besideHero(partner, people)
  const happening = happeningAmong(clause, there)
  const whom = whomOf(partner)
  return happening && { ...happening, people: whom === words.WHO_CAME ? there : besideHero(whom, people) }
}

function happeningAmong(clause: string, people: WishPeople): Happening | null {
  const plain = clause.trim().replace(words.HOW, "")
  if (FORBIDS.test(clause)) return staying(clause, people)
  return (
    between(plain, people) ??
    illness(plain, people) ??
    death(plain, people) ??
    danger(clause.trim(), people) ??
    incidentOf(clause.trim(), people) ??
    letter(plain, people) ??
    around(plain) ??
    find(plain, people) ??
    meeting(plain, people) ??
    comingOut(plain) ??
    meal(plain, people) ??
    arrival(plain, people) ??
    journey(plain, people) ??
    decisionOf(clause.trim(), people)
  )
}

/** What happens in a wish in English, which is not told in its own words: in the order of its words. */
export function happeningsInEnglish(text: string, people: WishPeople): Happening[] {
  const found = words.ENGLISH_HAPPENINGS.map(([name, pattern]) => ({ name, at: text.search(pattern) }))
  const names = found
    .filter(({ at }) => at !== -1)
    .toSorted((one, other) => one.at - other.at)
    .map(({ name }) => name)
  // A letter may be what is found or written, and it does not come by itself.
  const isElsewhere = names.includes("find") || names.includes("writing")
  const isBrought = names.includes("letter") && !isElsewhere
  const told = names.filter((name) => (name === "letter" ? !isElsewhere : name !== "stranger" || !isBrought))
  return told.map((name) => inEnglish(name, text, people))
}

function inEnglish(name: words.HappeningName, text: string, people: WishPeople): Happening {
  const [found] = thingsIn(text)
  switch (name) {
    case "find": {
      const thing = found === undefined ? words.UNKNOWN_THING : counted(found)
      return whole(kindOfThing(found ?? ""), {
        thing,
        it: found ?? words.UNKNOWN_THING.replace(words.COUNTS, ""),
      })
    }
    case "letter":
      return whole(name, { thing: words.A_LETTER, it: nounOf(words.A_LETTER) })
    case "writing":
      return whole(name, { writing: words.ANY_LETTER })
    case "stranger": {
      const who = named(words.ENGLISH_VISITORS, text) ?? words.A_STRANGER
      const isKnown = !words.COUNTS.test(who)
      return whole(isKnown ? "visitor" : name, { who, whom: isKnown ? who : whomOf(who) })
    }
    case "homecoming":
    case "journey":
      return whole("journey", { where: placeInEnglish(text) ?? words.FAR_AWAY })
    case "feast":
      return whole(name, { feast: named(words.FEAST_CALLED, text) ?? "" })
    case "secret":
    case "love":
      return whole(name, tellerAndListener("hero", people))
    default:
      return whole(name, {})
  }
}

/** A thing as one counts it. */
export function counted(thing: string): string {
  if (words.ONLY_ONE.test(thing)) return thing
  return (named(words.MEASURES, thing) ?? words.ANY_MEASURE) + thing
}

/** Where a text in English says that it is; undefined where it names no place that the demo knows. */
export function placeInEnglish(text: string): string | undefined {
  return named(words.ENGLISH_PLACES, text)
}

function whole(name: words.HappeningName, slots: Record<string, string>): Happening {
  return { name, slots, lead: "" }
}

function named(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1]
}

/** What the two of a story do with each other. */
function between(clause: string, people: WishPeople): Happening | null {
  if (words.SOMEBODY_ELSE.test(withoutTheTwo(clause, people))) return null
  if (words.DECLARES_LOVE.test(clause)) return told("love", clause, words.DECLARES_LOVE, people)
  if (words.GETS_CLOSER.test(clause)) return whole("closer", {})
  if (isOfTheTwo(clause, words.TOUCHES, people)) return { ...whole("closer", {}), lead: clause }
  const to = words.TELLS_TO.exec(clause)?.groups?.whom?.replace(words.WHAT_IS_TOLD, "") ?? ""
  if (to !== "" && oneOfTheTwo(to, people) === null) return null
  if (words.TELLS_SECRET.test(clause)) return told("secret", clause, words.TELLS_SECRET, people)
  if (isOfTheTwo(clause, words.RECONCILES, people)) return whole("peace", {})
  return isOfTheTwo(clause, words.QUARRELS, people) ? whole("quarrel", {}) : null
}

/** Whether a clause says this of the two alone. */
function isOfTheTwo(clause: string, pattern: RegExp, people: WishPeople): boolean {
  const at = clause.search(pattern)
  return at !== -1 && withoutTheTwo(clause.slice(0, at), people) === ""
}

function told(
  name: words.HappeningName,
  clause: string,
  pattern: RegExp,
  people: WishPeople,
): Happening | null {
  const speaker = oneOfTheTwo(clause.slice(0, clause.search(pattern)), people)
  return speaker && whole(name, tellerAndListener(speaker, people))
}

function tellerAndListener(speaker: "hero" | "other", { toldAs, other }: WishPeople): Record<string, string> {
  const [one, another] = [toldAs, other ?? ""]
  return speaker === "hero" ? { teller: one, listener: another } : { teller: another, listener: one }
}

function illness(clause: string, people: WishPeople): Happening | null {
  const isWounded = words.IS_WOUNDED.test(clause)
  const pattern = isWounded ? words.IS_WOUNDED : words.FALLS_ILL
  if (!pattern.test(clause) || words.STAYS_ILL.test(clause)) return null
  const before = clause.slice(0, clause.search(pattern))
  const one = oneOfTheTwo(before, people)
  if (one === "other" && people.other === null) return null
  if (one && isWounded) return whole("wound", tellerAndListener(one, people))
  if (one) return whole(one === "hero" ? "heroIll" : "companionIll", {})
  const who = behindHow(before)
  const isOne = isSomebody(who, people) && !words.MANY.test(who) && !words.THE_TWO.test(who)
  return isOne && !isWounded ? whole("somebodyIll", { who }) : null
}

function letter(clause: string, people: WishPeople): Happening | null {
  const coming = words.LETTER_COMING.exec(clause)
  if (coming) {
    const found = coming.groups?.thing ?? ""
    const thing = words.LETTER_WORDS.test(found) ? withNumber(found) : words.A_LETTER
    const isTheirs = !words.SOMEBODY_ELSE.test(withoutTheTwo(clause.slice(0, clause.indexOf(found)), people))
    return isTheirs ? whole("letter", { thing, it: nounOf(thing) }) : null
  }
  const writing = words.LETTER_WRITING.exec(clause)
  if (!writing) return null
  const { behind, before } = words.WRITES_TO.exec(clause)?.groups ?? {}
  const to = behind ?? before
  const subject = clause.slice(
    0,
    Math.min(writing.index, before ? clause.indexOf(before) - 1 : writing.index),
  )
  if (oneOfTheTwo(subject, people) !== "hero") return null
  return whole("writing", { writing: to ? words.LETTER_FOR.join(to) : words.ANY_LETTER })
}

function death(clause: string, people: WishPeople): Happening | null {
  const who = words.DIES.exec(clause)?.groups?.who ?? ""
  // Whom the story needs, it goes on with.
  const isNeeded = oneOfTheTwo(who, people) !== null || people.names.includes(who)
  return !isNeeded && isSomebody(who, people) ? whole("death", { who }) : null
}

function around(clause: string): Happening | null {
  if (words.GOES_DARK.test(clause)) return whole("dark", {})
  if (words.FEASTS.test(clause)) return whole("feast", { feast: named(words.FEAST_CALLED, clause) ?? "" })
  if (words.SNOWS.test(clause)) return whole("snow", {})
  return words.RAINS.test(clause) ? whole("rain", {}) : null
}

function find(clause: string, people: WishPeople): Happening | null {
  const match = words.FINDS.exec(clause)
  const { lead = "", thing = "" } = match?.groups ?? {}
  if (!match || words.DEMONSTRATIVE.test(thing)) return null
  if (words.NO_THING.test(nounOf(thing))) return null
  const [object] = thingsIn(thing)
  if (!words.COUNTS.test(thing) && object === undefined) return null
  const finder = lead.replace(words.FOUND_AT, "").replace(words.FOUND_ON, "")
  if (oneOfTheTwo(finder, people) === null) return null
  const at = (words.FOUND_AT.exec(lead) ?? words.FOUND_ON.exec(lead))?.groups?.at
  const counts = withNumber(words.COUNTS.test(thing) || thing !== object ? thing : counted(thing))
  return whole(kindOfThing(counts), { thing: counts, it: nounOf(counts), ...(at && { at }) })
}

function kindOfThing(thing: string): words.HappeningName {
  if (ANIMAL.test(thing)) return "findAnimal"
  if (words.MARK.test(thing)) return "findMark"
  return words.BIG_THING.test(thing) ? "findPlace" : "find"
}

function danger(clause: string, people: WishPeople): Happening | null {
  const at = clause.search(words.IS_DANGER)
  const isTheirs = oneOfTheTwo(clause.slice(0, at), people) !== null
  return at !== -1 && (at === 0 || !isTheirs || words.BY.test(clause.slice(at)))
    ? { name: "danger", slots: {}, lead: clause }
    : null
}

function meeting(clause: string, people: WishPeople): Happening | null {
  const { lead = "", who: found = "" } = words.MEETS.exec(clause)?.groups ?? {}
  const who = withNumber(found)
  if (found === "" || oneOfTheTwo(lead.replace(words.ON_THE_WAY, ""), people) === null) return null
  if (words.CREATURE.test(who) || ANIMAL.test(who)) return whole("creature", { who })
  if (oneOfTheTwo(who, people) || !isSomebody(who, people)) return null
  return whole(words.MANY.test(who) ? "crowd" : "met", { who, whom: whomOf(who) })
}

function meal(clause: string, people: WishPeople): Happening | null {
  return isOfTheTwo(clause, words.EATS, people) ? whole("meal", {}) : null
}

function comingOut(clause: string): Happening | null {
  return words.COMES_OUT.test(clause) ? whole("revealed", {}) : null
}

function arrival(clause: string, people: WishPeople): Happening | null {
  const match =
    words.CAME_FOR.exec(clause) ?? words.COMES_BEHIND.exec(clause) ?? words.COMES_BEFORE.exec(clause)
  const aim = match?.groups?.aim
  const found = match?.groups?.who ?? ""
  if (found === "" || found.length > WHO_MAX_UNITS) return null
  if (oneOfTheTwo(found, people) || words.THE_TWO.test(found)) return null
  if (words.SOMEBODY.test(found)) {
    return whole("stranger", { who: words.SOMEBODY_UNKNOWN, whom: words.WHO_CAME })
  }
  const who = withNumber(found.replace(words.THERE_IS, ""))
  if (words.NO_PERSON.test(nounOf(who))) return null
  if (words.CREATURE.test(who) || ANIMAL.test(who)) return whole("creature", { who })
  if (!isSomebody(who, people)) return null
  if (words.MANY.test(who)) return whole("crowd", { who })
  const isStrange = words.STRANGE.test(who) && words.COUNTS.test(who)
  const whom = isStrange || words.OF_ITS_KIND.test(who) ? whomOf(who) : who
  const rest = aim && words.CAME_TO.join(aim)
  return { ...whole(isStrange ? "stranger" : "visitor", { who, whom }), ...(rest && { rest: whom + rest }) }
}

function journey(clause: string, people: WishPeople): Happening | null {
  const guided = words.LEADS_SOMEBODY.exec(clause)
  const own = guided ? clause.slice(guided[0].length) : clause
  const match = words.GOES.exec(own)
  const { verb = "", aim } = match?.groups ?? {}
  const seen = (match?.groups?.where ?? "").replace(words.LOOKS_AT, "")
  const where = named(words.SEEN_AT, seen) ?? seen
  if (!match || !words.PLACE_TAIL.test(where) || words.NO_PLACE_TO_GO.test(where)) return null
  if (oneOfTheTwo(own.slice(0, match.index), people) !== "hero") return null
  const place = where.replace(words.WITHIN, "")
  const away = words.DARK_PLACE.test(place) ? "explore" : "journey"
  const name = words.BACK_TO.test(verb) ? "homecoming" : away
  const { hero, other } = people
  const two = other === null ? hero : hero + AND + other
  const isOfBoth = match.index === 0 || words.PRONOUN_OF_ONE.test(own)
  const hasAim = aim !== undefined && !words.ONLY_TO_BE_THERE.test(aim)
  const lead = guided ? clause : hasAim ? (isOfBoth ? two + own.slice(match.index) : own) : ""
  return { name, slots: { where: place }, lead }
}

/** Whom a wish forbids to go: the one who is there beside the hero. */
function staying(clause: string, people: WishPeople): Happening | null {
  const forbidden = clause.replace(FORBIDS, "")
  const isOfThem = !words.SOMEBODY_ELSE.test(withoutTheTwo(forbidden, people))
  return isOfThem && words.GOES_AWAY.test(forbidden) && forbidden.length <= WHO_MAX_UNITS
    ? whole("stay", {})
    : null
}

function behindHow(subject: string): string {
  return subject.replace(words.HOW_BEHIND, "")
}
