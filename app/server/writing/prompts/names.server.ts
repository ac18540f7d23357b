import { NOT_IN_NAMES, SURNAMES } from "./names.lexicon.server.ts"

const NAMES_MAX = 8
const NAME_MIN_COUNT = 3
/** The names of people begin clauses; other words that follow a surname character rarely do. */
const CLAUSE_STARTS_MIN = 2
/** A third character belongs to the name when it follows in this share of the occurrences. */
const THIRD_FROM_SHARE = 0.7

const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** Guesses the names of the people in a text: at most eight, the most frequent first. */
export function namesIn(text: string): string[] {
  const counts = new Map<string, number>()
  const clauseStarts = new Map<string, number>()
  for (const { index, 1: name = "" } of text.matchAll(NAME)) {
    const short = name.slice(0, 2)
    if (CLAUSE_EDGE.test(text[index - 1] ?? " ")) clauseStarts.set(short, (clauseStarts.get(short) ?? 0) + 1)
    for (const form of new Set([short, name])) counts.set(form, (counts.get(form) ?? 0) + 1)
  }
  return [...counts]
    .filter(([name, count]) => name.length === 2 && count >= NAME_MIN_COUNT)
    .filter(([name]) => (clauseStarts.get(name) ?? 0) >= CLAUSE_STARTS_MIN && !isWord(name))
    .sort(([, one], [, other]) => other - one)
    .slice(0, NAMES_MAX)
    .map(([name, count]) => longForm(name, count, counts))
}

const NAME = new RegExp(`(?=([${SURNAMES}][^\\P{Script=Han}${NOT_IN_NAMES}]{1,2}))`, "gu")
const CLAUSE_EDGE = /[\p{P}\s]/u

function longForm(name: string, count: number, counts: Map<string, number>): string {
  for (const [form, often] of counts) {
    if (form.length === 3 && form.startsWith(name) && often >= count * THIRD_FROM_SHARE) return form
  }
  return name
}

/** Whether the segmenter knows the text as one word, which makes a name unlikely. */
function isWord(text: string): boolean {
  return [...segmenter.segment(text)].length === 1
}
