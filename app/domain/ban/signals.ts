import { findAges, isMinorAge } from "./age.ts"
import { everyMatch } from "./every-match.ts"
import * as minorWords from "./minors.lexicon.ts"
import type { Signal } from "./nearness.ts"
import { NEUTRAL as NEUTRAL_WORDS } from "./neutral.lexicon.ts"
import type { Age } from "./number.ts"
import * as personWords from "./real-person.lexicon.ts"
import * as sexualWords from "./sexual.lexicon.ts"

/** A mention of a minor. `years` is set if the text gives an age; `isSchool` if it only names a school. */
export interface MinorSignal extends Signal {
  years: number | null
  isSchool: boolean
}

/** The word lists of the rules. Every match is a signal. */
const WORDS = {
  childrenInActs: minorWords.CHILD_IN_ACT,
  youths: minorWords.YOUTHS,
  generations: minorWords.GENERATIONS,
  pupils: minorWords.PUPILS,
  explicit: sexualWords.EXPLICIT,
  intimate: sexualWords.INTIMATE,
  romantic: sexualWords.ROMANTIC,
  joining: sexualWords.JOINING,
  realPeople: personWords.REAL_PERSON,
  perhapsRealPeople: personWords.PERHAPS_REAL_PERSON,
}

type Listed = Record<keyof typeof WORDS, Signal[]>

/** Everything that the rules use; each list is in text order. */
export interface Signals extends Listed {
  text: string
  minors: MinorSignal[]
  adultAges: Age[]
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
    adultAges: ages.filter((age) => !isMinorAge(age)).sort(byStart),
    ...(Object.fromEntries(PATTERNS.map(([name, words]) => [name, find(text, words)])) as Listed),
  }
}

/** Whether a normalised text contains a phrase that is banned in any context. */
export function isBannedByItself(text: string): boolean {
  return ALWAYS.test(text)
}

const NEUTRAL = anyOf(NEUTRAL_WORDS)
const MINORS = anyOf(minorWords.MINORS)
const SCHOOLS = anyOf(minorWords.SCHOOLS)
const PATTERNS = Object.entries(WORDS).map(([name, words]) => [name, anyOf(words)] as const)
const ALWAYS = new RegExp(minorWords.ALWAYS.join("|"))

/** The expressions of a lexicon, under its own names. */
export function expressionsOf<Name extends string>(words: Record<Name, string>): Record<Name, RegExp> {
  const expressions = Object.entries<string>(words).map(([name, source]) => [name, new RegExp(source)])
  return Object.fromEntries(expressions)
}

function anyOf(sources: readonly string[]): RegExp {
  return new RegExp(sources.join("|"), "g")
}

/** Keeps the length, so that distances between signals do not change. */
function blot(wording: string): string {
  return "_".repeat(wording.length)
}

function find(text: string, pattern: RegExp): Signal[] {
  return everyMatch(text, pattern).map(({ index, 0: match }) => ({ start: index, end: index + match.length }))
}

/** Sorts into text order. */
export function byStart(one: Signal, other: Signal): number {
  return one.start - other.start
}
