import { KIND_WORDS, USUAL_KIND } from "./kind-words.lexicon.server.ts"
import apocalypse from "./prompts/apocalypse.json" with { type: "json" }
import campus from "./prompts/campus.json" with { type: "json" }
import everyday from "./prompts/everyday.json" with { type: "json" }
import fairytale from "./prompts/fairytale.json" with { type: "json" }
import family from "./prompts/family.json" with { type: "json" }
import history from "./prompts/history.json" with { type: "json" }
import mystery from "./prompts/mystery.json" with { type: "json" }
import romance from "./prompts/romance.json" with { type: "json" }
import scifi from "./prompts/scifi.json" with { type: "json" }
import workplace from "./prompts/workplace.json" with { type: "json" }
import wuxia from "./prompts/wuxia.json" with { type: "json" }
import xianxia from "./prompts/xianxia.json" with { type: "json" }

const EXAMPLES = [
  wuxia,
  xianxia,
  scifi,
  romance,
  mystery,
  history,
  fairytale,
  workplace,
  apocalypse,
  campus,
  family,
  everyday,
]

/** A request that names its kind counts as much as so many words that only lean to one. */
const NAMED_WEIGHT = 8
const SURE_WEIGHT = 4
/** What a listed word counts beside what the examples say, whose unit is the natural logarithm of odds. */
const LISTED_WEIGHT = 2
/** With less of it, as of one common word, a text asks for no kind. */
const EVIDENCE_MIN = 1
/** So many examples speak for each kind before anything was seen. */
const SMOOTHING = 6

/** The kind of story that a text in simplified characters asks for, by the listed words in it and by the examples. */
export function kindOf(text: string): string {
  const lower = text.toLowerCase()
  const features = [...featuresOf(lower)].filter((feature) => learnedKinds().has(feature))
  const scores = Object.entries(KIND_WORDS).map(([kind, listed], index) => ({
    kind,
    score:
      listedScore(listed, lower) * LISTED_WEIGHT +
      features.reduce((sum, feature) => sum + (learnedKinds().get(feature)?.[index] ?? 0), 0),
  }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  return best.score > EVIDENCE_MIN ? best.kind : USUAL_KIND
}

function listedScore({ named, sure, leaning }: (typeof KIND_WORDS)[string], text: string): number {
  const distinct = (words: RegExp) => new Set(text.match(words) ?? []).size
  return (text.match(named) ? NAMED_WEIGHT : 0) + distinct(sure) * SURE_WEIGHT + distinct(leaning)
}

/** The Latin words of a text, its Han characters, and each two of these side by side. */
function featuresOf(text: string): Set<string> {
  const words = text.match(/\p{Script=Latin}{2,}/gu) ?? []
  const characters = text.match(/\p{Script=Han}/gu) ?? []
  const pairs = [...text.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map(([, pair = ""]) => pair)
  return new Set([...words, ...characters, ...pairs])
}

function examplesOf(kind: string): string[] {
  const found = EXAMPLES.find((one) => one.kind === kind)
  if (!found) throw new Error(`No example prompts for ${kind}`)
  return found.prompts
}

let weights: ReadonlyMap<string, number[]> | null = null

/**
 * What each feature of the examples says for each kind, in the order of `KIND_WORDS`: the logarithm of how much oftener
 * prompts for it have the feature than others (naive Bayes, each kind against the rest; Rennie et al., "Tackling the
 * Poor Assumptions of Naive Bayes Text Classifiers", 2003). The first call learns it, in some tenths of a second.
 */
export function learnedKinds(): ReadonlyMap<string, number[]> {
  weights ??= learn()
  return weights
}

function learn(): ReadonlyMap<string, number[]> {
  const kinds = Object.keys(KIND_WORDS)
  const examples = kinds.map(examplesOf)
  const counts = new Map<string, number[]>()
  examples.forEach((prompts, kind) => {
    for (const prompt of prompts)
      for (const feature of featuresOf(prompt.toLowerCase())) {
        const seen = counts.get(feature) ?? kinds.map(() => 0)
        seen[kind] = (seen[kind] ?? 0) + 1
        counts.set(feature, seen)
      }
  })
  const total = examples.flat().length
  return new Map(
    [...counts].map(([feature, seen]) => {
      const all = seen.reduce((sum, count) => sum + count, 0)
      const odds = seen.map((count, kind) => {
        const own = examples[kind]?.length ?? 0
        const among = (count + SMOOTHING / kinds.length) / (own + SMOOTHING)
        const elsewhere = (all - count + SMOOTHING) / (total - own + SMOOTHING)
        return Math.log(among / elsewhere)
      })
      return [feature, odds]
    }),
  )
}
