import { aligned } from "./aligned.ts"
import type { Case } from "./cases.ts"
import type { Endpoint } from "./endpoint.ts"
import { pairwisePrompt } from "./prompts.prose.ts"
import { cellsOf } from "./quotes.ts"
import { DIMENSIONS, OVERALL, VERDICT } from "./verdict.lexicon.ts"

const ANSWER_TOKENS = 900
const JUDGED = [...DIMENSIONS, OVERALL]

/** What one order says: the text that stood first, the one that stood second, or neither. */
type Verdict = "first" | "second" | "tie"
/** What both orders say. `split`: they disagree. `unparsed`: one of them gives no verdict. */
export type Outcome = "a" | "b" | "tie" | "split" | "unparsed"
/** The outcome in each dimension, by its Chinese name, and overall. */
export type Outcomes = Record<string, Outcome>

/** Compares two texts in both orders; null when one of the answers did not come. */
export async function comparePair(
  one: Case,
  a: string,
  b: string,
  judge: Endpoint,
): Promise<Outcomes | null> {
  const [shownA, shownB] = aligned(a, b)
  const ask = (first: string, second: string) =>
    judge.answer({
      kind: "pairwise",
      prompt: pairwisePrompt(one, first, second),
      tokensOut: ANSWER_TOKENS,
    })
  const [forward, backward] = [await ask(shownA, shownB), await ask(shownB, shownA)]
  if (forward === null || backward === null) return null
  const [said, saidBackward] = [verdictsIn(forward), verdictsIn(backward)]
  return Object.fromEntries(
    JUDGED.map((dimension) => [dimension, agreed(said.get(dimension), saidBackward.get(dimension))]),
  )
}

function agreed(forward: Verdict | undefined, backward: Verdict | undefined): Outcome {
  if (forward === undefined || backward === undefined) return "unparsed"
  if (forward === "tie" || backward === "tie") return forward === backward ? "tie" : "split"
  if (forward === backward) return "split"
  return forward === "first" ? "a" : "b"
}

const LINE = new RegExp(
  `^(?:\\d+[.、)]\\s*)?(${JUDGED.join("|")})(?:\\([^)]*\\))?\\s?[|:=\\p{Pd} ]+\\s?([^|]+)`,
  "u",
)

/** Reads an answer line by line. A dimension with two different verdicts has none. */
function verdictsIn(answer: string): Map<string, Verdict> {
  const found = new Map<string, Set<Verdict>>()
  for (const line of answer.split("\n")) {
    const [, dimension = "", said = ""] = LINE.exec(cellsOf(line).join("|")) ?? []
    const verdict = verdictOf(said)
    if (verdict) found.set(dimension, (found.get(dimension) ?? new Set()).add(verdict))
  }
  const clear = [...found].flatMap(([dimension, [verdict, ...others]]) =>
    verdict && others.length === 0 ? [[dimension, verdict] as const] : [],
  )
  return new Map(clear)
}

function verdictOf(said: string): Verdict | undefined {
  const match = VERDICT.exec(said.replace(/[(].*[)]|[\s。.!"“”「」'[\]【】]/gu, ""))
  if (!match) return undefined
  return match[1] ? "first" : match[2] ? "second" : "tie"
}
