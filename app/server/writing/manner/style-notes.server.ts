import { clamp } from "#app/domain/clamp.ts"
import { countCharacters } from "#app/domain/count-characters.ts"
import { paragraphsOf } from "#app/domain/story.ts"
import { countCodePoints, firstCharacters, isLongerThan } from "#app/domain/text.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { type AnswerSetting, readAnswer } from "#app/server/writing/endpoint/writer.server.ts"
import { trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { FIRST_PERSON, THIRD_PERSON } from "./style.lexicon.server.ts"
import { countedNotes, STYLE_LINE, type StyleCounts, styleMessages } from "./style-prompts.server.ts"

const SECOND_MS = 1_000
/** The notes only improve the prompts, so no reader waits longer than this for them. */
const TIME_LIMIT_MS = 15 * SECOND_MS
const MAX_TOKENS = 1_400
const TOKENS_OF_ORDER = 400
const NOTES_MAX = 5
/** A note that shares a run of this length with the reference quotes it, or repeats its instructions. */
const QUOTED_FROM_UNITS = 8
const HAN_FROM_SHARE = 0.3
const PERSON_MIN_COUNT = 3
const EXCERPT_CHARS = 260
/** Where a reference has hardly any line breaks, or hardly anything else. */
const PARAGRAPH_MIN_CHARS = 25
const PARAGRAPH_MAX_CHARS = 400

/**
 * Makes notes on the style of a reference: counted ones, and those of one call to the model. When the
 * call fails or takes too long, the counted ones remain. Empty without a reference.
 */
export async function makeStyleNotes(
  reference: string,
  setting: AnswerSetting & { context: ModelContext },
): Promise<string> {
  const counted = countedStyle(reference)
  if (counted === "") return ""
  const signal = AbortSignal.any([setting.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const { context } = setting
  // The prompt holds the reference and little else, and its notes need no more of it than fits.
  const room = context.promptTokens(MAX_TOKENS) / context.factor - TOKENS_OF_ORDER
  const messages = styleMessages(firstCharacters(reference, Math.max(EXCERPT_CHARS, Math.floor(room))))
  try {
    const task = { kind: "style", messages, maxTokens: MAX_TOKENS, frequencyPenalty: 0 } as const
    const { text } = await readAnswer(task, { ...setting, signal })
    return [counted, ...notesIn(text, reference)].join("\n")
  } catch {
    return counted
  }
}

/** The mean length of a Chinese reference's paragraphs in characters; null for any other. */
export function paragraphLengthOf(reference: string): number | null {
  if (reference.trim() === "") return null
  const { isHan, paragraph } = countStyle(reference)
  return isHan ? clamp(paragraph, PARAGRAPH_MIN_CHARS, PARAGRAPH_MAX_CHARS) : null
}

/** The counted notes alone, which need no call. */
export function countedStyle(reference: string): string {
  return reference.trim() === "" ? "" : countedNotes(countStyle(reference)).join("\n")
}

/** Two short passages that show the style of a reference: its beginning and one from its middle. */
export function excerptsOf(reference: string): string[] {
  const text = reference.trim()
  if (!isLongerThan(text, EXCERPT_CHARS * 2)) return text === "" ? [] : [text]
  const half = firstCharacters(text, Math.floor(countCodePoints(text) / 2))
  const fromMiddle = firstCharacters(text.slice(half.length), EXCERPT_CHARS * 2)
  return [
    passage(firstCharacters(text, EXCERPT_CHARS)),
    passage(firstCharacters(fromNextSentence(fromMiddle), EXCERPT_CHARS)),
  ]
}

/** Counts the style of any text, however short; all zero for an empty one. */
export function countStyle(text: string): StyleCounts {
  const paragraphs = paragraphsOf(text)
  const sentences = text.split(SENTENCE_END).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  const length = countCharacters(text)
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

function notesIn(answer: string, reference: string): string[] {
  return answer
    .split("\n")
    .map((line) => line.replace(MARKS, "").trim())
    .filter((line) => STYLE_LINE.test(line) && !quotes(line, reference))
    .slice(0, NOTES_MAX)
}

function quotes(note: string, reference: string): boolean {
  for (let at = 0; at + QUOTED_FROM_UNITS <= note.length; at += 1) {
    if (reference.includes(note.slice(at, at + QUOTED_FROM_UNITS))) return true
  }
  return false
}

const MARKS = /^[\s\-*•·\d.、]+|[*`#]/gu

/** Cuts a passage after its last finished sentence, if it has one. */
function passage(text: string): string {
  return (trimToSentence(text) || text).trim()
}

function fromNextSentence(text: string): string {
  const end = /[。！？…\n][”」』]?|[.!?]\s/u.exec(text)
  return end && end.index < EXCERPT_CHARS ? text.slice(end.index + end[0].length) : text
}

const SENTENCE_END = /[。！？!?…\n]+|\.(?=\s|$)/u
// Excluding opening marks keeps the search linear in a text of nothing but opening marks.
const SPEECH = /“[^“”\n]*”|「[^「」\n]*」|『[^『』\n]*』|"[^"\n]*"/gu

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function personOf(first: number, third: number): StyleCounts["person"] {
  if (Math.max(first, third) < PERSON_MIN_COUNT) return null
  return first > third ? "first" : "third"
}
