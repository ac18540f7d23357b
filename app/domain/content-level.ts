/** The content-restriction levels of the specification, from none to adults only. */
export const CONTENT_LEVELS = [1, 2, 3, 4, 5] as const
export type ContentLevel = (typeof CONTENT_LEVELS)[number]

export const DEFAULT_CONTENT_LEVEL: ContentLevel = 1

/** A level that came as a form's digits; the default where it is none. */
export function contentLevelOf(value: unknown): ContentLevel {
  return CONTENT_LEVELS.find((level) => String(level) === value) ?? DEFAULT_CONTENT_LEVEL
}

/** The highest of the levels: what several texts have together. */
export function highestLevel(...levels: ContentLevel[]): ContentLevel {
  return CONTENT_LEVELS.findLast((level) => levels.includes(level)) ?? DEFAULT_CONTENT_LEVEL
}

const ADULT_FROM_LEVEL: ContentLevel = 4

/** Levels that need a confirmed age of 18 or more. */
export function isAdultLevel(level: ContentLevel): boolean {
  return level >= ADULT_FROM_LEVEL
}
