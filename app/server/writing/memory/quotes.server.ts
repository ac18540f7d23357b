import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { firstCharacters } from "#app/domain/text.ts"
import { lastParagraph, unfinishedSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { QUOTE_LABEL } from "./memory.lexicon.server.ts"

const OPENING_CHARS = 600
const PARAGRAPH_CHARS = 100
/** What a cut between two UTF-16 units leaves of a character, which no database stores. */
const HALVES = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g
/** One paragraph of so much text, and one more of a rest that is not much shorter. */
const UNITS_PER_QUOTE = 10_000
/** Of a shorter passage between others nothing is quoted. */
const PASSAGE_MIN_UNITS = 3_000
/** A paragraph that begins further before is quoted from one of its sentences on. */
const BEGINS_WITHIN_UNITS = 2_000
/** Enough for a quote, blanks included; a text may be one paragraph of a million characters. */
const UNITS_PER_CHARACTER = 8

/**
 * What stands for a memory of passages that nobody could read, or of which nothing is noted: the opening of the text
 * and a paragraph of every 10,000 UTF-16 units, one a line, in the order of the text. `upTo`: where the part begins
 * that prompts show. At most `characters` of them, spread over the passages.
 */
export function quotesOf(
  memory: StoryMemory,
  { text, upTo, characters }: { text: string; upTo: number; characters: number },
): string[] {
  const passages = untold(memory, upTo).filter(({ from, to }) => to - from >= PASSAGE_MIN_UNITS)
  const [first] = passages
  const opening = first?.from === 0 ? [quote(text.slice(0, OPENING_CHARS * 2), OPENING_CHARS)] : []
  const room = characters - (opening[0]?.length ?? 0)
  const most = Math.floor(room / (PARAGRAPH_CHARS + QUOTE_LABEL.length + 2))
  const places = passages.flatMap(({ from, to }) => middles(from, to))
  const step = Math.max(1, places.length / Math.max(1, most))
  const chosen = Array.from(
    { length: Math.min(most, places.length) },
    (_, at) => places[Math.floor(at * step)] ?? 0,
  )
  const quoted = chosen.map((at) => quote(paragraphAt(text.slice(0, upTo), at), PARAGRAPH_CHARS))
  return [...new Set([...opening, ...quoted])].filter((line) => line !== "")
}

interface Passage {
  from: number
  to: number
}

/** The passages before an offset that are not read, or of which nothing is noted. */
function untold({ sections, entries, readTo }: StoryMemory, upTo: number): Passage[] {
  const later = sections.filter(({ to, line }) => to > readTo && line !== "")
  const starts = [readTo, ...later.map(({ to }) => to)]
  const unread = starts.map((from, at) => ({ from, to: later[at]?.from ?? upTo }))
  const isNoted = ({ from, to }: Passage) => entries.some(({ at }) => at >= from && at < to)
  const unnoted = sections.filter((one) => one.line === "" && one.to <= readTo && !isNoted(one))
  const passages: Passage[] = []
  for (const { from, to } of [...unnoted, ...unread]) {
    const last = passages.at(-1)
    if (last?.to === from) last.to = Math.min(to, upTo)
    else passages.push({ from, to: Math.min(to, upTo) })
  }
  return passages
}

/** The middles of equal parts of a passage. */
function middles(from: number, to: number): number[] {
  const count = Math.max(1, Math.round((to - from) / UNITS_PER_QUOTE))
  const each = (to - from) / count
  return Array.from({ length: count }, (_, at) => Math.floor(from + each * (at + 0.5)))
}

/** The paragraph that holds this place, from its beginning or from that of a sentence near by. */
function paragraphAt(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - BEGINS_WITHIN_UNITS), at)
  const begun = lastParagraph(before)
  const start = at - (begun.length < BEGINS_WITHIN_UNITS ? begun : unfinishedSentence(begun)).length
  const [paragraph = ""] = text.slice(start, start + PARAGRAPH_CHARS * UNITS_PER_CHARACTER).split("\n")
  return paragraph
}

function quote(text: string, characters: number): string {
  const whole = text.replace(HALVES, "").replace(/\s+/gu, " ").trim()
  const line = firstCharacters(whole, characters).trim()
  return line === "" ? "" : `${QUOTE_LABEL}｜${line}`
}
