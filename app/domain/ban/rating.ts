import { type ContentLevel, DEFAULT_CONTENT_LEVEL } from "#app/domain/content-level.ts"
import { normaliseForBan } from "./normalise.ts"
import { findSignals } from "./signals.ts"

/** Novels for all ages contain one or two such words. */
const ADULT_FROM_WORDS = 3
const ADULT_LEVEL: ContentLevel = 4

/**
 * Rates a text by its own words, whatever level its author states. Otherwise an adult text that a form
 * submits as level 1 would get no age gate. Coarse: it only separates adult texts from the rest.
 */
export function rateText(text: string): ContentLevel {
  const { explicit } = findSignals(normaliseForBan(text))
  return explicit.length >= ADULT_FROM_WORDS ? ADULT_LEVEL : DEFAULT_CONTENT_LEVEL
}
