/** A model that thinks gets at least this many tokens, because its thoughts count. */
export const THOUGHT_TOKENS_MIN = 16_000
const LARGER_FACTOR = 4
/** No endpoint gives more to one answer, and no thought needs it. */
const LIMIT_MAX_TOKENS = 128_000
/** How often a call whose limit was used up without an answer is sent again with a larger one. */
export const ENLARGEMENTS_MAX = 2

/**
 * The token limit of a call whose answer takes `tokens`: larger from enlargement to enlargement, at first so
 * large that a long thought fits in.
 */
export function tokenLimit(tokens: number, enlargements: number): number {
  if (enlargements === 0) return tokens
  const factor = LARGER_FACTOR ** (enlargements - 1)
  return Math.min(LIMIT_MAX_TOKENS, Math.max(THOUGHT_TOKENS_MIN * factor, tokens * LARGER_FACTOR * factor))
}
