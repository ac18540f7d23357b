import { countCharacters } from "#app/domain/count-characters.ts"
import type { Novel } from "./novel.ts"
import { leakedTurns, shownFacts } from "./recall.ts"
import type { Exchange } from "./upstream.ts"

/** What novels cost, in tokens by the endpoint's count; `cached` are prompt tokens. */
export interface Cost {
  calls: number
  prompt: number
  cached: number
  output: number
  longestPrompt: number
  characters: number
}

export function costOf(...novels: Novel[]): Cost {
  const exchanges = novels.flatMap((novel) => novel.exchanges)
  return {
    calls: exchanges.length,
    prompt: total(exchanges, ({ promptTokens }) => promptTokens),
    cached: total(exchanges, ({ cachedTokens }) => cachedTokens),
    output: total(exchanges, ({ outputTokens }) => outputTokens),
    longestPrompt: Math.max(0, ...exchanges.map(({ promptTokens }) => promptTokens)),
    characters: total(novels, ({ text }) => countCharacters(text)),
  }
}

/** Of the facts that readers had when the last part was asked for, the share that its prompt tells. */
export function ownFactsShown({ exchanges, text, ownFacts }: Novel): number {
  const last = proseOf(exchanges).at(-1)
  if (!last) return 0
  const before = text.slice(0, last.moment.written)
  return shareShown([{ exchange: last, facts: ownFacts.filter(({ sentence }) => before.includes(sentence)) }])
}

/** Of the serial's facts that the direction or the card of a request for prose names, the share that it tells. */
export function namedFactsShown({ exchanges, existingFacts, direction, cardFacts }: Novel): number {
  const directed = existingFacts.filter(({ key }) => direction.includes(key))
  return shareShown(
    proseOf(exchanges).map((exchange) => ({
      exchange,
      facts: [...new Set([...directed, ...(cardFacts[exchange.moment.card] ?? [])])],
    })),
  )
}

/** Of the serial's open promises, the share that the last request for prose tells. */
export function promisesShown({ exchanges, existingFacts }: Novel): number {
  const facts = existingFacts.filter(({ kind }) => kind === "promise")
  return shareShown(
    proseOf(exchanges)
      .slice(-1)
      .map((exchange) => ({ exchange, facts })),
  )
}

/** Of all facts of the serial, the share that the last request for prose tells. */
export function serialFactsShown({ exchanges, existingFacts }: Novel): number {
  return shareShown(
    proseOf(exchanges)
      .slice(-1)
      .map((exchange) => ({ exchange, facts: existingFacts })),
  )
}

/** The share of the requests for prose that ask for something of a later card. */
export function leaks({ exchanges, turns }: Novel): number {
  const asks = proseOf(exchanges).filter(({ moment }) => moment.card < turns.length - 1)
  const leaking = asks.filter(({ messages, moment }) => leakedTurns(messages, turns, moment.card).length > 0)
  return leaking.length / Math.max(1, asks.length)
}

function shareShown(asked: { exchange: Exchange; facts: Parameters<typeof shownFacts>[1] }[]): number {
  const wanted = total(asked, ({ facts }) => facts.length)
  const shown = total(asked, ({ exchange, facts }) => shownFacts(exchange.messages, facts).length)
  return wanted === 0 ? 0 : shown / wanted
}

function proseOf(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ ask }) => ask.kind === "prose")
}

function total<One>(list: readonly One[], of: (one: One) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0)
}
