import { countCharacters } from "#app/domain/count-characters.ts"
import { LEANS_BACK, LEANS_ON, REACHES_ON, SPEAKS_AT_END, STANDS_ALONE } from "./sentences.lexicon.server.ts"

/** What the stories' own sentences have at most, and at least. */
const USUAL_MAX = 18
const USUAL_MIN = 12
/** A sentence of a reference may be longer than a reader likes a joined one to be. */
const JOINED_MAX = 60
const LONGER_SHARE = 1.3
const CLAUSE_MIN = 5
const QUOTED = /(“[^”]*”?)/u

/**
 * The paragraph in sentences of about this many characters, as far as they bear it: outside of speech, commas and full
 * stops change places. Every word stays where it is.
 */
export function inSentencesOf(paragraph: string, characters: number): string {
  if (characters > USUAL_MAX) return joined(paragraph, Math.min(characters, JOINED_MAX))
  return characters < USUAL_MIN ? split(paragraph) : paragraph
}

/** A text in which commas, semicolons and full stops are all one mark, as `inSentencesOf` exchanges them. */
export function withOneMark(text: string): string {
  return text.replace(/[。；]/gu, "，")
}

function joined(paragraph: string, characters: number): string {
  return outsideSpeech(paragraph, (narration) => {
    const [first = "", ...rest] = narration.split(/(?<=[。])/u)
    let told = first
    let own = first
    for (const sentence of rest) {
      if (joins(own, sentence, characters)) {
        told = `${told.slice(0, -1)}，${sentence}`
        own += sentence
      } else {
        told += sentence
        own = sentence
      }
    }
    return told
  })
}

function joins(one: string, other: string, characters: number): boolean {
  if (!one.endsWith("。") || /[：！？…—]/u.test(other) || one.includes("：")) return false
  if (STANDS_ALONE.test(other) || SPEAKS_AT_END.test(one.slice(0, -1))) return false
  return countCharacters(one + other) <= characters * LONGER_SHARE
}

function split(paragraph: string): string {
  return outsideSpeech(paragraph, (narration, isLed) => {
    // What leads over to speech keeps to the words before it.
    const end = isLed ? narration.search(/[^。！？]*$/u) : narration.length
    const clauses = narration.slice(0, end).split(/(?<=[，；。！？：…—])/u)
    const told = clauses
      .map((clause, at) => {
        const next = clauses[at + 1]
        if (!/[，；]$/u.test(clause) || next === undefined) return clause
        const own = clause.slice(0, -1)
        const isWhole = countCharacters(own) >= CLAUSE_MIN && countCharacters(next) > CLAUSE_MIN
        const isFree = !LEANS_ON.test(own) && !REACHES_ON.test(own) && !LEANS_BACK.test(next)
        return isWhole && isFree && /[，；。！？]$/u.test(next) ? `${own}。` : clause
      })
      .join("")
    return told + narration.slice(end)
  })
}

/** `isLed`: speech follows. */
function outsideSpeech(paragraph: string, tell: (narration: string, isLed: boolean) => string): string {
  const pieces = paragraph.split(QUOTED)
  return pieces
    .map((piece, at) => (piece.startsWith("“") ? piece : tell(piece, at < pieces.length - 1)))
    .join("")
}
