/** Shorter paragraphs may come back in a story: an answer, a sound. In UTF-16 units. */
export const REPEAT_MIN_UNITS = 40
const GRAM_UNITS = 5
/** Two paragraphs that share so much of their 5-grams say the same (Jaccard). */
const SAME_FROM_SHARE = 0.8
/**
 * A paragraph that begins with more 5-grams than this that an earlier one has not is not held for its
 * sake; what the two share buys it more. Paragraphs up to 68 units are compared exactly all the same.
 */
const UNLIKE_BEGINNING_GRAMS = 16
const UNLIKE_PER_SHARED_GRAM = 0.5

/** How a paragraph in the making compares to an earlier one, in distinct 5-grams. */
export interface Likeness {
  earlier: ReadonlySet<string>
  shared: number
  /** Of the new paragraph, what the earlier one has not. */
  unlike: number
}

/** The runs of five UTF-16 units that end beyond `from`. */
export function* grams(text: string, from = 0): Generator<string> {
  for (let end = Math.max(GRAM_UNITS, from + 1); end <= text.length; end += 1) {
    yield text.slice(end - GRAM_UNITS, end)
  }
}

export function likenessOf(own: ReadonlySet<string>, earlier: ReadonlySet<string>): Likeness {
  const shared = own.intersection(earlier).size
  return { earlier, shared, unlike: own.size - shared }
}

/** Whether the two, both complete, say the same. */
export function isSame({ earlier, shared, unlike }: Likeness): boolean {
  return shared >= SAME_FROM_SHARE * (earlier.size + unlike)
}

/** Whether the earlier one says nearly all of what there is of the new one. */
export function isContained({ shared, unlike }: Likeness): boolean {
  return shared >= SAME_FROM_SHARE * (shared + unlike)
}

/** Whether the new one, however it goes on, could be the same, and is like enough so far to wait for it. */
export function canStillBeSame({ earlier, shared, unlike }: Likeness): boolean {
  const sharedAtMost = earlier.size
  if (sharedAtMost < SAME_FROM_SHARE * (earlier.size + unlike)) return false
  return unlike <= UNLIKE_BEGINNING_GRAMS + shared * UNLIKE_PER_SHARED_GRAM
}
