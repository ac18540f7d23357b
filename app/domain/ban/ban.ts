import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { hasMinorInSex } from "./minors.ts"
import { within } from "./nearness.ts"
import { normaliseForBan } from "./normalise.ts"
import { findSignals, isBannedByItself, type Signal, type Signals } from "./signals.ts"
import { hasYouthInSex } from "./youths.ts"

export type BanReason = "minor" | "real-person"

/**
 * Whether a text breaks the ban that no level and no setting lifts: anything sexual, or romance that is bodily,
 * with a person under 18 or presented as childlike; real people in something sexual.
 *
 * At levels 1-3 something sexual has to stand near the minor. At levels 4-5 what is asked for is sexual already:
 * a minor among the people of the text is enough, a small child in the background of an adult's life is not.
 * In doubt the answer is the reason, not null.
 */
export function findBannedContent(text: string, { level }: { level: ContentLevel }): BanReason | null {
  const signals = findSignals(normaliseForBan(text))

  if (hasMinorInSex(signals, level) || hasYouthInSex(signals, level)) return "minor"
  return hasRealPersonInSex(signals, level) ? "real-person" : null
}

/** Whether a text holds anything that the ban goes by. What holds nothing is not what breaks it. */
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
