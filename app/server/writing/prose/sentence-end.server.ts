import { countCharacters } from "#app/domain/count-characters.ts"
import { isCommonHan } from "./language.server.ts"

/** The stop of a text in Latin letters, not of an abbreviation or of a word in a Chinese sentence. */
const LATIN_STOP = String.raw`\.(?<=[\p{Script=Latin})”’"]\.)(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|vs|etc|No|\p{Script=Latin})\.)(?<!\p{Script=Han}[^\p{Script=Han}\n]{0,30}\.)(?=[\s”’"」』）】》)\]]|$)`
const SENTENCE_END = new RegExp(`(?:[。！？…!?～]+|——(?=[”’」』])|${LATIN_STOP})[”’」』）】》"]*`, "gu")
const ENDS_FINISHED = new RegExp(`(?:${SENTENCE_END.source})\\s*$`, "u")
const STAYS_IN_SENTENCE_END = /[。！？…!?～”’」』）】》]/u

const VERSE_LINES = 4
const VERSE_LINE_MAX_UNITS = 32

/** Whether the last sentence is finished, with every quotation of its paragraph closed, or the last line of verse. */
export function endsFinished(text: string): boolean {
  return (endsSentence(text) && quoteDepth(lastParagraph(text)) <= 0) || endsVerse(text)
}

/**
 * Whether the text stops at the end of a line of verse: the last four lines are short, hardly any ends as
 * a sentence does, and the last is no shorter than the shortest of the others.
 */
export function endsVerse(text: string): boolean {
  const lines = text.slice(-VERSE_LINES * (VERSE_LINE_MAX_UNITS + 1)).split("\n")
  const last = lines.slice(-VERSE_LINES)
  if (last.length < VERSE_LINES || last.some((line) => line === "" || line.length > VERSE_LINE_MAX_UNITS))
    return false
  const lengths = last.map(({ length }) => length)
  const isWhole = (lengths.pop() ?? 0) >= Math.min(...lengths)
  return isWhole && last.filter((line) => endsSentence(line)).length <= 1
}

/** Whether the text stops at the end of a sentence, inside a quotation or not. */
export function endsSentence(text: string): boolean {
  // So ends most of a growing text, and no sentence.
  if (isCommonHan(text.charCodeAt(text.length - 1))) return false
  const end = text.slice(-16)
  return ENDS_FINISHED.test(end.includes(".") ? text.slice(-48) : end)
}

/** Whether this character still belongs to the sentence end before it, like a closing quote or a second mark. */
export function belongsToSentenceEnd(character: string): boolean {
  return STAYS_IN_SENTENCE_END.test(character)
}

/** The text up to the end of its last finished sentence; empty when there is none. */
export function trimToSentence(text: string): string {
  for (const { start, end } of paragraphsFromLast(text)) {
    if (endsVerse(text.slice(0, end))) return text.slice(0, end)
    const last = [...endsOutsideQuotations(text.slice(start, end))].at(-1)
    if (last !== undefined) return text.slice(0, start + last)
  }
  return ""
}

export interface LastSentence {
  /** The text up to its end. */
  text: string
  /** The marks that close its quotations. */
  closing: string
}

/**
 * The last sentence of a text, inside a quotation or not, with which the text and the marks that close it have at most
 * `longest` characters (see `countCharacters`); null when there is none.
 */
export function lastSentence(text: string, longest: number): LastSentence | null {
  let left = countCharacters(text)
  for (const { start, end } of paragraphsFromLast(text)) {
    if (endsVerse(text.slice(0, end))) return { text: text.slice(0, end), closing: "" }
    const paragraph = text.slice(start, end)
    left -= countCharacters(paragraph)
    let last: LastSentence | null = null
    let characters = left
    let [at, depth, open] = [0, 0, ""]
    for (const match of paragraph.matchAll(SENTENCE_END)) {
      const sentence = paragraph.slice(at, match.index + match[0].length)
      at += sentence.length
      characters += countCharacters(sentence)
      depth += quoteDepth(sentence)
      open = openQuotations(sentence, open)
      const closing = depth > 0 ? open : ""
      if (characters + closing.length <= longest) last = { text: text.slice(0, start + at), closing }
    }
    if (last) return last
  }
  return null
}

/** Where the paragraphs of a text stand, in UTF-16 units, from the last one on. */
function* paragraphsFromLast(text: string): Generator<{ start: number; end: number }> {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf("\n", end - 1) + 1
    yield { start, end }
    end = start - 1
  }
}

/** The sentences of a paragraph, each with the speech in it whole; the last one may be unfinished. */
export function sentencesOf(paragraph: string): string[] {
  const ends = [0, ...endsOutsideQuotations(paragraph), paragraph.length]
  return ends.slice(1).flatMap((end, at) => paragraph.slice(ends[at], end) || [])
}

function* endsOutsideQuotations(paragraph: string): Generator<number> {
  let depth = 0
  let at = 0
  for (const match of paragraph.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    depth += quoteDepth(paragraph.slice(at, end))
    at = end
    if (depth <= 0) yield end
  }
}

/** The unfinished sentence at the end; empty right after a sentence end. */
export function unfinishedSentence(text: string): string {
  const paragraph = lastParagraph(text)
  const end = [...paragraph.matchAll(SENTENCE_END)].at(-1)
  return end ? paragraph.slice(end.index + end[0].length) : paragraph
}

/** How many quotations this part of a paragraph leaves open; negative when it closes more than it opens. */
export function quoteDepth(text: string): number {
  let depth = 0
  for (const character of text) depth += quoteStep(character)
  return depth
}

/**
 * The marks that close every quotation that is open at the end of this part of a paragraph, innermost first. `before`
 * closes those that are open where the part begins.
 */
export function openQuotations(text: string, before = ""): string {
  let open = before
  for (const character of text) {
    const step = quoteStep(character)
    if (step > 0) open = (CLOSING[character] ?? "") + open
    else if (step < 0) open = open.slice(1)
  }
  return open
}

/** 1 for an opening quotation mark, -1 for a closing one, 0 for any other character. */
export function quoteStep(character: string): number {
  return character > LAST_QUOTE ? 0 : (QUOTE_STEPS[character] ?? 0)
}

/** The text after the last line break. */
export function lastParagraph(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1)
}

const CLOSING: Record<string, string> = { "“": "”", "「": "」", "『": "』" }
/** All Chinese characters come behind the quotation marks. */
const LAST_QUOTE = "』"
const QUOTE_STEPS: Record<string, number> = { "“": 1, "”": -1, "「": 1, "」": -1, "『": 1, "』": -1 }
