import { isSceneBreak } from "../story.ts"
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
  const places: number[] = []
  for (let from = whole.indexOf(text); from !== -1; from = whole.indexOf(text, from + 1)) {
    if (standsAt(whole, text, from)) places.push(from)
  }
  const [only = null, ...others] = places
  return others.length === 0 ? only : null
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

function standsAt(whole: string, text: string, at: number): boolean {
  if (!whole.startsWith(text, at)) return false
  const before = whole.slice(whole.lastIndexOf("\n", at - 1) + 1, at)
  const [after = ""] = whole.slice(at + text.length).split("\n", 1)
  return before.trim() === "" && after.trim() === ""
}
