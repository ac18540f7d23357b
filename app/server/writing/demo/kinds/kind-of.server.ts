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
  const known = learnedKinds()
  const features = [...featuresOf(lower)].flatMap((feature) => {
    const seen = known.counts.get(feature)
    return seen ? [oddsOf(seen, known)] : []
  })
  const scores = Object.entries(KIND_WORDS).map(([kind, listed], index) => ({
    kind,
    score:
      listedScore(listed, lower) * LISTED_WEIGHT +
      features.reduce((sum, odds) => sum + (odds[index] ?? 0), 0),
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
  const features = new Set<string>(text.match(/\p{Script=Latin}{2,}/gu))
  const runs = (text.match(/\p{Script=Han}+/gu) ?? []).map((run) => [...run])
  for (const run of runs) for (const character of run) features.add(character)
  for (const run of runs) for (let at = 1; at < run.length; at += 1) features.add(`${run[at - 1]}${run[at]}`)
  return features
}

function examplesOf(kind: string): string[] {
  const found = EXAMPLES.find((one) => one.kind === kind)
  if (!found) throw new Error(`No example prompts for ${kind}`)
  return found.prompts
}

interface Learned {
  /** In how many examples of each kind a feature stands, in the order of `KIND_WORDS`. */
  counts: ReadonlyMap<string, number[]>
  /** How many examples each kind has, and all together. */
  examples: number[]
  total: number
}

let learned: Learned | null = null

/**
 * What the examples say for each kind: how much oftener prompts for it have a feature than others (naive Bayes, each kind
 * against the rest; Rennie et al., "Tackling the Poor Assumptions of Naive Bayes Text Classifiers", 2003). The first call
 * learns it, in a tenth of a second.
 */
export function learnedKinds(): Learned {
  learned ??= learn()
  return learned
}

function learn(): Learned {
  const kinds = Object.keys(KIND_WORDS)
  const examples = kinds.map(examplesOf)
  const counts = new Map<string, number[]>()
  examples.forEach((prompts, kind) => {
    for (const prompt of prompts)
      for (const feature of featuresOf(prompt.toLowerCase())) {
        const seen = counts.get(feature)
        if (seen) seen[kind] = (seen[kind] ?? 0) + 1
        else counts.set(feature, newCounts(kinds.length, kind))
      }
  })
  return { counts, examples: examples.map(({ length }) => length), total: examples.flat().length }
}

function newCounts(kinds: number, first: number): number[] {
  const counts = new Array<number>(kinds).fill(0)
  counts[first] = 1
  return counts
}

/** What a feature says for each kind: a logarithm of odds. Of the few that a text has, because the examples have 50,000. */
function oddsOf(seen: number[], { examples, total }: Learned): number[] {
  const all = seen.reduce((sum, count) => sum + count, 0)
  return seen.map((count, kind) => {
    const own = examples[kind] ?? 0
    const among = (count + SMOOTHING / seen.length) / (own + SMOOTHING)
    const elsewhere = (all - count + SMOOTHING) / (total - own + SMOOTHING)
    return Math.log(among / elsewhere)
  })
}
