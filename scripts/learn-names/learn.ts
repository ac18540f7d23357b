import { BIAS, heroFeatures, marginals } from "../../app/server/writing/demo/people/name-model.server.ts"
import { spanSteps } from "../../app/server/writing/demo/people/name-spans.server.ts"
import { atOnce } from "../../app/server/writing/demo/steps/steps.server.ts"
import { simplified } from "../../app/server/writing/demo/text/simplified.server.ts"
import type { Example } from "./examples.ts"
import type { Random } from "./fresh-names.ts"

/** A feature must stand in so many prompts. */
const PROMPTS_MIN = 4
const ROUNDS = 12
const RATE = 0.15
const DECAY = 1e-5
const HERO_ROUNDS = 30
const HERO_RATE = 0.1
const HERO_DECAY = 0.003
const HERO_FEATURE_MIN = 5
/** A smaller error teaches nothing. */
const ERROR_MIN = 1e-4

/** The weights of what speaks for names, learned by gradient steps (AdaGrad) on the likelihood of the annotation. */
export function learnNames(examples: readonly Example[], random: Random): Map<string, number> {
  const read = examples.map(({ text }) => atOnce(spanSteps(simplified(text))))
  const index = commonFeatures(examples, read)
  const data = examples.map(({ text, names }, at) => {
    const spans = read[at] ?? []
    return {
      length: text.length,
      spans: spans.map((span) => ({ at: span.at, end: span.end })),
      features: spans.map(({ features }) => Int32Array.from(features.flatMap((one) => index.get(one) ?? []))),
      isName: spans.map((span) => names.some((name) => name.at === span.at && name.end === span.end)),
    }
  })
  const step = steps(index.size, RATE, DECAY)
  const sum = new Float64Array(index.size)
  for (let round = 0; round < ROUNDS; round++) {
    for (const { length, spans, features, isName } of shuffled(data, random)) {
      const scores = features.map((own) => own.reduce((score, one) => score + (step.weights[one] ?? 0), BIAS))
      const likely = marginals(length, spans, scores)
      features.forEach((own, span) => {
        const error = Number(isName[span]) - (likely[span] ?? 0)
        if (Math.abs(error) > ERROR_MIN) step.take(own, error)
      })
    }
    if (round >= ROUNDS / 2)
      for (const [at, weight] of step.weights.entries()) sum[at] = (sum[at] ?? 0) + weight
  }
  return new Map([...index].map(([feature, at]) => [feature, (sum[at] ?? 0) / (ROUNDS / 2)]))
}

function commonFeatures(
  examples: readonly Example[],
  read: readonly { features: string[] }[][],
): Map<string, number> {
  const seen = new Map<string, { last: number; prompts: number }>()
  examples.forEach(({ source }, at) => {
    for (const { features } of read[at] ?? [])
      for (const feature of features) {
        const known = seen.get(feature)
        if (!known) seen.set(feature, { last: source, prompts: 1 })
        else if (known.last !== source) seen.set(feature, { last: source, prompts: known.prompts + 1 })
      }
  })
  const common = [...seen].filter(([, { prompts }]) => prompts >= PROMPTS_MIN)
  return new Map(common.map(([feature], at) => [feature, at]))
}

/** The weights of what tells a hero from the others whom a prompt names. */
export function learnHeroes(examples: readonly Example[], random: Random): Map<string, number> {
  const choices = examples.flatMap(heroChoice)
  const counts = new Map<string, number>()
  for (const feature of choices.flatMap(({ people }) => people.flat()))
    counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count >= HERO_FEATURE_MIN)
  const index = new Map(common.map(([feature], at) => [feature, at]))
  const step = steps(index.size, HERO_RATE, HERO_DECAY)
  const data = choices.map(({ people, hero }) => ({
    people: people.map((features) => Int32Array.from(features.flatMap((one) => index.get(one) ?? []))),
    hero,
  }))
  for (let round = 0; round < HERO_ROUNDS; round++) {
    for (const { people, hero } of shuffled(data, random)) {
      const odds = people.map((own) =>
        Math.exp(own.reduce((score, one) => score + (step.weights[one] ?? 0), 0)),
      )
      const all = odds.reduce((total, one) => total + one, 0)
      people.forEach((own, person) => {
        step.take(own, Number(person === hero) - (odds[person] ?? 0) / all)
      })
    }
  }
  return new Map([...index].map(([feature, at]) => [feature, step.weights[at] ?? 0]))
}

function heroChoice({ text, names, hero }: Example): { people: string[][]; hero: number }[] {
  const spans = atOnce(spanSteps(simplified(text)))
  const people = [...new Set(names.map(({ at, end }) => text.slice(at, end)))]
  if (people.length < 2 || hero === null) return []
  const features = people.map((name, order) => {
    const own = names.filter(({ at, end }) => text.slice(at, end) === name)
    const named = own.flatMap(
      ({ at, end }) => spans.find((span) => span.at === at && span.end === end)?.features ?? [],
    )
    return heroFeatures(named, { order, people: people.length, mentions: own.length })
  })
  return [{ people: features, hero: people.indexOf(hero) }]
}

/** Weights that each step moves less, the more often they were moved. */
function steps(size: number, rate: number, decay: number) {
  const weights = new Float64Array(size)
  const moved = new Float64Array(size).fill(1)
  return {
    weights,
    take(features: Int32Array, error: number) {
      for (const at of features) {
        const slope = error - decay * (weights[at] ?? 0)
        moved[at] = (moved[at] ?? 0) + slope * slope
        weights[at] = (weights[at] ?? 0) + (rate * slope) / Math.sqrt(moved[at] ?? 1)
      }
    },
  }
}

function shuffled<Value>(values: Value[], random: Random): Value[] {
  for (let at = values.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const kept = values[at] as Value
    values[at] = values[other] as Value
    values[other] = kept
  }
  return values
}
