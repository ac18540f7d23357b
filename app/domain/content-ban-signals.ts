import * as words from "./content-ban.lexicon.ts"
import { type Age, findAges, isMinorAge } from "./content-ban-age.ts"

export interface Signal {
  start: number
  end: number
}

/** A mention of a minor; in years where an age is written. */
export interface MinorSignal extends Signal {
  years: number | null
}

/** Everything the rules judge by, each list in the order of the text. */
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

/** Finds the signals in a normalised text, after innocent wording was blotted out of it. */
export function findSignals(normalised: string): Signals {
  const text = normalised.replace(NEUTRAL, blot)
  const ages = findAges(text)
  const named = find(text, MINORS).map((signal) => ({ ...signal, years: null }))

  return {
    text,
    minors: [...ages.filter(isMinorAge), ...named].sort(byStart),
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

/** Whether something is banned whatever stands around it. */
export function isBannedByItself(text: string): boolean {
  return ALWAYS.test(text)
}

const NEUTRAL = anyOf(words.NEUTRAL)
const MINORS = anyOf(words.MINORS)
const CHILD_IN_ACT = anyOf(words.CHILD_IN_ACT)
const YOUTHS = anyOf(words.YOUTHS)
const GENERATIONS = anyOf(words.GENERATIONS)
const PUPILS = anyOf(words.PUPILS)
const EXPLICIT = anyOf(words.EXPLICIT)
const INTIMATE = anyOf(words.INTIMATE)
const ROMANTIC = anyOf(words.ROMANTIC)
const JOINING = anyOf(words.JOINING)
const REAL_PERSON = anyOf(words.REAL_PERSON)
const PERHAPS_REAL_PERSON = anyOf(words.PERHAPS_REAL_PERSON)
const ALWAYS = new RegExp(words.ALWAYS.join("|"))

function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join("|"), "g")
}

/** Keeps the length, so that distances stay what they are. */
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
