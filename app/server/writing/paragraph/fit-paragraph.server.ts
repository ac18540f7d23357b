import { countCharacters } from "#app/domain/count-characters.ts"
import { paragraphsOf } from "#app/domain/story.ts"
import { isRefusal, isRemark } from "#app/server/writing/filters/assistant-voice.server.ts"
import { isForeign } from "#app/server/writing/prose/language.server.ts"
import { quoteDepth, sentencesOf } from "#app/server/writing/prose/sentence-end.server.ts"

const PARAGRAPHS_MAX = 3
/** A shorter one has lost something. Of a few words, any length is comparable. */
const SHORTEST_SHARE = 0.35
const ANY_LENGTH_UP_TO = 12
/** Shorter sentences, such as an answer, may stand in two places. In UTF-16 units. */
const ECHO_MIN_UNITS = 8

/** The text around a paragraph, and what it said before. */
interface Surroundings {
  before: string
  text: string
  after: string
}

/**
 * A new paragraph without what the text around it says already: models begin with the sentence before, tell the former
 * paragraph first, or go on into what follows.
 */
export function withoutEchoes(written: string, { before, text, after }: Surroundings): string {
  let paragraphs = paragraphsOf(written)
  const former = wordsOf(text)
  const own = paragraphs.filter((paragraph) => wordsOf(paragraph) !== former)
  if (own.length > 0) paragraphs = own
  const [told, comes] = [wordsOf(before), wordsOf(after)]
  const isEcho = (sentence: string, around: string) => {
    const words = wordsOf(sentence)
    return words.length >= ECHO_MIN_UNITS && around.includes(words)
  }
  while (paragraphs.length > 0) {
    const sentences = sentencesOf(paragraphs.at(-1) ?? "")
    const last = sentences.findLastIndex((sentence) => !isEcho(sentence, comes))
    paragraphs = [...paragraphs.slice(0, -1), ...joined(sentences.slice(0, last + 1))]
    if (last >= 0) break
  }
  const [first = "", ...rest] = paragraphs
  const sentences = sentencesOf(first)
  const from = sentences.findIndex((sentence) => !isEcho(sentence, told))
  return [...joined(from === -1 ? [] : sentences.slice(from)), ...rest].join("\n")
}

/** Why this is no paragraph in place of the former one; null if it is. */
export function findUnfitness(
  written: string,
  former: string,
  isWished: boolean,
): "empty" | "unchanged" | "unfit" | null {
  const paragraphs = paragraphsOf(written)
  if (paragraphs.length === 0) return "empty"
  // Whoever wishes may wish for other marks only.
  const said = isWished ? withoutBlanks : wordsOf
  if (said(written) === said(former)) return "unchanged"
  const [own, asked] = [countCharacters(written), countCharacters(former)]
  const isShort = asked > ANY_LENGTH_UP_TO && own < asked * SHORTEST_SHARE
  const isUnlike =
    isShort || paragraphs.length > PARAGRAPHS_MAX || paragraphs.some((one) => isRemark(one) || isRefusal(one))
  return isUnlike ||
    isOtherLanguage(written, former) ||
    isListed(paragraphs, former) ||
    leavesOpen(written, former)
    ? "unfit"
    : null
}

function isOtherLanguage(written: string, former: string): boolean {
  if (isForeign(written) !== isForeign(former))
    return countCharacters(former) > ANY_LENGTH_UP_TO || isForeign(written)
  return HAN.test(former) && !HAN.test(written) && LETTERS.test(written)
}

/** Drafts to choose from, one beside the other. */
function isListed(paragraphs: readonly string[], former: string): boolean {
  return paragraphs.some((paragraph) => LIST_ITEM.test(paragraph)) && !LIST_ITEM.test(former)
}

function leavesOpen(written: string, former: string): boolean {
  const open = (text: string) => paragraphsOf(text).some((paragraph) => quoteDepth(paragraph) > 0)
  return open(written) && !open(former)
}

function joined(sentences: readonly string[]): string[] {
  const paragraph = sentences.join("").trim()
  return paragraph === "" ? [] : [paragraph]
}

function wordsOf(text: string): string {
  return text.replace(MARKS, "")
}

function withoutBlanks(text: string): string {
  return text.replace(/\s/gu, "")
}

const MARKS = /[^\p{Letter}\p{Number}]+/gu
const HAN = /\p{Script=Han}/u
const LETTERS = /\p{Script=Latin}{2,}/u
const LIST_ITEM = /^(?:\d+[.、)）]|[-*•]\s|[(（]\d+[)）])/u
