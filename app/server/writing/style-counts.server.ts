import { paragraphsOf } from "../../domain/story.ts"
import { FIRST_PERSON, THIRD_PERSON } from "./style.lexicon.server.ts"

const HAN_FROM_SHARE = 0.3
const PERSON_MIN_COUNT = 3

/** What of a text's manner can be counted. Lengths in characters, rounded; the share is 0 to 1. */
export interface StyleCounts {
  /** Lengths in characters say nothing about a text in another script. */
  isHan: boolean
  sentence: number
  paragraph: number
  sentencesPerParagraph: number
  dialogueShare: number
  person: "first" | "third" | null
}

/** Counts any text, however short; an empty one has no manner (all zero). */
export function countStyle(text: string): StyleCounts {
  const paragraphs = paragraphsOf(text)
  const sentences = text.split(SENTENCE_END).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  const length = [...text.replace(/\s/gu, "")].length
  const told = text.replace(SPEECH, "")
  const letters = count(text, /\p{L}/gu)
  return {
    isHan: count(text, /\p{Script=Han}/gu) >= letters * HAN_FROM_SHARE,
    sentence: Math.round(length / Math.max(1, sentences.length)),
    paragraph: Math.round(length / Math.max(1, paragraphs.length)),
    sentencesPerParagraph: Math.round(sentences.length / Math.max(1, paragraphs.length)),
    dialogueShare: text.length === 0 ? 0 : 1 - told.length / text.length,
    person: personOf(count(told, FIRST_PERSON), count(told, THIRD_PERSON)),
  }
}

const SENTENCE_END = /[。！？!?…\n]+|\.(?=\s|$)/u
// An opening mark ends the search of the one before it: else a text of opening marks alone is searched from each.
const SPEECH = /“[^“”\n]*”|「[^「」\n]*」|『[^『』\n]*』|"[^"\n]*"/gu

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function personOf(first: number, third: number): StyleCounts["person"] {
  if (Math.max(first, third) < PERSON_MIN_COUNT) return null
  return first > third ? "first" : "third"
}
