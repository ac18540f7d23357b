import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import * as minorWords from "./minors.lexicon.ts"
import { hasMinorInSex } from "./minors.ts"
import { type Signal, within } from "./nearness.ts"
import { normaliseForBan } from "./normalise.ts"
import * as personWords from "./real-person.lexicon.ts"
import { findSignals, isBannedByItself, type Signals } from "./signals.ts"
import { hasYouthInSex } from "./youths.ts"

interface Rule {
  isBroken(signals: Signals, level: ContentLevel): boolean
  /** The rule as the model is told it. */
  told: string
}

/** Every reason of the ban, in the order of the search. */
const BAN = {
  minor: {
    isBroken: (signals, level) => hasMinorInSex(signals, level) || hasYouthInSex(signals, level),
    told: minorWords.RULE,
  },
  "real-person": { isBroken: hasRealPersonInSex, told: personWords.RULE },
} satisfies Record<string, Rule>

export type BanReason = keyof typeof BAN
export const BAN_REASONS = Object.keys(BAN) as BanReason[]

/** The ban's rules in Chinese, for the model. */
export const RULES_OF_BAN = Object.values(BAN).map(({ told }) => told)

/**
 * Finds what breaks the absolute ban, which no level and no setting lifts: sexual content or physical romance with
 * a person who is under 18 or presented as a child, and sexual content about real people. Null if nothing does.
 *
 * At levels 1-3 something sexual has to appear near the minor. At levels 4-5 the request itself is sexual, so one
 * minor among the characters is enough; a small child in the background of an adult's life is not.
 * When in doubt, it returns the reason.
 */
export function findBannedContent(text: string, { level }: { level: ContentLevel }): BanReason | null {
  const signals = findSignals(normaliseForBan(text))
  return BAN_REASONS.find((reason) => BAN[reason].isBroken(signals, level)) ?? null
}

/** Whether a text contains any signal that the ban's rules use. A text without one cannot break the ban. */
export function concernsBan(text: string): boolean {
  const { text: normalised, adultAges, ...signals } = findSignals(normaliseForBan(text))
  return isBannedByItself(normalised) || Object.values(signals).some(({ length }) => length > 0)
}

const NEAR_REAL_PERSON_CHARS = 60

function hasRealPersonInSex(signals: Signals, level: ContentLevel): boolean {
  const { realPeople, perhapsRealPeople, explicit, intimate } = signals
  if (isAdultLevel(level) && realPeople.length) return true

  const isNear = (sexual: readonly Signal[]) => (person: Signal) =>
    within(sexual, person, NEAR_REAL_PERSON_CHARS).length > 0
  return (
    realPeople.some(isNear(explicit)) ||
    realPeople.some(isNear(intimate)) ||
    perhapsRealPeople.some(isNear(explicit))
  )
}
