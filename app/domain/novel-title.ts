import { REQUEST_ENDING, REQUEST_OPENING } from "./request-phrases.lexicon.ts"
import { countCodePoints, firstCharacters, isLongerThan, runAtEnd, toSingleLine } from "./text.ts"

const SUGGESTED_TITLE_MAX_CHARS = 20
const CLAUSE_MIN_CHARS = 2
/** A title comes from the beginning of what may be a whole novel. */
const OPENING_CHARS = 1_000

/** Suggests a title of at most 20 characters: the model's, or the beginning of the prompt if the model gave none. */
export function suggestTitle(modelTitle: string | null, prompt: string): string {
  const title = toTitle(modelTitle ?? "")
  if (title !== null) return title
  const opening = firstCharacters(prompt.trimStart(), OPENING_CHARS)
  const clause = withoutMarks(firstClause(opening)) || toSingleLine(opening)
  return firstCharacters(clause, SUGGESTED_TITLE_MAX_CHARS).trim()
}

/** Reads a title from a model's answer and strips outer punctuation; null if it is empty or over 20 characters. */
export function toTitle(answer: string): string | null {
  const title = withoutMarks(answer)
  return title === "" || isLongerThan(title, SUGGESTED_TITLE_MAX_CHARS) ? null : title
}

/** The first clause of a prompt, without phrases like "please write"; empty if there is none. */
function firstClause(prompt: string): string {
  const clauses = prompt.trim().replace(REQUEST_OPENING, "").replace(REQUEST_ENDING, "").split(PAUSE)
  return clauses.find((clause) => countCodePoints(clause.trim()) >= CLAUSE_MIN_CHARS)?.trim() ?? ""
}

const PAUSE = /[，。！？；：、,.!?;:\n…]+/u
const MARKS = String.raw`\p{P}\p{S}\s`
const OUTER_MARKS = new RegExp(`^[${MARKS}]+|${runAtEnd(MARKS)}`, "gu")

function withoutMarks(text: string): string {
  return toSingleLine(text).replace(OUTER_MARKS, "")
}
