import { countCharacters } from "#app/domain/count-characters.ts"

const BAND = { from: 0.92, to: 1.08 }
const SHINGLE_UNITS = 20
/** Longer than any phrase without a name. */
const COPIED_UNITS = 8
/** How far a repetition at a join may reach back: as far as the engine looks. */
const JOIN_REACH_UNITS = 1_600
const PARAGRAPH_MIN_CHARACTERS = 40
const NEAR_DUPLICATE_FROM = 0.8
const GRAM_CHARACTERS = 5
const VERBATIM_MIN_CHARACTERS = 30

/** The final text, measured against the requested length. */
export interface Delivered {
  characters: number
  isInBand: boolean
  score: number
  /** The same score, with characters counted as LongWriter does. */
  longWriterScore: number
  endsFinished: boolean
}

export function deliveredOf(text: string, asked: number): Delivered {
  const characters = countCharacters(text)
  return {
    characters,
    isInBand: characters >= asked * BAND.from && characters <= asked * BAND.to,
    score: lengthScore(asked, characters),
    longWriterScore: lengthScore(asked, longWriterCount(text)),
    endsFinished: endsOnSentence(text),
  }
}

/** LongWriter's length score (arXiv 2408.07055), 0-100. */
function lengthScore(asked: number, got: number): number {
  if (got === 0) return 0
  const off = got > asked ? (got / asked - 1) / 3 : (asked / got - 1) / 2
  return 100 * Math.max(0, 1 - off)
}

/** LongWriter's own count: Han characters and Latin words, no punctuation. */
function longWriterCount(text: string): number {
  const han = text.match(/[\u4e00-\u9fff]/g)?.length ?? 0
  const words = text.match(/(?<![\p{L}\p{N}_])[a-zA-Z]+(?![\p{L}\p{N}_])/gu)?.length ?? 0
  return han + words
}

/** Whether the text ends on a finished sentence with every quotation of its paragraph closed. */
function endsOnSentence(text: string): boolean {
  const paragraph = text.slice(text.lastIndexOf("\n") + 1)
  const opened = paragraph.match(/[“「『]/g)?.length ?? 0
  const closed = paragraph.match(/[”」』]/g)?.length ?? 0
  return /[。！？…!?.][”’」』）】》"]*$/u.test(text) && opened <= closed
}

export function withoutBlanks(text: string): string {
  return text.replace(/\s/gu, "")
}

/**
 * Counts runs of 20 units that stand at or after a join and repeat an earlier run, within 1,600 units
 * before and after the join; blanks do not count, nor do copies of the reference. `joins`: offsets in UTF-16
 * units, blanks included.
 */
export function duplicatedAtJoins(text: string, joins: readonly number[], reference = ""): number {
  const whole = withoutBlanks(text)
  const copied = withoutBlanks(reference)
  const duplicated = new Set<number>()
  for (const join of new Set(joins)) {
    const at = withoutBlanks(text.slice(0, join)).length
    const seen = new Set<string>()
    const last = Math.min(whole.length - SHINGLE_UNITS, at + JOIN_REACH_UNITS)
    for (let start = Math.max(0, at - JOIN_REACH_UNITS); start <= last; start += 1) {
      const shingle = whole.slice(start, start + SHINGLE_UNITS)
      const isNew = start > at - SHINGLE_UNITS && seen.has(shingle)
      if (isNew && !isCopied(shingle, copied)) duplicated.add(start)
      seen.add(shingle)
    }
  }
  return duplicated.size
}

/**
 * Whether a part of it stands in the reference: what is left of copies has a measure of its own. The engine may leave
 * the end of a copied sentence as a short sentence of its own.
 */
function isCopied(shingle: string, reference: string): boolean {
  if (reference === "") return false
  for (let at = 0; at + COPIED_UNITS <= SHINGLE_UNITS; at += 1) {
    if (reference.includes(shingle.slice(at, at + COPIED_UNITS))) return true
  }
  // The shingle may cut its first and its last sentence.
  const sentences = shingle.split(/(?<=[。！？…])(?![。！？…])/u).slice(1, -1)
  return sentences.some((sentence) => reference.includes(sentence))
}

/** Counts runs of 20 units that repeat an earlier one anywhere in the text; blanks do not count. */
export function duplicatedAnywhere(text: string): number {
  const whole = withoutBlanks(text)
  const seen = new Set<string>()
  let duplicated = 0
  for (let start = 0; start + SHINGLE_UNITS <= whole.length; start += 1) {
    const shingle = whole.slice(start, start + SHINGLE_UNITS)
    if (seen.has(shingle)) duplicated += 1
    seen.add(shingle)
  }
  return duplicated
}

/** Paragraphs of 40 characters or more that repeat an earlier one (5-gram Jaccard similarity from 0.8 on). */
export function repeatedParagraphs(text: string): string[] {
  const earlier: Set<string>[] = []
  return text
    .split("\n")
    .filter((paragraph) => countCharacters(paragraph) >= PARAGRAPH_MIN_CHARACTERS)
    .filter((paragraph) => {
      const grams = gramsOf(withoutBlanks(paragraph))
      const isRepeated = earlier.some((other) => likeness(grams, other) >= NEAR_DUPLICATE_FROM)
      earlier.push(grams)
      return isRepeated
    })
}

/** Counts characters in runs of 30 or more that also stand in the reference; blanks do not count. */
export function verbatimCharacters(text: string, reference: string): number {
  const source = withoutBlanks(reference)
  if (source === "") return 0
  const runs = new Set<string>()
  for (let at = 0; at + VERBATIM_MIN_CHARACTERS <= source.length; at += 1)
    runs.add(source.slice(at, at + VERBATIM_MIN_CHARACTERS))
  const whole = withoutBlanks(text)
  let copied = 0
  let copiedTo = 0
  for (let at = 0; at + VERBATIM_MIN_CHARACTERS <= whole.length; at += 1) {
    if (!runs.has(whole.slice(at, at + VERBATIM_MIN_CHARACTERS))) continue
    copied += at + VERBATIM_MIN_CHARACTERS - Math.max(at, copiedTo)
    copiedTo = at + VERBATIM_MIN_CHARACTERS
  }
  return copied
}

function gramsOf(text: string): Set<string> {
  const characters = [...text]
  return new Set(characters.map((_, at) => characters.slice(at, at + GRAM_CHARACTERS).join("")))
}

function likeness(one: Set<string>, other: Set<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  if (small.size < large.size * NEAR_DUPLICATE_FROM) return 0
  const shared = small.intersection(large).size
  return shared / (one.size + other.size - shared)
}
