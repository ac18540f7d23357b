import { countCharacters } from "#app/domain/count-characters.ts"

/** Stands where we left a piece out; the judge is told so. */
export const OMITTED = "……（此处略去一段）……"
/** Texts that differ by less are shown whole: a gap would weigh more than the length. */
const SAME_LENGTH_UP_TO = 1.05
const ENDING_CHARACTERS = 600
/** No more than this share of a short text is its ending. */
const ENDING_MAX_SHARE = 1 / 3

const SENTENCE_END = /(?:[。！？…!?]+[”’」』）】》"]*|\n)/gu

/**
 * Two texts of about the same length, in characters without blanks. The longer one is cut at sentence ends and
 * keeps its own ending, because the ending is judged too: a beginning, a mark for what is left out, the ending.
 */
export function aligned(one: string, other: string): [string, string] {
  const shorter = Math.min(countCharacters(one), countCharacters(other))
  return [cutTo(one, shorter), cutTo(other, shorter)]
}

function cutTo(text: string, characters: number): string {
  if (countCharacters(text) <= characters * SAME_LENGTH_UP_TO) return text
  const ofEnding = Math.min(ENDING_CHARACTERS, Math.floor(characters * ENDING_MAX_SHARE))
  const ending = fromSentence(text, ofEnding)
  return `${toSentence(text, characters - countCharacters(ending))}\n${OMITTED}\n${ending}`
}

/** The beginning, up to the last sentence end within this many characters. */
function toSentence(text: string, characters: number): string {
  const head = text.slice(0, unitsOf(text, characters))
  const end = [...head.matchAll(SENTENCE_END)].at(-1)
  return (end ? head.slice(0, end.index + end[0].length) : head).trimEnd()
}

/** The ending, from the first sentence that begins within the last characters. */
function fromSentence(text: string, characters: number): string {
  const from = unitsOf(text, countCharacters(text) - characters)
  const [end] = text.slice(from).matchAll(SENTENCE_END)
  const ending = end ? text.slice(from + end.index + end[0].length) : ""
  return (ending.trim() === "" ? text.slice(from) : ending).trim()
}

/** How many UTF-16 units the first characters take, blanks not counted. */
function unitsOf(text: string, characters: number): number {
  let units = 0
  let left = characters
  for (const character of text) {
    if (left <= 0) break
    if (!/\s/u.test(character)) left -= 1
    units += character.length
  }
  return units
}
