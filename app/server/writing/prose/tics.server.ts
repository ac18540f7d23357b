import { countCharacters } from "#app/domain/count-characters.ts"
import { TICS } from "./tics.lexicon.server.ts"

/** Fewer characters say nothing about how often something stands in a text. */
const TEXT_MIN_CHARACTERS = 1_000
const COUNT_MIN = 3
const TOLD_MAX = 3
/** A phrase of the text's own that stands this often in it is worn out as well. */
const PHRASE_UNITS = { least: 4, most: 8 }
const PHRASE_COUNT_MIN = 5
const PHRASE_PER_1000 = 1
/** Two characters make a word, and the words of a plan are what the story is about. */
const WORD_UNITS = 2

/**
 * The phrases that a text wears out, the worst first and at most three: those that models are known for, and phrases
 * of its own. `about` is what the story tells of (its plan, with the names): words of it may stand as often as they like.
 */
export function ticsIn(text: string, about: string): string[] {
  const thousands = countCharacters(text) / 1_000
  if (thousands * 1_000 < TEXT_MIN_CHARACTERS) return []
  const known = TICS.flatMap(({ words, per1000 }) =>
    words.map((word) => {
      const found = text.match(word) ?? []
      return { phrase: found.at(-1) ?? "", count: found.length, excess: found.length / (thousands * per1000) }
    }),
  )
  const own = repeatedPhrases(text, about).map(({ phrase, count }) => ({
    phrase,
    count,
    excess: count / (thousands * PHRASE_PER_1000),
  }))
  return [...known.filter(({ count }) => count >= COUNT_MIN), ...own]
    .filter(({ excess }) => excess > 1)
    .sort((a, b) => b.excess - a.excess)
    .slice(0, TOLD_MAX)
    .map(({ phrase }) => phrase)
}

/** The longest Chinese phrases that stand in a text again and again, and in nothing that it is about. */
function repeatedPhrases(text: string, about: string): { phrase: string; count: number }[] {
  const repeated: { phrase: string; count: number }[] = []
  const runs = text.match(/\p{Script=Han}{4,}/gu) ?? []
  for (let units = PHRASE_UNITS.most; units >= PHRASE_UNITS.least; units -= 1) {
    for (const [phrase, count] of countedPhrases(runs, units)) {
      // First what is cheap: nearly every phrase stands only once.
      if (count < PHRASE_COUNT_MIN || !phrase.isWellFormed()) continue
      const isPart = repeated.some((longer) => longer.phrase.includes(phrase))
      if (!isPart && !tellsOf(phrase, about)) repeated.push({ phrase, count })
    }
  }
  return repeated
}

function countedPhrases(runs: readonly string[], units: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const run of runs) {
    for (let at = 0; at + units <= run.length; at += 1) {
      const phrase = run.slice(at, at + units)
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
    }
  }
  return counts
}

function tellsOf(phrase: string, about: string): boolean {
  for (let at = 0; at + WORD_UNITS <= phrase.length; at += 1) {
    if (about.includes(phrase.slice(at, at + WORD_UNITS))) return true
  }
  return false
}
