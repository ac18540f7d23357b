import { lastAsk, type Message, textOf } from "./conversation.ts"
import type { Fact } from "./facts.ts"

/** A detail that stands farther than this from what it belongs to tells a model nothing, in UTF-16 units. */
const NEAR_UNITS = 120

/** Whether a text tells a fact: its detail stands near its key. */
export function tells(text: string, { key, detail }: Fact): boolean {
  for (let at = text.indexOf(detail); at !== -1; at = text.indexOf(detail, at + 1)) {
    if (text.slice(Math.max(0, at - NEAR_UNITS), at + NEAR_UNITS).includes(key)) return true
  }
  return false
}

/** Of these facts, those that the messages tell. */
export function shownFacts<Shown extends Fact>(
  messages: readonly Message[],
  facts: readonly Shown[],
): Shown[] {
  const text = textOf(messages)
  return facts.filter((fact) => tells(text, fact))
}

/** The tokens of later cards that the ask of this call holds: what the model is asked for may not run ahead. */
export function leakedTurns(messages: readonly Message[], turns: readonly string[], card: number): string[] {
  const ask = lastAsk(messages)
  return turns.slice(card + 1).filter((turn) => ask.includes(turn))
}
