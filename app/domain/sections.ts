import { isBlank } from "./count-characters.ts"
import { parseFlatJson } from "./forms/flat-json.ts"
import { type Outcome, refusal, success } from "./outcome.ts"
import { joinStory } from "./story.ts"
import { beginsWithWords, isLongerThan, toSingleLine } from "./text.ts"

/**
 * A part of a novel with a title. The text holds no titles: `at` is where the part begins, in UTF-16 units of the
 * whole text, always at a paragraph. What stands before the first section is a part without a title.
 */
export interface Section {
  title: string
  at: number
}

/** The database enforces both (see supabase/migrations). */
export const SECTIONS_MAX = 200
export const SECTION_TITLE_MAX_CHARS = 20
const LINE_FEED = 10
/** Of the JSON of more sections than a text may have. */
const SECTIONS_MAX_MARKS = 20 * SECTIONS_MAX

/** Reads sections from a form's JSON, a row or the browser's storage, in order. What is none falls away. */
export function readSections(value: unknown): Section[] {
  const list = typeof value === "string" ? parseFlatJson(value, SECTIONS_MAX_MARKS) : value
  return Array.isArray(list) ? inOrder(list.flatMap(readSection)) : []
}

/** The sections whose offsets begin a paragraph of this text. */
export function standingSections(text: string, sections: readonly Section[]): Section[] {
  return sections.filter(({ at }) => beginsParagraph(text, at))
}

/**
 * A text's sections after an edit of it: each goes where its first paragraph went, or stays if its offset still
 * begins a paragraph, or falls away.
 */
export function movedSections(before: string, after: string, sections: readonly Section[]): Section[] {
  if (before === after || sections.length === 0) return [...sections]
  const standing = standingSections(before, sections)
  const paragraphs = new Set(standing.map(({ at }) => paragraphAt(before, at)))
  const placesBefore = paragraphPlaces(before, paragraphs)
  const placesAfter = paragraphPlaces(after, paragraphs)
  const moved = standing.map(({ title, at }) => {
    const paragraph = paragraphAt(before, at)
    const places = placesAfter.get(paragraph) ?? []
    const former = placesBefore.get(paragraph) ?? []
    const isCounted = places.length === former.length
    return { title, at: (isCounted ? places[firstFrom(former, at)] : nearest(places, at)) ?? at }
  })
  return inOrder(standingSections(after, moved))
}

/**
 * The sections of a text that takes the place of a novel's: the novel's own as far as the two are the same, because
 * its author may have changed them, and the text's own from there on.
 */
export function grownSections(novel: Text, grown: Text): Section[] {
  const shared = sharedLength(novel.content.trim(), grown.content)
  const kept = movedSections(novel.content, grown.content, novel.sections).filter(({ at }) => at < shared)
  const added = grown.sections.filter(({ at }) => at >= shared)
  return standingSections(grown.content, inOrder([...kept, ...added]))
}

/** The sections of a generation's whole text. A continuation is one, if its plan named it and it has begun. */
export function storySections({ request, title, text }: Begun): Section[] {
  const { existing, sections } = request
  const whole = joinStory(existing, text)
  const begins = whole.length - text.length + (/^(?:[^\S\n]*\n)*/.exec(text)?.[0].length ?? 0)
  const own = existing === "" || title === null ? [] : [{ title, at: begins }]
  return standingSections(whole, readSections([...sections, ...own]))
}

/**
 * The headings of a story that is being written, for the text that it continues and for the new part on their own: the
 * sections of the one, and the title of the other, which is known before it has a text.
 */
export function headingsWhileWritten({ request, title }: Pick<Begun, "request" | "title">): {
  sections: Section[]
  own: string | null
} {
  const { existing } = request
  const [own] = existing === "" || title === null ? [] : readSections([{ title, at: existing.length }])
  return { sections: standingSections(existing, request.sections), own: own?.title ?? null }
}

/** How many parts a text has: its sections, and what stands before the first of them. */
export function countParts(text: string, sections: readonly Section[]): number {
  const standing = standingSections(text, sections)
  const hasOpening = text.slice(0, standing[0]?.at).trim() !== ""
  return standing.length + (hasOpening ? 1 : 0)
}

/** Which part of the whole a continuation is. */
export function partNumber({ existing, sections }: Begun["request"]): number {
  return countParts(existing, sections) + 1
}

/** Why a section cannot be changed or added. */
export type SectionFailure =
  | "section-title-missing"
  | "section-title-too-long"
  | "section-gone"
  | "paragraph-missing"
  | "paragraph-unknown"
  | "paragraph-ambiguous"
  | "too-many-sections"

/** Checks a typed title of a section; null if it is valid. */
export function findSectionTitleProblem(title: string): SectionFailure | null {
  const line = toSingleLine(title)
  if (line === "") return "section-title-missing"
  return isLongerThan(line, SECTION_TITLE_MAX_CHARS) ? "section-title-too-long" : null
}

/** The sections with another title for the one that begins at an offset, or without it where the title is null. */
export function changedSections(
  sections: readonly Section[],
  at: number,
  title: string | null,
): Outcome<Section[], SectionFailure> {
  if (!sections.some((section) => section.at === at)) return refusal("section-gone")
  const others = sections.filter((section) => section.at !== at)
  return success(title === null ? others : inOrder([...others, { title: toSingleLine(title), at }]))
}

/** The sections with a new one, which begins with the paragraph whose first words are given. */
export function withSection(
  text: string,
  sections: readonly Section[],
  { title, start }: { title: string; start: string },
): Outcome<Section[], SectionFailure> {
  if (sections.length >= SECTIONS_MAX) return refusal("too-many-sections")
  const words = toSingleLine(start)
  if (words === "") return refusal("paragraph-missing")
  let place: number | null = null
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = endOfLine(text, at)
    if (!beginsWithWords(text.slice(at, end), words)) continue
    if (place !== null) return refusal("paragraph-ambiguous")
    place = at
  }
  if (place === null) return refusal("paragraph-unknown")
  const others = sections.filter((section) => section.at !== place)
  return success(inOrder([...others, { title: toSingleLine(title), at: place }]))
}

interface Text {
  content: string
  sections: readonly Section[]
}

/** How far a text is the same as one before it: all of that, or up to the paragraph in which they part. */
export function sharedLength(before: string, after: string): number {
  if (after.startsWith(before)) return before.length
  let at = 0
  while (at < after.length && before[at] === after[at]) at += 1
  return after.lastIndexOf("\n", at - 1) + 1
}

/** The parts of a generation that tell its sections. */
interface Begun {
  request: { existing: string; sections: readonly Section[] }
  title: string | null
  text: string
}

/** A paragraph with the heading to show before it. `at` is where its line begins, in UTF-16 units. */
export interface HeadedParagraph {
  at: number
  heading: string | null
  paragraph: string
}

/**
 * A text's paragraphs, trimmed and without blank lines, each with the heading to show before it. `goesOn`: another
 * part follows this text, so that it is not the only one.
 */
export function headedParagraphs(
  text: string,
  sections: readonly Section[],
  goesOn = false,
): HeadedParagraph[] {
  return paragraphsBetween(text, headings(text, sections, goesOn), { from: 0, to: text.length })
}

/** The paragraphs of a piece of a text that begins and ends between lines, with the headings of the whole. */
export function paragraphsBetween(
  text: string,
  titles: ReadonlyMap<number, string>,
  { from, to }: { from: number; to: number },
): HeadedParagraph[] {
  const paragraphs: HeadedParagraph[] = []
  for (let at = from, end = from; at < to; at = end + 1) {
    end = endOfLine(text, at)
    const paragraph = text.slice(at, end).trim()
    if (paragraph !== "") paragraphs.push({ at, heading: titles.get(at) ?? null, paragraph })
  }
  return paragraphs
}

/** A text with its headings, each a paragraph of its own; for `goesOn`, see `headedParagraphs`. */
export function headedText(text: string, sections: readonly Section[], goesOn = false): string {
  let headed = ""
  let from = 0
  for (const [at, title] of headings(text, sections, goesOn)) {
    headed += `${text.slice(from, at)}${title}\n\n`
    from = at
  }
  return headed + text.slice(from)
}

/** A text's chapters: its parts with their titles, and what stands before the first of them, if anything does. */
export function chaptersOf(text: string, sections: readonly Section[]): { title: string; text: string }[] {
  const titles = [...headings(text, sections)]
  const opening = text.slice(0, titles[0]?.[0])
  const parts = titles.map(([at, title], index) => ({ title, text: text.slice(at, titles[index + 1]?.[0]) }))
  return parts.length > 0 && opening.trim() === "" ? parts : [{ title: "", text: opening }, ...parts]
}

/** The titles to show, by their offsets in the text; none for a text of a single part. For `goesOn`, see above. */
export function headings(text: string, sections: readonly Section[], goesOn = false): Map<number, string> {
  const standing = standingSections(text, sections)
  if (standing.length === 0) return new Map()
  const hasOpening = text.slice(0, standing[0]?.at).trim() !== ""
  const parts = standing.length + (hasOpening ? 1 : 0) + (goesOn ? 1 : 0)
  return new Map(parts > 1 ? standing.map(({ title, at }) => [at, title]) : [])
}

function readSection(value: unknown): Section[] {
  const { title, at } = (value ?? {}) as Partial<Record<keyof Section, unknown>>
  if (typeof title !== "string" || typeof at !== "number" || !Number.isSafeInteger(at) || at < 0) return []
  const line = toSingleLine(title)
  return line === "" || isLongerThan(line, SECTION_TITLE_MAX_CHARS) ? [] : [{ title: line, at }]
}

function inOrder(sections: Section[]): Section[] {
  const sorted = sections.toSorted((one, other) => one.at - other.at)
  return sorted.filter(({ at }, index) => at !== sorted[index - 1]?.at).slice(0, SECTIONS_MAX)
}

function beginsParagraph(text: string, at: number): boolean {
  return (at === 0 || text[at - 1] === "\n") && paragraphAt(text, at) !== ""
}

function paragraphAt(text: string, at: number): string {
  return text.slice(at, endOfLine(text, at)).trim()
}

/** Where the line that holds this offset ends, before its line feed. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at)
  return end === -1 ? text.length : end
}

/**
 * Where each of these paragraphs begins, in order, by its words. It goes unit by unit and makes nothing for most lines,
 * because a text may have half a million.
 */
function paragraphPlaces(text: string, paragraphs: ReadonlySet<string>): Map<string, number[]> {
  const places = new Map([...paragraphs].map((paragraph) => [paragraph, [] as number[]]))
  const begins = new Uint8Array(2 ** 16)
  for (const paragraph of paragraphs) begins[paragraph.charCodeAt(0)] = 1
  let [line, first, last] = [0, -1, -1]
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : LINE_FEED
    if (unit === LINE_FEED) {
      if (first !== -1 && begins[text.charCodeAt(first)] === 1)
        places.get(text.slice(first, last + 1))?.push(line)
      first = -1
      line = at + 1
    } else if (!isBlank(unit)) {
      if (first === -1) first = at
      last = at
    }
  }
  return places
}

/** Of places in order, the one before or after this offset that is closer to it; the one before if both are. */
function nearest(places: readonly number[], to: number): number | undefined {
  const next = firstFrom(places, to)
  const [before, after] = [places[next - 1], places[next]]
  if (before === undefined || after === undefined) return before ?? after
  return to - before <= after - to ? before : after
}

/** The index of the first of places in order that is not before this offset. */
function firstFrom(places: readonly number[], offset: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}
