import { isBlank } from "../count-characters.ts"
import { endOfLine } from "../sections.ts"
import { countParagraphs, isSceneBreak } from "../story.ts"
import { isLongerThan } from "../text.ts"

/** What a reader may wish of a paragraph, and the longest one that is written anew in one call. */
export const WISH_MAX_CHARS = 200
export const PARAGRAPH_MAX_CHARS = 3_000

/** A paragraph of a text, and where it begins in UTF-16 units; `index` is that of `paragraphsOf`. */
export interface PlacedParagraph {
  at: number
  index: number
  text: string
}

/** Where a piece of a text begins in the whole, and the index of its first paragraph there. */
export type PieceStart = Pick<PlacedParagraph, "at" | "index">

const WHOLE: PieceStart = { at: 0, index: 0 }

/** The paragraphs of a text, or of a piece of it, with their places in the whole, without blank lines. */
export function placedParagraphs(text: string, from = WHOLE): PlacedParagraph[] {
  const placed: PlacedParagraph[] = []
  let { at } = from
  for (const line of text.split("\n")) {
    const paragraph = line.trim()
    const begins = at + line.length - line.trimStart().length
    if (paragraph !== "") placed.push({ at: begins, index: from.index + placed.length, text: paragraph })
    at += line.length + 1
  }
  return placed
}

/** The paragraph of a text that begins here. It makes nothing of the others, because a text may have half a million. */
export function paragraphPlacedAt(text: string, at: number): PlacedParagraph | null {
  const from = at > 0 ? text.lastIndexOf("\n", at - 1) + 1 : 0
  const line = text.slice(from, endOfLine(text, at))
  const paragraph = line.trim()
  const begins = from + line.length - line.trimStart().length
  if (paragraph === "" || begins !== at) return null
  return { at, index: countParagraphs(text.slice(0, from)), text: paragraph }
}

/** Whether a paragraph can be written anew: it tells something, and one call has room for it. */
export function isRewritable({ text }: Pick<PlacedParagraph, "text">): boolean {
  return !isSceneBreak(text) && !isLongerThan(text, PARAGRAPH_MAX_CHARS)
}

/**
 * Where a text stands by now, whole paragraphs of which once began at `at`: still there, or in the only other place
 * that has them. Null where nobody can tell.
 */
export function findStanding(
  whole: string,
  { at, text }: Pick<PlacedParagraph, "at" | "text">,
): number | null {
  if (text === "") return null
  if (standsAt(whole, text, at)) return at
  let only: number | null = null
  // Line by line: within one line, the text may be there thousands of times.
  for (let from = 0; from < whole.length; from = endOfLine(whole, from) + 1) {
    const begins = endOfBlanks(whole, from)
    if (!standsAt(whole, text, begins)) continue
    if (only !== null) return null
    only = begins
  }
  return only
}

/** The text with another one in place of a paragraph; null where it does not stand there any more. */
export function withParagraph(
  whole: string,
  { at, text }: Pick<PlacedParagraph, "at" | "text">,
  written: string,
): string | null {
  if (!whole.startsWith(text, at)) return null
  return whole.slice(0, at) + written + whole.slice(at + text.length)
}

/** Reads no further than to what stands beside it, because a line may be as long as a novel. */
function standsAt(whole: string, text: string, at: number): boolean {
  if (!whole.startsWith(text, at)) return false
  let before = at - 1
  while (before >= 0 && whole[before] !== "\n" && isBlank(whole.charCodeAt(before))) before -= 1
  const after = endOfBlanks(whole, at + text.length)
  return (before < 0 || whole[before] === "\n") && (after === whole.length || whole[after] === "\n")
}

/** Where the blanks end that stand here, at the latest with their line. */
function endOfBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== "\n" && isBlank(text.charCodeAt(at))) at += 1
  return at
}
