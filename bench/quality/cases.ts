import { type NovelLength, targetCharacters } from "#app/domain/novel-length.ts"
import { DIRECTIONS, REQUESTS } from "./requests.prose.ts"

/** One text to write. Both writers get the same cases. */
export interface Case {
  /** `4000`, `10000`, … for new stories, or `continuation`. */
  group: string
  prompt: string
  /** What should happen next in a continued text; else empty. */
  direction: string
  length: NovelLength
  /** The text to continue; empty for a new story. */
  existing: string
}

/** The first requests at every length, all of one length after another. */
export function newStories(requests: number, lengths: readonly NovelLength[]): Case[] {
  return lengths.flatMap((length) =>
    REQUESTS.slice(0, requests).map((prompt) => ({
      group: String(targetCharacters(length)),
      prompt,
      direction: "",
      length,
      existing: "",
    })),
  )
}

/** This many continuations, dealt over the long texts, each in another direction. */
export function continuations(count: number, longTexts: readonly LongText[], length: NovelLength): Case[] {
  if (longTexts.length === 0) return []
  return DIRECTIONS.slice(0, count).flatMap((direction, at) => {
    const long = longTexts[at % longTexts.length]
    if (!long) return []
    return [{ group: "continuation", prompt: long.prompt, direction, length, existing: long.text }]
  })
}

export interface LongText {
  /** What the whole story is about. */
  prompt: string
  text: string
}
