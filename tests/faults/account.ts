import type { StoryCall } from "./story-upstream.ts"

/** Once the text has this many characters, the engine may end it before the model does. */
const MAY_END_FROM_CHARACTERS = 2_000 * 0.9
const ENDED = /[。？！…]”?$/u

export interface Account {
  /** Characters that the engine took and that are missing from the text. */
  lost: number
  /** Characters of the text that no call wrote at that place. */
  duplicated: number
  problem: string | null
}

/**
 * Explains the text by what the model sent: of each call, in order, its first sentences and perhaps a part of
 * the next one, with nothing in between. `isInterrupted` names the calls whose last bytes may never have
 * arrived.
 */
export function accountFor(
  text: string,
  calls: readonly StoryCall[],
  isInterrupted: (call: StoryCall) => boolean,
): Account {
  const held = withoutBlanks(text)
  const tiles = layOut(held, 0, calls.map(sentencesOf))
  if (!tiles) {
    const reached = furthest(held, calls)
    return {
      lost: 0,
      duplicated: held.length - reached,
      problem: `after ${reached} characters: …${held.slice(Math.max(0, reached - 30), reached)}|${held.slice(reached, reached + 60)}…`,
    }
  }
  const mayEnd = held.length >= MAY_END_FROM_CHARACTERS
  for (const [index, call] of calls.entries()) {
    const lost = sentencesOf(call).join("").length - (tiles[index] ?? 0)
    if (lost > 0 && !mayEnd && call.state === "whole" && !isInterrupted(call)) {
      return { lost, duplicated: 0, problem: `the end of call ${index} is missing` }
    }
  }
  return { lost: 0, duplicated: 0, problem: null }
}

/** How many characters of each call stand in the text; null where the text holds anything else. */
function layOut(held: string, from: number, calls: readonly string[][]): number[] | null {
  const [sentences, ...later] = calls
  if (!sentences) return from === held.length ? [] : null
  let whole = 0
  for (const sentence of sentences) {
    if (!ENDED.test(sentence) || !held.startsWith(sentence, from + whole)) break
    whole += sentence.length
  }
  const next = sentences.find((_, index) => sentences.slice(0, index).join("").length === whole) ?? ""
  // The next call may begin with the same characters as the sentence in which this one broke off.
  for (let part = commonLength(held.slice(from + whole), next); part >= 0; part -= 1) {
    const rest = layOut(held, from + whole + part, later)
    if (rest) return [whole + part, ...rest]
  }
  return null
}

function furthest(held: string, calls: readonly StoryCall[]): number {
  let reached = 0
  for (const call of calls) {
    for (const sentence of sentencesOf(call)) {
      if (held.startsWith(sentence, reached)) reached += sentence.length
    }
  }
  return reached
}

function sentencesOf({ text, sent }: StoryCall): string[] {
  return withoutBlanks(text.slice(0, sent)).match(/[^。？！…]+(?:[。？！…]+”?)?/gu) ?? []
}

export function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function withoutBlanks(text: string): string {
  return text.replace(/\s/gu, "")
}
