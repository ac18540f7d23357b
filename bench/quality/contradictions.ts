import type { Endpoint } from "./endpoint.ts"
import { contradictionsPrompt } from "./prompts.prose.ts"
import { cellsOf, plain, standApart } from "./quotes.ts"
import { CONTRADICTION_LABEL, NOTHING_FOUND } from "./verdict.lexicon.ts"

const ANSWER_TOKENS = 500

/** Pairs of quotes that contradict each other, and how many pairs the judge made up or took from one place. */
export interface Contradictions {
  kept: [string, string][]
  dropped: number
}

/**
 * Asks for contradictions within a text; null when no answer came, `unparsed` when it holds neither a pair nor the
 * word for none.
 */
export async function findContradictions(
  text: string,
  judge: Endpoint,
): Promise<Contradictions | "unparsed" | null> {
  const prompt = contradictionsPrompt(text)
  const answer = await judge.answer({ kind: "contradictions", prompt, tokensOut: ANSWER_TOKENS })
  if (answer === null) return null
  const pairs = pairsIn(answer)
  const saysNone = answer.split("\n").some((line) => NOTHING_FOUND.test(plain(line)))
  if (pairs.length === 0 && !saysNone) return "unparsed"
  const plainText = plain(text)
  const kept = pairs.filter(([one, other]) => standApart(one, other, plainText))
  const different = new Map(kept.map((pair) => [pair.map(plain).sort().join("|"), pair]))
  return { kept: [...different.values()], dropped: pairs.length - different.size }
}

const QUOTED = /^["“「『'‘]/u

/** The lines of three cells or more; a label or a number may stand before the two quotes. */
function pairsIn(answer: string): [string, string][] {
  return answer.split("\n").flatMap((line): [string, string][] => {
    const cells = cellsOf(line)
    const quoted = cells.filter((cell) => QUOTED.test(cell))
    const unlabelled = CONTRADICTION_LABEL.test(cells[0] ?? "") ? cells.slice(1) : cells
    const [one, other] = quoted.length >= 2 ? quoted : unlabelled
    return cells.length >= 3 && one && other ? [[one, other]] : []
  })
}
