/**
 * Learns how the demo tells names in a prompt, from the examples in `people/examples` and `kinds/prompts`, and writes
 * the weights: `npx node scripts/learn-names.ts`. The same examples give the same weights.
 */
import { writeFileSync } from "node:fs"
import { seededRandom } from "../app/server/writing/demo/random.server.ts"
import { type Example, readExamples } from "./learn-names/examples.ts"
import { nameMaker, withFreshNames } from "./learn-names/fresh-names.ts"
import { learnHeroes, learnNames } from "./learn-names/learn.ts"
import { withCalls, withNamesPutIn, withWishes } from "./learn-names/put-in-names.ts"

const FILE = "app/server/writing/demo/people/learned-names.json"
const SEED = 7
const FRESH_COPIES = 3
const CALLED = 700
const PUT_IN = 1_500
/** Smaller weights are left out; one is stored in hundredths. */
const WEIGHT_MIN = 0.17
const HERO_WEIGHT_MIN = 0.02
const UNIT = 0.01

const random = seededRandom(SEED)
const examples = readExamples()
const names = learnNames([...examples, ...madeFrom(examples)], random)
const heroes = learnHeroes(examples, random)
const stored = {
  madeBy: "npx node scripts/learn-names.ts",
  names: byKind(names, WEIGHT_MIN),
  heroes: byKind(heroes, HERO_WEIGHT_MIN),
}
writeFileSync(FILE, `${JSON.stringify(stored, null, 2)}\n`)

/** Examples in other names, and such with names in prompts that have none. */
function madeFrom(all: readonly Example[]): Example[] {
  const fresh = nameMaker(
    all.map(({ text }) => text),
    random,
  )
  const named = all.filter((example) => example.names.length > 0)
  const nobody = all.filter(({ text, names }) => names.length === 0 && /\p{Script=Han}/u.test(text))
  const renamed = named.flatMap((example) =>
    Array.from({ length: FRESH_COPIES }, () => withFreshNames(example, fresh)),
  )
  return [
    ...renamed,
    ...withWishes(
      named.map((example) => withFreshNames(example, fresh)),
      random,
    ),
    ...withCalls(drawn(nobody, CALLED), fresh, random),
    ...drawn(withNamesPutIn(nobody, fresh, random), PUT_IN),
  ]
}

function drawn<Value>(values: readonly Value[], count: number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, count)
    .map(({ value }) => value)
}

/** Features by what stands before their last "=", each with its weight behind it. */
function byKind(weights: ReadonlyMap<string, number>, least: number): Record<string, string> {
  const kinds: Record<string, string[]> = {}
  for (const [feature, weight] of weights) {
    const { kind, value } = /^(?<kind>.*?)=(?<value>.*)$/su.exec(feature)?.groups ?? {}
    if (kind === undefined || value === undefined || Math.abs(weight) < least) continue
    // Half an emoji and a tab would break the file.
    if (!value.isWellFormed() || /[^\S ]/u.test(value)) continue
    kinds[kind] ??= []
    kinds[kind].push(`${value}\t${Math.round(weight / UNIT)}`)
  }
  return Object.fromEntries(Object.entries(kinds).map(([kind, values]) => [kind, values.join("\t")]))
}
