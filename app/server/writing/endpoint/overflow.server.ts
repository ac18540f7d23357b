import { EXCESS_WORDS, PROMPT_WORDS, SIZE_BEFORE, SIZE_BEHIND } from "./overflow.lexicon.server.ts"

/** Numbers below this are a rest, an excess or a position, not the size of a context. */
const CONTEXT_MIN_TOKENS = 512
const THOUSAND = 1_000

/**
 * Whether an error says that prompt and answer are longer than the model's context, by a 413 or in its words, and the
 * size of the context in tokens if it names that; null for any other error.
 */
export function findOverflow(
  status: number | undefined,
  words: string,
): { contextTokens: number | null } | null {
  if (status !== 413 && !OVERFLOW.test(words)) return null
  const sizes = SIZES.flatMap((pattern) => [...words.matchAll(pattern)])
    .map(({ groups }) => tokensIn(groups?.size ?? ""))
    .filter((tokens) => tokens >= CONTEXT_MIN_TOKENS)
  return { contextTokens: sizes.length > 0 ? Math.min(...sizes) : null }
}

const NEAR = "[^\\n]{0,80}?"
const OVERFLOW = new RegExp(
  `(?:${PROMPT_WORDS})${NEAR}(?:${EXCESS_WORDS})|(?:${EXCESS_WORDS})${NEAR}(?:${PROMPT_WORDS})`,
  "iu",
)
const NUMBER = "(?<size>\\d[\\d,]*k?)(?!\\.?\\d)"
const SIZES = [
  // "exceeded the maximum context length by 120 tokens" names the excess.
  new RegExp(`(?:${SIZE_BEFORE})(?:(?!\\bby\\b)[^\\d\\n]){0,40}${NUMBER}`, "giu"),
  new RegExp(`(?<![\\d,])${NUMBER}\\s*(?:${SIZE_BEHIND})`, "giu"),
  new RegExp(`\\[\\s*\\d+\\s*,\\s*${NUMBER}\\s*\\]`, "giu"),
]

function tokensIn(size: string): number {
  const digits = Number(size.replace(/[,k]/giu, ""))
  return /k$/iu.test(size) ? digits * THOUSAND : digits
}
