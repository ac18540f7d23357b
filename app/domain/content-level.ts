/** The content levels of the specification, from suitable for everyone to adults only. */
export const CONTENT_LEVELS = [1, 2, 3, 4, 5] as const
export type ContentLevel = (typeof CONTENT_LEVELS)[number]

export const DEFAULT_CONTENT_LEVEL: ContentLevel = 1

/** Reads a level from a form field; anything else gives the default level. */
export function contentLevelOf(value: unknown): ContentLevel {
  return CONTENT_LEVELS.find((level) => String(level) === value) ?? DEFAULT_CONTENT_LEVEL
}

/** The highest of the levels, which is the level of several texts combined; the default if there are none. */
export function highestLevel(...levels: ContentLevel[]): ContentLevel {
  return CONTENT_LEVELS.findLast((level) => levels.includes(level)) ?? DEFAULT_CONTENT_LEVEL
}

export const ADULT_FROM_LEVEL: ContentLevel = 4

/** Whether readers of this level must confirm that they are 18 or older. */
export function isAdultLevel(level: ContentLevel): boolean {
  return level >= ADULT_FROM_LEVEL
}
