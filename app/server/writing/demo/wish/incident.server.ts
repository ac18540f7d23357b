import { wordsOf } from "../text/words.server.ts"
import * as known from "./happening.lexicon.server.ts"
import type { Happening } from "./happening-shape.server.ts"
import * as words from "./incident.lexicon.server.ts"
import {
  besideHero,
  isSomebody,
  nounOf,
  oneOfTheTwo,
  whomOf,
  withNumber,
  withoutTheTwo,
} from "./who.server.ts"
import { DOES, OF } from "./wish.lexicon.server.ts"
import type { WishPeople } from "./wish-people.server.ts"

/** What befalls somebody in a clause of a wish, or what they do about it; null where there is no scene for it. */
export function incidentOf(clause: string, people: WishPeople): Happening | null {
  if (words.NOT_SO.test(clause)) return null
  return (
    theft(clause, people) ??
    lettingGo(clause, people) ??
    disaster(clause) ??
    message(clause, people) ??
    fight(clause, people) ??
    lesson(clause, people) ??
    lie(clause, people) ??
    family(clause, people) ??
    ofTheTwo(clause, people) ??
    meetingThere(clause, people) ??
    recognition(clause, people)
  )
}

/** What the hero makes up their mind to do. */
export function decisionOf(clause: string, people: WishPeople): Happening | null {
  const { who = "", what = "" } = words.DECIDES.exec(clause)?.groups ?? {}
  if (what === "" || words.TOLD_BY_OTHERS.test(what) || what.includes(people.hero)) return null
  const [first = ""] = wordsOf(what).map(({ text }) => text)
  const isDone = DOES.has(first) || DOES.has(first.slice(0, 1))
  return isDone && oneOfTheTwo(who, people) === "hero" ? happens("decision", { what }) : null
}

/** The people as the clauses behind this happening mean them. */
export function peopleBehind({ name, slots, people: there }: Happening, people: WishPeople): WishPeople {
  if (there) return there
  if (name === "theft") return { ...people, spokenOf: words.THAT_ONE }
  const { whom } = slots
  const isBroughtIn = BRING_IN.has(name) && whom !== undefined && whom !== known.WHO_CAME
  return isBroughtIn ? besideHero(whom, people) : people
}

const BRING_IN: ReadonlySet<known.HappeningName> = new Set([
  "stranger",
  "visitor",
  "met",
  "metThere",
  "metAgain",
])

/** A happening with what the clause behind it says of it; null where that has to be told by itself. */
export function withClauseBehind(happening: Happening, clause: string, people: WishPeople): Happening | null {
  if (MESSAGES.has(happening.name) && words.SAYS.test(clause)) {
    const said = clause.replace(words.SAYS, "")
    return { ...happening, rest: (happening.slots.it ?? "") + words.SAYS_THIS + said }
  }
  if (happening.name !== "fire") return null
  const what = words.RESCUES.exec(clause)?.groups?.what ?? ""
  if (what === "" || isSomebody(what, people) || oneOfTheTwo(what, people)) return null
  return { ...happening, slots: { ...happening.slots, saved: what } }
}

const MESSAGES: ReadonlySet<known.HappeningName> = new Set(["signal", "call", "news"])

function happens(name: known.HappeningName, slots: Record<string, string> = {}): Happening {
  return { name, slots, lead: "" }
}

function theft(clause: string, people: WishPeople): Happening | null {
  const stolen = words.STOLEN.exec(clause)?.groups?.what
  const { who = "", what: taken } = words.STEALS.exec(clause)?.groups ?? {}
  const what = stolen ?? taken
  if (what === undefined) return null
  const isThief = stolen !== undefined || known.SOMEBODY.test(who) || isSomebody(who, people)
  const it = nounOf(what).replace(words.AMOUNT, "")
  if (!isThief || known.NO_THING.test(it) || isSomebody(what, people)) return null
  return stolen === undefined && oneOfTheTwo(who, people) !== null ? null : happens("theft", { it })
}

function lettingGo(clause: string, people: WishPeople): Happening | null {
  const { who = "", one, two, three } = words.LETS_GO.exec(clause)?.groups ?? {}
  const found = one ?? two ?? three
  if (found === undefined || oneOfTheTwo(who, people) !== "hero") return null
  const whom = words.PRONOUN.test(found) ? people.spokenOf : isSomebody(found, people) ? found : undefined
  return whom === undefined ? null : happens("letGo", { whom })
}

function disaster(clause: string): Happening | null {
  const where = words.BURNS.exec(clause)?.groups?.where
  if (where !== undefined && !words.OF_THE_HEART.test(where)) {
    const place = where.replace(words.AT, "")
    return happens("fire", {
      where: place === "" ? words.OVER_THERE : place,
      saved: words.WHAT_CAN_BE_SAVED,
    })
  }
  if (words.OF_THE_HEART.test(clause)) return null
  if (words.FLOODS.test(clause)) return happens("flood")
  return words.FALLS_DOWN.test(clause) ? happens("collapse") : null
}

function message(clause: string, people: WishPeople): Happening | null {
  const { who = "", thing: found = "" } = words.COMES_IN.exec(clause)?.groups ?? {}
  const nature = words.BY_NATURE.find(([, pattern]) => pattern.test(found))
  if (!nature) return null
  const by = who.replace(words.FROM_WHERE, "")
  const [name, , one] = nature
  const verbs = clause.slice(who.length, clause.length - found.length)
  const isSent = words.SENT.test(verbs) && isSomebody(by, people) && oneOfTheTwo(by, people) === null
  if (isSent) {
    const it = found.replace(known.OF_ITS_KIND, "").replace(words.COUNTED, "")
    return happens(name, { thing: by + OF + it, it })
  }
  if (known.SOMEBODY_ELSE.test(withoutTheTwo(by, people))) return null
  const it = found.replace(known.OF_ITS_KIND, "").replace(words.COUNTED, "")
  const isBare = found === it || (!words.COUNTED.test(found) && !known.OF_ITS_KIND.test(found))
  return happens(name, { thing: isBare ? one + it : withNumber(found), it })
}

function fight(clause: string, people: WishPeople): Happening | null {
  const { who = "", whom = "" } = words.FIGHTS.exec(clause)?.groups ?? {}
  const isPartner = whom === people.spokenOf
  if (whom === "" || oneOfTheTwo(who, people) !== "hero") return null
  if (!isPartner && (oneOfTheTwo(whom, people) !== null || !isSomebody(whom, people))) return null
  return happens("fight", { whom: known.MANY.test(whom) ? words.THEY_LEAD : whomAmong(whom) })
}

function whomAmong(who: string): string {
  const whom = whomOf(who)
  return whom === known.WHO_CAME ? who : whom
}

function lesson(clause: string, people: WishPeople): Happening | null {
  const taught = words.TEACHES.exec(clause)?.groups
  const learnt = words.LEARNS.exec(clause)?.groups
  const teacher = calledAs(taught?.teacher ?? learnt?.teacher ?? "", people)
  const behind = taught?.behind ?? ""
  const names = [people.hero, people.friend, people.other ?? "", ...words.ONE_OF_THEM].filter(
    (name) => name !== "",
  )
  const named = names.find((name) => behind.startsWith(name)) ?? ""
  const learner = taught ? named && calledAs(named, people) : calledAs(learnt?.learner || people.hero, people)
  if (!teacher || !learner || teacher === learner) return null
  const toldAs = people.toldAs
  const other = people.other && whomAmong(people.other)
  if (teacher !== toldAs && learner !== toldAs) return null
  const partner = teacher === toldAs ? learner : teacher
  const there = partner === other ? {} : { people: besideHero(partner, people) }
  return { ...happens("teaching", { teacher, learner }), ...there }
}

/** How the story calls somebody; empty where it is not known who they are. */
function calledAs(who: string, people: WishPeople): string {
  if (who === "") return ""
  const one = oneOfTheTwo(who, people)
  if (one !== null) return one === "hero" ? people.toldAs : whomAmong(people.other ?? "")
  return isSomebody(who, people) ? whomAmong(who) : ""
}

function lie(clause: string, people: WishPeople): Happening | null {
  const liar = words.LIE_FOUND.map((pattern) => pattern.exec(clause)?.groups?.liar).find(
    (found) => found !== undefined,
  )
  if (liar === undefined) return null
  const one = oneOfTheTwo(liar, people)
  const { toldAs, other } = people
  if (one === null || (one === "other" && other === null)) return null
  const [teller, listener] = one === "hero" ? [toldAs, other ?? ""] : [other ?? "", toldAs]
  return happens("lie", { teller, listener })
}

function family(clause: string, people: WishPeople): Happening | null {
  const born = clause.search(words.IS_BORN)
  if (born !== -1) return oneOfTheTwo(clause.slice(0, born), people) && born > 0 ? null : happens("birth")
  const at = clause.search(words.MARRIES)
  if (at === -1) return null
  const subject = clause.slice(0, at)
  const isOfOthers = isSomebody(subject, people) || known.SOMEBODY_ELSE.test(withoutTheTwo(subject, people))
  const isGuest = words.TAKES_PART.test(clause)
  return isGuest || (isOfOthers && oneOfTheTwo(subject, people) === null) ? happens("wedding") : null
}

function ofTheTwo(clause: string, people: WishPeople): Happening | null {
  for (const [name, pattern] of DONE_BY_THE_TWO) {
    const at = clause.search(pattern)
    if (at === -1) continue
    const subject = clause.slice(0, at).replace(words.OBJECT, "").replace(words.GOES_THERE, "")
    const isHero = oneOfTheTwo(subject, people) === "hero" || withoutTheTwo(subject, people) === ""
    const rest = withoutTheTwo(subject, people)
    const isOfHero =
      (subject.startsWith(people.hero) || known.THE_TWO.test(subject)) && rest.length <= MEANWHILE_MAX_UNITS
    if (isHero || (isOfHero && !known.SOMEBODY_ELSE.test(rest))) return happens(name)
  }
  return null
}

/** What a clause may say between the hero and what they do. */
const MEANWHILE_MAX_UNITS = 8

const DONE_BY_THE_TWO = [
  ["talk", words.TALKS_OVER],
  ["exam", words.SITS_EXAM],
  ["contest", words.COMPETES],
  ["wager", words.PLAYS],
  ["escape", words.ESCAPES],
] as const

function meetingThere(clause: string, people: WishPeople): Happening | null {
  const { who = "", at = "", whom: found = "" } = words.MEETS_AT.exec(clause)?.groups ?? {}
  const whom = withNumber(found)
  if (at === "" || words.ON_A_ROAD.test(at) || oneOfTheTwo(who, people) === null) return null
  const isOne = !known.MANY.test(whom) && !known.CREATURE.test(whom) && oneOfTheTwo(whom, people) === null
  return isOne && isSomebody(whom, people)
    ? happens(known.STRANGE.test(whom) ? "metThere" : "metAgain", { at, who: whom, whom: whomAmong(whom) })
    : null
}

/** Whoever has come knows something that belongs to somebody. */
function recognition(clause: string, people: WishPeople): Happening | null {
  const { who = "", thing = "" } = words.RECOGNIZES.exec(clause)?.groups ?? {}
  const { spokenOf, other } = people
  if (spokenOf === undefined || spokenOf !== other || oneOfTheTwo(who, people) !== "other") return null
  const it = nounOf(thing)
  if (!words.SOMEBODYS.test(thing) || isSomebody(it, people)) return null
  return happens("knows", { whom: spokenOf, it })
}
