/** What a reader chooses of a page of reading, in the order in which it is offered. */
export const READING_CHOICES = {
  size: ["small", "medium", "large", "huge"],
  lines: ["tight", "medium", "loose"],
  width: ["narrow", "medium", "wide"],
  face: ["song", "hei", "kai"],
  /** Of `auto`, the device decides whether it is light or dark. */
  theme: ["auto", "white", "paper", "green", "night"],
  indent: ["on", "off"],
} as const

export type ReadingChoice = keyof typeof READING_CHOICES
export type Reading = { [Choice in ReadingChoice]: (typeof READING_CHOICES)[Choice][number] }

export const DEFAULT_READING: Reading = {
  size: "medium",
  lines: "medium",
  width: "medium",
  face: "song",
  theme: "auto",
  indent: "on",
}

const CHOICES = Object.keys(READING_CHOICES) as ReadingChoice[]

/** Settings as one word, the same for the same settings. */
export function readingText(reading: Reading): string {
  return CHOICES.map((choice) => reading[choice]).join(".")
}

/** Reads such a word, which anyone may have written; whatever is not exactly one gives the default. */
export function parseReading(word: unknown): Reading {
  const values = typeof word === "string" ? word.split(".", CHOICES.length + 1) : []
  const isWhole = values.length === CHOICES.length
  const isOffered = (choice: ReadingChoice, nth: number) =>
    (READING_CHOICES[choice] as readonly string[]).includes(values[nth] ?? "")
  if (!isWhole || !CHOICES.every(isOffered)) return DEFAULT_READING
  return Object.fromEntries(CHOICES.map((choice, nth) => [choice, values[nth]])) as Reading
}

/** The settings as attributes of the page's root, which its styles know; a default has none. */
export function readingAttributes(reading: Reading): Record<`data-${string}`, string> {
  const chosen = CHOICES.filter((choice) => reading[choice] !== DEFAULT_READING[choice])
  return Object.fromEntries(chosen.map((choice) => [`data-${choice}`, reading[choice]]))
}
