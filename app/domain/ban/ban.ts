import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { hasMinorInSex } from "./minors.ts"
import { within } from "./nearness.ts"
import { normaliseForBan } from "./normalise.ts"
import { findSignals, isBannedByItself, type Signal, type Signals } from "./signals.ts"
import { hasYouthInSex } from "./youths.ts"

export type BanReason = "minor" | "real-person"

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

  if (hasMinorInSex(signals, level) || hasYouthInSex(signals, level)) return "minor"
  return hasRealPersonInSex(signals, level) ? "real-person" : null
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
