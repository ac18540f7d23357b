import { type Age, findAges, isMinorAge } from "./age.ts"
import * as minorWords from "./minors.lexicon.ts"
import { NEUTRAL as NEUTRAL_WORDS } from "./neutral.lexicon.ts"
import * as personWords from "./real-person.lexicon.ts"
import * as sexualWords from "./sexual.lexicon.ts"

export interface Signal {
  start: number
  end: number
}

/** A mention of a minor. `years` is set if the text gives an age; `isSchool` if it only names a school. */
export interface MinorSignal extends Signal {
  years: number | null
  isSchool: boolean
}

/** Everything that the rules use; each list is in text order. */
export interface Signals {
  text: string
  minors: MinorSignal[]
  childrenInActs: Signal[]
  youths: Signal[]
  generations: Signal[]
  pupils: Signal[]
  explicit: Signal[]
  intimate: Signal[]
  romantic: Signal[]
  joining: Signal[]
  adultAges: Age[]
  realPeople: Signal[]
  perhapsRealPeople: Signal[]
}

/** Blots innocent wording out of a normalised text and finds the signals in the rest. */
export function findSignals(normalised: string): Signals {
  const text = normalised.replace(NEUTRAL, blot)
  const ages = findAges(text)
  const young = ages.filter(isMinorAge).map((age) => ({ ...age, isSchool: false }))
  const named = find(text, MINORS).map((signal) => ({ ...signal, years: null, isSchool: false }))
  const schools = find(text, SCHOOLS).map((signal) => ({ ...signal, years: null, isSchool: true }))

  return {
    text,
    minors: [...young, ...named, ...schools].sort(byStart),
    childrenInActs: find(text, CHILD_IN_ACT),
    youths: find(text, YOUTHS),
    generations: find(text, GENERATIONS),
    pupils: find(text, PUPILS),
    explicit: find(text, EXPLICIT),
    intimate: find(text, INTIMATE),
    romantic: find(text, ROMANTIC),
    joining: find(text, JOINING),
    adultAges: ages.filter((age) => !isMinorAge(age)).sort(byStart),
    realPeople: find(text, REAL_PERSON),
    perhapsRealPeople: find(text, PERHAPS_REAL_PERSON),
  }
}

/** Whether a normalised text contains a phrase that is banned in any context. */
export function isBannedByItself(text: string): boolean {
  return ALWAYS.test(text)
}

const NEUTRAL = anyOf(NEUTRAL_WORDS)
const MINORS = anyOf(minorWords.MINORS)
const SCHOOLS = anyOf(minorWords.SCHOOLS)
const CHILD_IN_ACT = anyOf(minorWords.CHILD_IN_ACT)
const YOUTHS = anyOf(minorWords.YOUTHS)
const GENERATIONS = anyOf(minorWords.GENERATIONS)
const PUPILS = anyOf(minorWords.PUPILS)
const EXPLICIT = anyOf(sexualWords.EXPLICIT)
const INTIMATE = anyOf(sexualWords.INTIMATE)
const ROMANTIC = anyOf(sexualWords.ROMANTIC)
const JOINING = anyOf(sexualWords.JOINING)
const REAL_PERSON = anyOf(personWords.REAL_PERSON)
const PERHAPS_REAL_PERSON = anyOf(personWords.PERHAPS_REAL_PERSON)
const ALWAYS = new RegExp(minorWords.ALWAYS.join("|"))

function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join("|"), "g")
}

/** Keeps the length, so that distances between signals do not change. */
function blot(wording: string): string {
  return "_".repeat(wording.length)
}

function find(text: string, pattern: RegExp): Signal[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({
    start: index,
    end: index + match.length,
  }))
}

function byStart(one: Signal, other: Signal): number {
  return one.start - other.start
}
