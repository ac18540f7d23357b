import { firstClause } from "#app/domain/novel-title.ts"
import { isLongerThan } from "#app/domain/text.ts"
import { FALLBACK_WORDS } from "./cast.prose.server.ts"
import { ABOUT_THE_TEXT, NOT_STORY_WORDS } from "./request.lexicon.server.ts"

const WORDS_MAX = 8
const WORD_MAX_CHARS = 6
const ASK_MAX_CHARS = 20

const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** The words of a request that a story can quote, in order. */
export function storyWords(prompt: string): string[] {
  const words = [...segmenter.segment(prompt)]
    .map(({ segment }) => segment)
    .filter((word) => HAN_WORD.test(word) && !isLongerThan(word, WORD_MAX_CHARS))
    .filter((word) => !NOT_STORY_WORDS.has(word) && !ABOUT_THE_TEXT.test(word))
  const distinct = [...new Set(words)].slice(0, WORDS_MAX)
  return distinct.length > 0 ? distinct : FALLBACK_WORDS
}

/** The beginning of a request as one quotable line: up to its first pause, never cut inside a word. */
export function quotableLine(prompt: string): string {
  const line = firstClause(prompt)
  let asked = ""
  for (const { segment } of segmenter.segment(line.replace(UNQUOTABLE, "").trim())) {
    if (isLongerThan(asked + segment, ASK_MAX_CHARS)) break
    asked += segment
  }
  return asked.trim() || storyWords(prompt).join(" ")
}

const HAN_WORD = /^\p{Script=Han}{2,}$/u
const UNQUOTABLE = /[“”"'‘’「」『』《》<>{}|\p{C}]/gu
