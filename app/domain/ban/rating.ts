import { type ContentLevel, DEFAULT_CONTENT_LEVEL } from "#app/domain/content-level.ts"
import { normaliseForBan } from "./normalise.ts"
import { findSignals } from "./signals.ts"

/** One or two such words are found in novels for everybody. */
const ADULT_FROM_WORDS = 3
const ADULT_LEVEL: ContentLevel = 4

/**
 * The level a text needs by its own words, whatever its writer says of it: an adult text that came
 * from a form as level 1 would stand behind no age gate. Coarse: it only tells adult from the rest.
 */
export function rateText(text: string): ContentLevel {
  const { explicit } = findSignals(normaliseForBan(text))
  return explicit.length >= ADULT_FROM_WORDS ? ADULT_LEVEL : DEFAULT_CONTENT_LEVEL
}
