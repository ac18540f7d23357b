import { isBlank } from "./count-characters.ts"
import { HISTORY_PREVIEW_CHARS } from "./limits.ts"
import { excerpt } from "./text.ts"

const LINE_FEED = 10

/** Joins a continuation: the existing text, a blank line, the new text (specification, section 4). */
export function joinStory(existing: string, written: string): string {
  if (existing === "") return written
  if (written === "") return existing
  return `${existing}\n\n${written}`
}

/** A text's paragraphs, trimmed and without blank lines. */
export function paragraphsOf(text: string): string[] {
  return [...eachParagraph(text)]
}

/** The same one after another, for a text that is too long to be taken apart at once. */
export function* eachParagraph(text: string): Generator<string> {
  for (let at = 0, end = 0; end < text.length; at = end + 1) {
    const next = text.indexOf("\n", at)
    end = next === -1 ? text.length : next
    const paragraph = text.slice(at, end).trim()
    if (paragraph !== "") yield paragraph
  }
}

/** How many `paragraphsOf` finds. It makes nothing for any of them, because a text may have half a million. */
export function countParagraphs(text: string): number {
  let count = 0
  let isCounted = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === LINE_FEED) isCounted = false
    else if (!isCounted && !isBlank(unit)) {
      count += 1
      isCounted = true
    }
  }
  return count
}

/**
 * The paragraphs, by their index among `paragraphsOf`, in which these offsets stand, or after which. In one pass over
 * the text.
 */
export function paragraphsAt(text: string, offsets: readonly number[]): number[] {
  const sorted = offsets.map((offset, nth) => ({ offset, nth })).sort((a, b) => a.offset - b.offset)
  const found = offsets.map(() => 0)
  let [paragraph, begin] = [-1, 0]
  for (const { offset, nth } of sorted) {
    while (begin <= Math.min(offset, text.length)) {
      const end = text.indexOf("\n", begin)
      const line = text.slice(begin, end === -1 ? text.length : end)
      if (line.trim() !== "") paragraph += 1
      begin += line.length + 1
    }
    found[nth] = Math.max(0, paragraph)
  }
  return found
}

/** Whether a line only separates scenes; pages centre it instead of indenting it. */
export function isSceneBreak(paragraph: string): boolean {
  return /^(?:[*＊✱]{3,}|(?:[*＊] ){2}[*＊]|—{2,}|-{3,})$/u.test(paragraph)
}

/** The beginning of a text, as a history entry shows it. */
export function historyPreview(text: string): string {
  return excerpt(text.trim(), HISTORY_PREVIEW_CHARS)
}
