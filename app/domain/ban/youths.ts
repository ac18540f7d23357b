import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { ADULT_NEAR, ALL_ADULTS, BOTH_BEFORE, UNIVERSITY } from "./minors.lexicon.ts"
import { NEAR_CHARS, ONE_SCENE_CHARS } from "./minors.ts"
import { areNeighbours, type Signal, within } from "./nearness.ts"
import { byStart, expressionsOf, type Signals } from "./signals.ts"
import { WISH_MAX_CHARS } from "./standing.ts"

/** Whether a text is sexual about young people of an open age and does not say that they are adults. */
export function hasYouthInSex(signals: Signals, level: ContentLevel): boolean {
  if (saysAllAreAdults(signals)) return false

  const { text, youths, generations, explicit, intimate, romantic } = signals
  const pupils = words.UNIVERSITY.test(text) ? [] : signals.pupils
  const sexual = isAdultLevel(level) ? [...explicit, ...intimate, ...romantic].sort(byStart) : explicit

  return (
    (isAdultLevel(level) && hasYouthAlone(signals)) ||
    [...youths, ...generations].some((youth) => isNear(text, youth, explicit) && !isAdult(signals, youth)) ||
    pupils.some((pupil) => isNear(text, pupil, sexual) && !isAdult(signals, pupil))
  )
}

const ADULT_NEAR_CHARS = 12
const BOTH_CHARS = 6

const words = expressionsOf({ ADULT_NEAR, ALL_ADULTS, BOTH_BEFORE, UNIVERSITY })

function saysAllAreAdults({ text, adultAges }: Signals): boolean {
  return (
    words.ALL_ADULTS.test(text) ||
    adultAges.some(({ start }) => words.BOTH_BEFORE.test(text.slice(Math.max(0, start - BOTH_CHARS), start)))
  )
}

function isAdult({ text, adultAges }: Signals, youth: Signal): boolean {
  const around = text.slice(Math.max(0, youth.start - ADULT_NEAR_CHARS), youth.end + ADULT_NEAR_CHARS)
  return words.ADULT_NEAR.test(around) || within(adultAges, youth, BOTH_CHARS).length > 0
}

function isNear(text: string, youth: Signal, sexual: readonly Signal[]): boolean {
  return within(sexual, youth, NEAR_CHARS).some((sign) => areNeighbours(text, youth, sign))
}

/** A young person in a short prompt, or in one scene with a romance, is taken to be one of the couple. */
function hasYouthAlone(signals: Signals): boolean {
  const { text, youths, intimate, romantic } = signals
  const isCouple = text.length <= ONE_SCENE_CHARS && intimate.length + romantic.length > 0

  return (isCouple || text.length <= WISH_MAX_CHARS) && youths.some((youth) => !isAdult(signals, youth))
}
