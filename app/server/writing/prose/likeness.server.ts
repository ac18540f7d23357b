import { sentencesOf } from "./sentence-end.server.ts"

/** A story may repeat shorter paragraphs, for example an answer or a sound. In UTF-16 units. */
export const REPEAT_MIN_UNITS = 40
export const GRAM_UNITS = 5
/** Two paragraphs are the same from this Jaccard similarity of their 5-grams on. */
const SAME_FROM_SHARE = 0.8
/**
 * An earlier paragraph stops being a candidate once the new one has more 5-grams than this that it
 * lacks; each shared 5-gram allows half a one more. Paragraphs up to 68 units are still compared exactly.
 */
const UNLIKE_BEGINNING_GRAMS = 16
const UNLIKE_PER_SHARED_GRAM = 0.5
/** A sentence says an earlier one in other words when this share of its pairs of characters is known. */
const REWORDED_FROM_SHARE = 0.5
const MARKS = /[^\p{Letter}\p{Number}]+/gu

/** How a growing paragraph compares to an earlier one, in distinct 5-grams. */
export interface Likeness {
  /** How many the earlier one has. */
  size: number
  shared: number
  /** 5-grams of the new paragraph that the earlier one lacks. */
  unlike: number
}

/** The runs of five UTF-16 units that end beyond `from`. */
export function* grams(text: string, from = 0): Generator<string> {
  for (let end = Math.max(GRAM_UNITS, from + 1); end <= text.length; end += 1) {
    yield text.slice(end - GRAM_UNITS, end)
  }
}

/** Compares two complete paragraphs by their 5-grams. */
export function likenessOf(own: ReadonlySet<string>, earlier: ReadonlySet<string>): Likeness {
  const shared = own.intersection(earlier).size
  return { size: earlier.size, shared, unlike: own.size - shared }
}

/** Whether two complete paragraphs say the same. */
export function isSame({ size, shared, unlike }: Likeness): boolean {
  return shared >= SAME_FROM_SHARE * (size + unlike)
}

/** Whether the earlier paragraph holds nearly all of the new one so far. */
export function isContained({ shared, unlike }: Likeness): boolean {
  return shared >= SAME_FROM_SHARE * (shared + unlike)
}

/** Whether the new paragraph may still turn out the same, and is similar enough so far to be held. */
export function canStillBeSame({ size, shared, unlike }: Likeness): boolean {
  const sharedAtMost = size
  if (sharedAtMost < SAME_FROM_SHARE * (size + unlike)) return false
  return unlike <= UNLIKE_BEGINNING_GRAMS + shared * UNLIKE_PER_SHARED_GRAM
}

/**
 * The sentences that a paragraph adds to the earlier ones that it repeats. A sentence that words one of theirs
 * differently is none, nor is one with other punctuation.
 */
export function addedSentences(paragraph: string, earlier: readonly string[]): string {
  const told = earlier.map(withoutMarks)
  const own = withoutMarks(paragraph)
  const left = earlier.flatMap(sentencesOf).map(withoutMarks)
  const known = new Set(left.filter((sentence) => !own.includes(sentence)).flatMap(pairs))
  const isAdded = (sentence: string) => {
    const words = withoutMarks(sentence)
    if (told.some((text) => text.includes(words))) return false
    const all = new Set(pairs(words))
    // Two of theirs that are made one stand in it whole.
    const joined = new Set(left.filter((one) => words.includes(one)).flatMap(pairs))
    return all.size === 0 || all.intersection(known.union(joined)).size < REWORDED_FROM_SHARE * all.size
  }
  return sentencesOf(paragraph).filter(isAdded).join("").trimStart()
}

function withoutMarks(text: string): string {
  return text.replace(MARKS, "")
}

function pairs(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2))
}
