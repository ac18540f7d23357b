import { countCharacters } from "../count-characters.ts"
import { type HeadedParagraph, headedParagraphs, type Section } from "../sections.ts"

/** A text that is not longer stands on one page. Lengths here are in UTF-16 units. */
export const ONE_PAGE_MAX_UNITS = 30_000
/** From the one length on, a part ends where the next chapter begins, and before it would be longer than the other. */
const PART_MIN_UNITS = 10_000
const PART_MAX_UNITS = 20_000
const CHARACTERS_PER_MINUTE = 400

/** One page of a text: some of its paragraphs, in order. */
export interface ReadingPart {
  /** The index of its first paragraph in the whole text. */
  first: number
  paragraphs: HeadedParagraph[]
}

/** What begins at a heading, or before the first one, where the title is null. */
interface Chapter {
  title: string | null
  /** Its characters, without blanks. */
  letters: number
  /** The index of its first paragraph in the whole text, and the number of the part that holds it, from 1. */
  paragraph: number
  part: number
}

/** What one page of a text shows, and where it stands in the whole. */
export interface ReadingPage extends ReadingPart {
  /** The number of this part, from 1. */
  part: number
  /** The index of each part's first paragraph. */
  starts: number[]
  /** All chapters of the text; none where nothing is headed. */
  chapters: Chapter[]
  /** How many paragraphs the whole text has, and how many characters, without blanks. */
  total: number
  letters: number
}

/** The page of a text with this number, or the nearest that there is, or the one with this paragraph. */
export function readingPage(
  text: string,
  sections: readonly Section[],
  wanted: number | { paragraph: number },
): ReadingPage {
  const paragraphs = headedParagraphs(text, sections)
  const parts = readingParts(paragraphs)
  const starts = parts.map(({ first }) => first)
  const asked =
    typeof wanted === "number" ? wanted : starts.findLastIndex((first) => first <= wanted.paragraph) + 1
  const part = Math.min(Math.max(asked, 1), parts.length)
  const chapters = chaptersIn(paragraphs, starts)
  return {
    ...(parts[part - 1] ?? { first: 0, paragraphs: [] }),
    part,
    starts,
    chapters: chapters.length > 1 ? chapters : [],
    total: paragraphs.length,
    letters: chapters.reduce((sum, { letters }) => sum + letters, 0),
  }
}

/**
 * Divides paragraphs into pages: at chapters where they are, and never within a paragraph. A text that grows at its end
 * keeps the beginnings of its former parts.
 */
export function readingParts(paragraphs: readonly HeadedParagraph[]): ReadingPart[] {
  const units = paragraphs.reduce((sum, { paragraph }) => sum + paragraph.length, 0)
  const parts: ReadingPart[] = [{ first: 0, paragraphs: [] }]
  let length = 0
  for (const [index, headed] of paragraphs.entries()) {
    const isFull = length + headed.paragraph.length > PART_MAX_UNITS
    const isEnough = headed.heading !== null && length >= PART_MIN_UNITS
    if (units > ONE_PAGE_MAX_UNITS && length > 0 && (isFull || isEnough)) {
      parts.push({ first: index, paragraphs: [] })
      length = 0
    }
    parts.at(-1)?.paragraphs.push(headed)
    length += headed.paragraph.length
  }
  return parts
}

/** A part as a text of its own, which begins at `at` in the whole. */
export interface PartText {
  text: string
  sections: Section[]
  at: number
}

/** The part that a page shows. A text that has only one stays as it is. */
export function partText(
  text: string,
  sections: readonly Section[],
  { part, starts, paragraphs }: ReadingPage,
): PartText {
  if (starts.length === 1) return { text, sections: [...sections], at: 0 }
  const at = paragraphs[0]?.at ?? 0
  const last = paragraphs.at(-1)
  const end = last && part < starts.length ? text.indexOf("\n", last.at) : text.length
  return {
    text: text.slice(at, end),
    sections: sections
      .filter((one) => one.at >= at && one.at < end)
      .map((one) => ({ ...one, at: one.at - at })),
    at,
  }
}

/** A part as a page shows it: its number, how many there are, and the index of its first paragraph in the whole. */
export interface ShownPart extends PartText, Pick<ReadingPage, "part" | "first"> {
  parts: number
}

/** What a page shows of a text. */
export function shownPart(text: string, sections: readonly Section[], page: ReadingPage): ShownPart {
  const { part, starts, first } = page
  return { ...partText(text, sections, page), part, parts: starts.length, first }
}

/** How long a text of so many characters takes to read, at least a minute. */
export function readingMinutes(letters: number): number {
  return Math.max(Math.round(letters / CHARACTERS_PER_MINUTE), 1)
}

/** The number of a part in an address; the first if it names none. */
export function partIn(search: URLSearchParams): number {
  return Math.max(Number.parseInt(search.get("part") ?? "1", 10) || 1, 1)
}

/** What an address asks for: the part with a paragraph, or a part by its number. */
export function placeIn(search: URLSearchParams): number | { paragraph: number } {
  const paragraph = Number.parseInt(search.get("paragraph") ?? "", 10)
  return Number.isNaN(paragraph) ? partIn(search) : { paragraph }
}

function chaptersIn(paragraphs: readonly HeadedParagraph[], starts: readonly number[]): Chapter[] {
  const chapters: Chapter[] = []
  let part = 0
  for (const [index, { heading, paragraph }] of paragraphs.entries()) {
    if (starts[part] === index) part += 1
    if (heading !== null || index === 0) chapters.push({ title: heading, letters: 0, paragraph: index, part })
    const last = chapters.at(-1)
    if (last) last.letters += countCharacters(paragraph)
  }
  return chapters
}
