import { HISTORY_PREVIEW_CHARS } from "./limits.ts"

/** The output of a continuation: the existing text, a blank line, the new text (specification, section 4). */
export function joinStory(existing: string, written: string): string {
  if (existing === "") return written
  if (written === "") return existing
  return `${existing}\n\n${written}`
}

/** A text's paragraphs, blank lines left out, outer blanks and typed indents trimmed. */
export function paragraphsOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
}

/** A line that only divides scenes: it is centred, not indented. */
export function isSceneBreak(paragraph: string): boolean {
  return /^(?:[*＊✱]{3,}|(?:[*＊] ){2}[*＊]|—{2,}|-{3,})$/u.test(paragraph)
}

/** What a chip of the history shows of a text. */
export function historyPreview(text: string): string {
  return excerpt(text.trim(), HISTORY_PREVIEW_CHARS)
}

/** The first characters of a text, with an ellipsis where it is longer. */
function excerpt(text: string, characters: number): string {
  const all = [...text.slice(0, characters * 2 + 2)]
  return all.length > characters ? `${all.slice(0, characters).join("")}…` : text
}
