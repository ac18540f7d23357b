import { atOnce, type Steps } from "../steps/steps.server.ts"
import { simplified } from "../text/simplified.server.ts"
import { wordsOf } from "../text/words.server.ts"
import { happeningOf } from "./happening.server.ts"
import type { Happening } from "./happening-shape.server.ts"
import { peopleBehind } from "./incident.server.ts"
import {
  ABOUT_WRITING,
  AND,
  ASKING_END,
  ASKS,
  ASKS_FOR_MANNER,
  BOTH_HEROES,
  BY_NOBODY,
  CLAUSE,
  COMMA,
  DEMANDS,
  DO_TOGETHER,
  DOES,
  DONE,
  DONE_AT_END,
  DONE_BY,
  ENDS_CLAUSE,
  ENDS_NAMED,
  FEMALE_LEAD,
  FINAL_PARTICLE,
  FORBIDS,
  FORBIDS_IN_ENGLISH,
  GOES_AT_END,
  GOES_TO,
  HERO_WORDS,
  HOW_LONG,
  IF_YOU_CAN,
  IS_NOT,
  IS_OVER,
  LEADS_AGAINST,
  LEADS_IN,
  LEADS_OVER,
  MAKES,
  MALE_LEAD,
  MANNERS,
  MARKUP,
  MAY,
  MAYBE,
  NAMES_ONLY,
  NOT_DONE,
  OF,
  OF_BOTH,
  ONE_MORE,
  ONLY_TIME,
  OURSELVES,
  POLITE,
  QUOTED,
  QUOTES,
  SAYS_WHO,
  SCENE_OF,
  SELF,
  SENTENCE,
  SEVERAL,
  SHORT_NOUN,
  TELLS,
  TELLS_OF_MORE,
  THEM,
  TO_THE_WRITER,
  TWO_OF_THEM,
} from "./wish.lexicon.server.ts"
import type { WishPeople } from "./wish-people.server.ts"

/** What somebody wishes to be told: that something happens, what it is about, or what somebody asks. */
export interface Wished {
  kind: "event" | "topic" | "question"
  /** As the story tells it, where the hero may be the one who speaks. */
  told: string
  /** The same in few words, as an outline names it, with the hero's name. */
  named: string
  /** What it says, clause by clause: as its author says it of the people of the story, and as the story tells it. */
  clauses: readonly WishClause[]
  /** What happens, where it is not told in its author's words. */
  happenings?: readonly Happening[]
  /** Whom the sentence behind it means. */
  behind?: WishPeople
}

interface WishClause {
  said: string
  told: string
  /** Whom it means by the two of them: those before it may bring somebody in. */
  people: WishPeople
}

const WISHES_MAX = 4
/** How many sentences are read in one step. */
const STEP_SENTENCES = 50
const WISH_MAX_UNITS = 90
const NAMED_MAX_UNITS = 26
const TOPIC_MAX_UNITS = 16
const LEADS_MAX = 6

/** What can be told of a wish, in its order. What speaks of the writing, forbids or leaves open is left. */
export function readWish(text: string, people: WishPeople): Wished[] {
  return atOnce(readingWish(text, people))
}

/** The same in steps. */
export function* readingWish(text: string, people: WishPeople): Steps<Wished[]> {
  const found: Wished[] = []
  let there = people
  for (const [at, sentence] of sentencesOf(text).entries()) {
    if (found.length >= WISHES_MAX) break
    if (at % STEP_SENTENCES === 0) yield
    const wishes = wishesOf(sentence, people, there)
    there = wishes.at(-1)?.behind ?? there
    found.push(...wishes)
  }
  return found.slice(0, WISHES_MAX)
}

/** The sentences of a text, without the marks of a list or a template. What somebody says stays whole. */
export function sentencesOf(text: string): string[] {
  return paired(simplified(text).replace(MARKUP, "")).match(SENTENCE) ?? []
}

/** What of a sentence can be told. */
function wishesOf(sentence: string, people: WishPeople, there: WishPeople): Wished[] {
  const clauses = clausesOf(sentence)
  const last = clauses.at(-1)
  // What is asked at the end, is asked of what happens before.
  const isAsked = clauses.length > 1 && last !== undefined && ASKS.test(last)
  const parts = isAsked ? [clauses.slice(0, -1), [last]] : [clauses]
  return parts.flatMap((part) => wishOf(part, people, there) ?? [])
}

function wishOf(clauses: readonly string[], people: WishPeople, before: WishPeople): Wished | null {
  const [begins, ...rest] = clauses
  const first = begins?.replace(SAYS_WHO, "")
  if (first === undefined) return null
  const whole = [first, ...rest].join(COMMA)
  if (ASKS.test(whole)) {
    const asked = called(whole.replace(ENDS_CLAUSE, ""), people)
    return { kind: "question", told: asToldBy(asked, people), named: asked, clauses: [] }
  }
  const isTold = (clause: string) =>
    tellsSomething(clause) || IS_OVER.test(clause) || happeningOf(called(clause, people), people) !== null
  if (first !== begins || !clauses.some(isTold)) {
    const said = [first, ...rest].find((clause) => clause.length <= TOPIC_MAX_UNITS) ?? ""
    const topic = called(said, people)
    if (topic === "" || ONLY_TIME.test(topic)) return null
    return { kind: "topic", told: topic, named: topic, clauses: [{ said: topic, told: topic, people }] }
  }
  const named = called(withSubject(first, people), people)
  const all = [named, ...rest.map((clause) => called(clause, people))]
  let there = before
  const steps = all.map((said) => {
    const meant = meantBy(said, people, there)
    const alone = called(withSubject(said.replace(LEADS_OVER, ""), meant), people)
    const happening = happeningOf(said, meant)
    if (happening) there = peopleBehind(happening, there)
    return { said, told: asToldBy(asDone(alone), meant), people: meant }
  })
  const isOfTheStory = steps.every((step) => step.people.other === people.other)
  const words = all.map((said, at) => (isOfTheStory ? said : asToldBy(said, steps[at]?.people ?? people)))
  return {
    kind: "event",
    told: asToldBy(words.map(asDone).join(COMMA), people),
    named: shortest([named, ...rest.map((clause) => called(withSubject(clause, people), people))]),
    clauses: steps,
    behind: there,
  }
}

/** Whom a clause means: those of the wish, unless it speaks of the companion, or of the two and somebody more. */
function meantBy(clause: string, people: WishPeople, there: WishPeople): WishPeople {
  if (there.other === people.other) return there
  const isOfCompanion = [people.friend, people.other].some((name) => name && clause.includes(name))
  const isOfThree = clause.search(OF_BOTH) !== -1 && ONE_MORE.test(clause)
  return isOfCompanion || isOfThree ? people : there
}

/** The clauses of a sentence that are to be told, each without what leads over to it. */
export function clausesOf(sentence: string): string[] {
  const clauses = sentence.replace(IF_YOU_CAN, "").match(CLAUSE) ?? []
  if (clauses.some((clause) => MAYBE.test(clause.trim()))) return []
  let units = 0
  const told: string[] = []
  for (const [at, clause] of clauses.entries()) {
    // Behind what happens, it says who makes somebody do it.
    const isMade = told.length > 0 && MAKES.test(clause.trim())
    const plain = at === 0 ? clause.trim().replace(LEADS_OVER, "") : clause
    const isSaid = told.length > 0 && DEMANDS.test(clause.trim())
    const kept = isMade || isSaid ? plain.trim().replace(ENDS_CLAUSE, "") : withoutLead(plain)
    if (kept === "" || !isTellable(kept)) continue
    units += kept.length
    if (units <= WISH_MAX_UNITS) told.push(kept)
  }
  return told
}

/** Whether a text says what is not to happen. */
export function forbids(text: string): boolean {
  const clauses = sentencesOf(text).flatMap((sentence) => sentence.match(CLAUSE) ?? [])
  return clauses.some((clause) => FORBIDS.test(clause.trim()) || FORBIDS_IN_ENGLISH.test(clause))
}

/** Whether a text is hardly Chinese. */
export function isInEnglish(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return /[a-z]{3}/iu.test(text) && han < (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) * (1 - CHINESE_SHARE)
}

/** What may be or must not be: nothing of it happens, but somebody may think of it. */
export function thoughtsIn(text: string, people: WishPeople): string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const plain = sentence.trim().replace(ENDS_CLAUSE, "")
    const isTold = plain.length <= WISH_MAX_UNITS && isTellable(plain, [ABOUT_WRITING, ASKS_FOR_MANNER])
    return isTold ? [asToldBy(called(plain, people), people)] : []
  })
}

/** What is in the way, without what leads over to it. What must not be is in the way as well. */
export function obstacleOf(text: string): string {
  const clauses = sentencesOf(text).flatMap((sentence) => sentence.match(CLAUSE) ?? [])
  const plain = clauses.map((clause) => clause.trim().replace(LEADS_AGAINST, "").replace(ENDS_CLAUSE, ""))
  return plain.filter((clause) => isTellable(clause, [ABOUT_WRITING, MAYBE, TO_THE_WRITER])).join(COMMA)
}

/** Whether these words tell that something happens or is, and do not only name what it is about. */
export function tellsSomething(clause: string): boolean {
  const words = wordsOf(clause.replace(QUOTED, "")).map((word) => word.text)
  const [first = "", second = ""] = words
  const begins = [first, first + second].find((word) => DOES.has(word) || DO_TOGETHER.has(word))
  const isVerb = (word: string) =>
    GOES_TO.test(word) || IS_NOT.test(word) || TELLS.has(word) || DOES.has(word) || DO_TOGETHER.has(word)
  const isOwn = begins !== undefined && !clause.slice(begins.length).startsWith(OF)
  const of = words.lastIndexOf(OF)
  const behind = of === -1 || of === words.length - 1 ? words : words.slice(of + 1)
  const isNoun = of !== -1 && NAMES_ONLY.test(behind.join(""))
  if ((!isNoun && behind.some(isVerb)) || isOwn) return true
  const over = clause.indexOf(DONE)
  const isOver = over > SUBJECT_AND_VERB_UNITS && over < clause.lastIndexOf(OF) - 1
  if (isOver && !HOW_LONG.test(clause.slice(over + 1))) return true
  if (words.slice(1, Math.max(0, of - 1)).some((word) => TELLS_OF_MORE.has(word))) return true
  // What stands before the last noun is only said of it, unless there is one verb more.
  return words.slice(0, Math.max(0, of - 1)).filter(isVerb).length > (of === -1 ? 0 : 1)
}

/** Words with the story's people in place of the words for them. */
export function called(words: string, { hero, friend, genders }: WishPeople): string {
  const lead = (gender: "male" | "female") =>
    genders.hero === gender || genders.friend !== gender ? hero : friend
  return outsideQuotes(words, (text) =>
    text
      .replace(BOTH_HEROES, hero + AND + friend)
      .replace(MALE_LEAD, lead("male"))
      .replace(FEMALE_LEAD, lead("female"))
      .replace(HERO_WORDS, hero)
      .replace(OURSELVES, THEM)
      .replace(SELF, hero),
  )
}

/** Words as the story tells them, whose hero may speak of oneself. */
export function asToldBy(words: string, { hero, toldAs, other }: WishPeople): string {
  const both = other === null ? hero : hero + AND + other
  let isFirst = true
  return outsideQuotes(words, (text) =>
    text
      .replace(OF_BOTH, (them, at: number) => {
        // Behind others, it may mean those.
        if (SEVERAL.test(text.slice(0, at))) return them
        const isNamed = isFirst
        isFirst = false
        return isNamed || other === null ? both : TWO_OF_THEM
      })
      .replaceAll(hero, toldAs),
  )
}

/** A clause that says what is done, with the hero or the two before it where nobody else is named. */
function withSubject(clause: string, { hero, other }: WishPeople): string {
  const words = wordsOf(clause).map((word) => word.text)
  const [first = "", second = ""] = words.slice(words.findIndex((word) => !MANNERS.has(word)))
  if (DO_TOGETHER.has(first)) return other === null ? clause : hero + AND + other + clause
  return DOES.has(first) || DOES.has(first + second) ? hero + clause : clause
}

/** So much of a text must be Chinese characters to be told in its own words. */
const CHINESE_SHARE = 0.6
const CLAUSE_MIN_UNITS = 2
const SUBJECT_AND_VERB_UNITS = 2

function withoutLead(clause: string): string {
  const isPolite = POLITE.test(clause.trim())
  let rest = isPolite ? clause.trim().replace(ASKING_END, "") : clause.trim()
  for (let time = 0; time < LEADS_MAX; time += 1) {
    const before = rest
    for (const lead of LEADS_IN) {
      const cut = rest.replace(lead, "")
      if (cut.length >= CLAUSE_MIN_UNITS) rest = cut
    }
    if (rest === before) break
  }
  if (isPolite) rest = rest.replace(MAY, "")
  const isQuestion = ASKS.test(rest)
  const scene = rest.replace(ENDS_CLAUSE, "").replace(SCENE_OF, "")
  const told = isQuestion ? scene : scene.replace(FINAL_PARTICLE, "")
  return isQuestion ? `${told}？` : told
}

const UNTOLD = [ABOUT_WRITING, ASKS_FOR_MANNER, FORBIDS, MAYBE, TO_THE_WRITER]

function isTellable(clause: string, untold: readonly RegExp[] = UNTOLD): boolean {
  const open = clause.replace(QUOTED, "")
  const han = clause.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = clause.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (SHORT_NOUN.test(clause)) return true
  if (BY_NOBODY.test(clause) || han < CLAUSE_MIN_UNITS || han < letters * CHINESE_SHARE) return false
  return !untold.some((one) => one.test(open))
}

/** A clause as something that is over: what is done in it, is done. */
export function asDone(clause: string): string {
  if (NOT_DONE.test(clause.replace(QUOTED, ""))) return clause
  if (DONE_BY.test(clause)) return clause.replace(DONE_BY, `$&${DONE}`)
  return clause.replace(DONE_AT_END.test(clause) ? DONE_AT_END : GOES_AT_END, `$&${DONE}`)
}

function shortest(clauses: readonly string[]): string {
  const telling = clauses.filter((clause) => !ONLY_TIME.test(clause) && tellsSomething(clause))
  const short = telling.find(({ length }) => length <= NAMED_MAX_UNITS)
  return (short ?? "").replace(ENDS_CLAUSE, "").replace(ENDS_NAMED, "")
}

function outsideQuotes(text: string, change: (text: string) => string): string {
  return text
    .split(/(“[^“”]*”)/u)
    .map((part) => (part.startsWith("“") ? part : change(part)))
    .join("")
}

/** The text with its quotations between one pair of marks, or without marks where they make no pairs. */
function paired(text: string): string {
  const isPaired = (text.match(QUOTES) ?? []).length % 2 === 0
  let opens = false
  return text.replace(QUOTES, () => {
    opens = !opens
    return isPaired ? (opens ? "“" : "”") : ""
  })
}
