import { countCharacters, isBlank } from "../count-characters.ts"
import { endOfLine, type HeadedParagraph, headings, paragraphsBetween, type Section } from "../sections.ts"

/** A text that is not longer, and has not too many paragraphs, stands on one page. Lengths here are in UTF-16 units. */
export const ONE_PAGE_MAX_UNITS = 30_000
/** From the one length on, a part ends where the next chapter begins, and before it would be longer than the other. */
const PART_MIN_UNITS = 10_000
const PART_MAX_UNITS = 20_000
/** Lines of a few words would otherwise make a page of many thousand elements. Prose has some 500 in a part. */
const PART_MAX_PARAGRAPHS = 2_000
const CHARACTERS_PER_MINUTE = 400

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
export interface ReadingPage {
  /** The number of this part, from 1. */
  part: number
  /** The index of its first paragraph in the whole text. */
  first: number
  paragraphs: HeadedParagraph[]
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
  const titles = headings(text, sections)
  const { parts, begun, total } = divided(text, titles)
  const chapters = begun.map((chapter, index) => withLetters(text, chapter, begun[index + 1]))
  const starts = parts.map(({ first }) => first)
  const asked =
    typeof wanted === "number" ? wanted : starts.findLastIndex((first) => first <= wanted.paragraph) + 1
  const part = Math.min(Math.max(asked, 1), parts.length)
  const piece = { from: parts[part - 1]?.at ?? 0, to: parts[part]?.at ?? text.length }
  return {
    part,
    first: starts[part - 1] ?? 0,
    paragraphs: paragraphsBetween(text, titles, piece),
    starts,
    chapters: chapters.length > 1 ? chapters : [],
    total,
    letters: chapters.reduce((sum, { letters }) => sum + letters, 0),
  }
}

/**
 * Divides a text into pages: at chapters where they are, and never within a paragraph. A text that grows at its end
 * keeps the beginnings of its former parts. It may have half a million paragraphs, so nothing is made for each.
 */
function divided(text: string, titles: ReadonlyMap<number, string>) {
  const parts = [{ first: 0, at: 0 }]
  const begun: BegunChapter[] = []
  let total = 0
  let units = 0
  let length = 0
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = endOfLine(text, at)
    const own = trimmedLength(text, at, end)
    if (own === 0) continue
    const heading = titles.get(at) ?? null
    const isFull = length + own > PART_MAX_UNITS || total - (parts.at(-1)?.first ?? 0) === PART_MAX_PARAGRAPHS
    const isEnough = heading !== null && length >= PART_MIN_UNITS
    if (length > 0 && (isFull || isEnough)) {
      parts.push({ first: total, at })
      length = 0
    }
    if (heading !== null || total === 0)
      begun.push({ title: heading, paragraph: total, part: parts.length, at })
    length += own
    units += own
    total += 1
  }
  const isOnePage = units <= ONE_PAGE_MAX_UNITS && total <= PART_MAX_PARAGRAPHS
  if (!isOnePage) return { parts, begun, total }
  return { parts: parts.slice(0, 1), begun: begun.map((chapter) => ({ ...chapter, part: 1 })), total }
}

/** A chapter that is not counted yet, and where it begins in the text. */
interface BegunChapter extends Omit<Chapter, "letters"> {
  at: number
}

function withLetters(
  text: string,
  { at, ...chapter }: BegunChapter,
  next: BegunChapter | undefined,
): Chapter {
  return { ...chapter, letters: countCharacters(text.slice(at, next?.at)) }
}

/** The length of a line without the blanks around it. */
function trimmedLength(text: string, from: number, to: number): number {
  let [begin, end] = [from, to]
  while (begin < end && isBlank(text.charCodeAt(begin))) begin += 1
  while (begin < end && isBlank(text.charCodeAt(end - 1))) end -= 1
  return end - begin
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
    // Not of all sections: a text of a single one shows no heading, also where it is divided.
    sections: paragraphs.flatMap((one) =>
      one.heading === null ? [] : [{ title: one.heading, at: one.at - at }],
    ),
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

/** The end of a text, for a page on which it goes on, and the index of its first paragraph in the whole. */
export interface LastPages extends PartText, Pick<ReadingPage, "first"> {}

/** The last two pages of a text; all of it if it has no more. */
export function lastPages(text: string, sections: readonly Section[]): LastPages {
  const { parts } = divided(text, headings(text, sections))
  const begins = parts.length > 2 ? parts.at(-2) : undefined
  if (!begins) return { text, sections: [...sections], at: 0, first: 0 }
  const { at, first } = begins
  const standing = sections.filter((one) => one.at >= at)
  return { text: text.slice(at), sections: standing.map((one) => ({ ...one, at: one.at - at })), at, first }
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
