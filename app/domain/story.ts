import { HISTORY_PREVIEW_CHARS } from "./limits.ts"
import { excerpt } from "./text.ts"

/** Joins a continuation: the existing text, a blank line, the new text (specification, section 4). */
export function joinStory(existing: string, written: string): string {
  if (existing === "") return written
  if (written === "") return existing
  return `${existing}\n\n${written}`
}

/** A text's paragraphs, trimmed and without blank lines. */
export function paragraphsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

/** Whether a line only separates scenes; pages centre it instead of indenting it. */
export function isSceneBreak(paragraph: string): boolean {
  return /^(?:[*＊✱]{3,}|(?:[*＊] ){2}[*＊]|—{2,}|-{3,})$/u.test(paragraph)
}

/** The beginning of a text, as a history entry shows it. */
export function historyPreview(text: string): string {
  return excerpt(text.trim(), HISTORY_PREVIEW_CHARS)
}
