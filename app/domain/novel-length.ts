/** The lengths of the specification, short to very long. */
export const NOVEL_LENGTHS = [1, 2, 3, 4, 5] as const
export type NovelLength = (typeof NOVEL_LENGTHS)[number]

export const DEFAULT_NOVEL_LENGTH: NovelLength = 1

const CHARACTERS_PER_STEP = 2_000

/** The target length in characters, as `countCharacters` counts them. */
export function targetCharacters(length: NovelLength): number {
  return length * CHARACTERS_PER_STEP
}
