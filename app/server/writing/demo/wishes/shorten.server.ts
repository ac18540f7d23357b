import { countCharacters } from "#app/domain/count-characters.ts"
import {
  BORROWS,
  LEANS_BACK,
  LEANS_ON,
  REACHES_ON,
} from "#app/server/writing/demo/manner/sentences.lexicon.server.ts"

const SHORT_SHARE = 0.7
/** Less than this is no paragraph in place of the former one. */
const SHORTEST_SHARE = 0.45
const CLAUSE_MIN = 4

/** The paragraph without what it can do without: sentences behind its first, then clauses from the middle of one. */
export function shortened(paragraph: string): string {
  const all = countCharacters(paragraph)
  let told = paragraph
  for (const pieces of [sentences, clauses]) {
    while (countCharacters(told) > all * SHORT_SHARE) {
      const shorter = withoutOne(pieces(told), all * SHORTEST_SHARE)
      if (shorter === null) break
      told = shorter
    }
  }
  return told
}

/** Pieces of a text of which some may be left out. */
interface Piece {
  text: string
  isSpare: boolean
}

function sentences(text: string): Piece[] {
  const all = text.split(/(?<=[。！？][”’]?)(?![”’])/u)
  return all.map((sentence, at) => {
    const isAnswer = /？$/u.test(all[at - 1] ?? "")
    const isSpare = at > 0 && !isAnswer && !/[“”‘’：—…]/u.test(sentence) && /。$/u.test(sentence)
    return { text: sentence, isSpare }
  })
}

function clauses(text: string): Piece[] {
  const all = text.split(/(?<=[，。；：！？”])/u)
  return all.map((clause, at) => {
    const [before = "", behind = ""] = [all[at - 1], all[at + 1]]
    const isWithin = /，$/u.test(before) && /，$/u.test(clause) && behind !== ""
    const isFree =
      ![clause, before].some((one) => LEANS_ON.test(one) || REACHES_ON.test(one.slice(0, -1))) &&
      !LEANS_BACK.test(behind) &&
      !BORROWS.test(behind) &&
      // A word that is taken up again has its subject there.
      clause.at(-2) !== behind[0] &&
      countCharacters(clause) >= CLAUSE_MIN
    return { text: clause, isSpare: isWithin && isFree && !/[“”‘’：—…]/u.test(clause + behind) }
  })
}

/** Without the longest piece that may go, as long as so many characters stay; null where none may. */
function withoutOne(pieces: readonly Piece[], atLeast: number): string | null {
  const all = pieces.reduce((sum, { text }) => sum + countCharacters(text), 0)
  const spare = pieces
    .filter(({ text, isSpare }) => isSpare && all - countCharacters(text) >= atLeast)
    .toSorted((one, other) => countCharacters(other.text) - countCharacters(one.text))
  const [first] = spare
  return first ? pieces.flatMap((piece) => (piece === first ? [] : [piece.text])).join("") : null
}
