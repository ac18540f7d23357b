import { atOnce, type Steps } from "../steps/steps.server.ts"
import { simplified } from "../text/simplified.server.ts"
import { ENGLISH_HERO_BEFORE } from "./english-names.lexicon.server.ts"
import { englishNamesIn } from "./english-names.server.ts"
import { heroFeatures, heroScore, likelihoods } from "./name-model.server.ts"
import { spanSteps } from "./name-spans.server.ts"
import { AND_BETWEEN } from "./names.lexicon.server.ts"

export interface FoundPerson {
  name: string
  at: number
}

const PEOPLE_MAX = 2
/** Who matters is named by then, and a longer text would hold the process for too long. In UTF-16 units. */
const READ_MAX_UNITS = 800
/** A name that is less likely one is left. */
const LIKELY_ENOUGH = 0.55
/** The same beside somebody else, with an "and" between them. */
const LIKELY_BESIDE = 0.15
/** How much a name's own likelihood counts where the hero is chosen. */
const LIKELIHOOD_WEIGHT = 1.5

/** The feature of a name behind a word for the hero. */
const HERO_LEAD = "lk=hero"

interface Mention {
  name: string
  at: number
  end: number
  likelihood: number
  features: string[]
}

/** The people whom the beginning of a text names: the hero first, and others in its order. */
export function peopleIn(prompt: string): FoundPerson[] {
  return atOnce(peopleSteps(prompt))
}

/** The same in steps. */
export function* peopleSteps(prompt: string): Steps<FoundPerson[]> {
  const read = prompt.slice(0, READ_MAX_UNITS)
  const mentions = yield* mentionSteps(read, simplified(read))
  const names = [...new Set(mentions.map(({ name }) => name))]
  const people = names.flatMap((name, order) => {
    const own = mentions.filter((mention) => mention.name === name)
    const [first] = own
    if (!first) return []
    const features = own.flatMap((mention) => mention.features)
    const place = { order, people: names.length, mentions: own.length }
    const likelihood = Math.max(...own.map((mention) => mention.likelihood))
    const score = heroScore(heroFeatures(features, place)) + LIKELIHOOD_WEIGHT * Math.log(likelihood)
    return [{ name, at: first.at, score }]
  })
  const hero = people.reduce<(typeof people)[number] | null>(
    (best, one) => (best && best.score >= one.score ? best : one),
    null,
  )
  if (!hero) return []
  const others = people.filter(
    ({ name }) => name !== hero.name && !name.includes(hero.name) && !hero.name.includes(name),
  )
  return [hero, ...others].slice(0, PEOPLE_MAX).map(({ name, at }) => ({ name, at }))
}

/** Where somebody is named, in the text's order. */
function* mentionSteps(prompt: string, text: string): Steps<Mention[]> {
  const spans = yield* spanSteps(text)
  yield
  const likelihood = likelihoods(text, spans)
  yield
  const mention = (at: number, end: number, likely: number, features: string[]): Mention => ({
    name: prompt.slice(at, end),
    at,
    end,
    likelihood: likely,
    features,
  })
  const english = englishNamesIn(prompt).map(({ at, end }) =>
    mention(at, end, 1, ENGLISH_HERO_BEFORE.test(text.slice(0, at)) ? [HERO_LEAD] : []),
  )
  const chinese = spans
    .map(({ at, end, features }, index) => mention(at, end, likelihood[index] ?? 0, features))
    .filter((one) => one.likelihood >= LIKELY_BESIDE && !english.some((other) => overlap(one, other)))
    .sort((one, other) => other.likelihood - one.likelihood)
  const taken = [...english]
  for (const one of chinese) {
    const isLikely = one.likelihood >= LIKELY_ENOUGH || taken.some((other) => isBeside(text, one, other))
    if (isLikely && !taken.some((other) => overlap(one, other))) taken.push(one)
  }
  return taken.sort((one, other) => one.at - other.at)
}

interface Place {
  at: number
  end: number
}

function overlap(one: Place, other: Place): boolean {
  return one.at < other.end && other.at < one.end
}

function isBeside(text: string, one: Place, other: Place): boolean {
  const [first, second] = one.at < other.at ? [one, other] : [other, one]
  return AND_BETWEEN.test(text.slice(first.end, second.at))
}
