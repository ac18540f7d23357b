import { z } from "zod"
import learned from "./learned-names.json" with { type: "json" }
import type { Span } from "./name-spans.server.ts"

/** Weights are stored in hundredths. */
const UNIT = 0.01
/** What speaks against any name before its features are weighed. */
export const BIAS = -6

const weights = z.record(z.string(), z.string().regex(/^(?:[^\t]*\t-?\d+(?:\t(?!$)|$))+$/u))
const { names, heroes } = z
  .strictObject({ madeBy: z.string(), names: weights, heroes: weights })
  .parse(learned)
const NAMES = weightsOf(names)
const HEROES = weightsOf(heroes)

/** How likely each span is a name, given that names do not overlap (a semi-Markov conditional random field). */
export function likelihoods(text: string, spans: readonly Span[]): Float64Array {
  return marginals(
    text.length,
    spans,
    spans.map(({ features }) => BIAS + weigh(features, NAMES)),
  )
}

/** How much speaks for a person being the hero. */
export function heroScore(features: readonly string[]): number {
  return weigh(features, HEROES)
}

/** What of a name's features tells the hero from others, with which name of how many it is and how often it stands. */
export function heroFeatures(
  named: readonly string[],
  place: { order: number; people: number; mentions: number },
): string[] {
  const { order, people, mentions } = place
  return [
    ...new Set(named.filter((feature) => /^[lr](?:k|w|1|2)=/u.test(feature))),
    `order=${Math.min(order, 2)}`,
    `first of=${order === 0}/${Math.min(people, 3)}`,
    `mentions=${Math.min(mentions, 3)}`,
  ]
}

/** The probability of each span over all ways to take some that do not overlap, by the forward and backward sums. */
export function marginals(
  length: number,
  spans: readonly { at: number; end: number }[],
  scores: ArrayLike<number>,
): Float64Array {
  const forward = new Float64Array(length + 1)
  const backward = new Float64Array(length + 1)
  const byEnd = groupedBy(length, spans, ({ end }) => end)
  const byStart = groupedBy(length, spans, ({ at }) => at)
  for (let at = 1; at <= length; at++) {
    forward[at] = forward[at - 1] ?? 0
    for (const span of byEnd[at] ?? [])
      forward[at] = logSum(forward[at] ?? 0, (forward[spans[span]?.at ?? 0] ?? 0) + (scores[span] ?? 0))
  }
  for (let at = length - 1; at >= 0; at--) {
    backward[at] = backward[at + 1] ?? 0
    for (const span of byStart[at] ?? [])
      backward[at] = logSum(backward[at] ?? 0, (backward[spans[span]?.end ?? 0] ?? 0) + (scores[span] ?? 0))
  }
  const all = forward[length] ?? 0
  return Float64Array.from(spans, ({ at, end }, span) =>
    Math.exp((forward[at] ?? 0) + (scores[span] ?? 0) + (backward[end] ?? 0) - all),
  )
}

function groupedBy<Value>(length: number, values: readonly Value[], placeOf: (value: Value) => number) {
  const groups: number[][] = Array.from({ length: length + 1 }, () => [])
  values.forEach((value, index) => {
    groups[placeOf(value)]?.push(index)
  })
  return groups
}

function logSum(one: number, other: number): number {
  const [more, less] = one > other ? [one, other] : [other, one]
  return more + Math.log1p(Math.exp(less - more))
}

function weigh(features: readonly string[], known: ReadonlyMap<string, number>): number {
  return features.reduce((sum, feature) => sum + (known.get(feature) ?? 0), 0)
}

/** Each kind of feature is stored with its values, and each of these with its weight behind it. */
function weightsOf(stored: Record<string, string>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(stored).flatMap(([kind, values]) =>
      [...values.matchAll(/(?<value>.*?)\t(?<weight>-?\d+)(?:\t|$)/gu)].map(
        ({ groups }) => [`${kind}=${groups?.value}`, Number(groups?.weight) * UNIT] as const,
      ),
    ),
  )
}
