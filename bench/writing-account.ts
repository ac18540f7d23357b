import { countCharacters } from "#app/domain/count-characters.ts"
import type { Piece } from "../tests/support/scripted-upstream-prose.ts"
import type { TakenAnswer, WrittenNovel } from "../tests/support/scripted-upstream-run.ts"
import { withoutBlanks } from "./writing-measures.ts"

const HELD_FROM_SHARE = 0.9
const TELLING_MIN_UNITS = 12
const NOISE_LINE_MIN_CHARACTERS = 4

/** What became of everything that the engine took from the endpoint; all in characters. */
export interface Account {
  /** Story that was taken and that the reader does not hold, though no rule drops it. */
  lost: number
  /** The first of it, and how the answer that it came in ended. */
  firstLost: string | null
  /** Story that was taken and that the ending rules cut off. */
  cutOff: number
  /** Story that the reader holds more than once. */
  duplicated: number
  /** What is no story and reached the reader. */
  noise: number
  /** What was taken and is not what was sent. */
  garbled: number
}

/**
 * Every sentence of the scripted story is unlike every other, so each is looked for in the reader's text,
 * in the order in which they were taken. Dropped by rule, and so not lost:
 * - whatever follows the last kept sentence of a call that the engine ended itself (long enough, a loop);
 * - the unfinished last sentence of a call, from 0.9 of the target on (only finished ones are let through),
 *   and at the end of the novel.
 */
export function accountFor({ text, share, calls, taken }: WrittenNovel): Account {
  const account: Account = { lost: 0, firstLost: null, cutOff: 0, duplicated: 0, noise: 0, garbled: 0 }
  const held = plain(text)
  const target = countCharacters(text) / share
  const shareAt = (offset = Number.POSITIVE_INFINITY) => countCharacters(text.slice(0, offset)) / target
  const answered = calls.filter(({ kind, answered }) => kind === "beat" && answered)
  let from = 0
  for (const [index, answer] of taken.entries()) {
    const { story, noise, isGarbled } = takenPieces(answered[index]?.pieces ?? [], answer)
    if (isGarbled) account.garbled += countCharacters(answer.text)
    for (const line of noise) if (text.includes(line)) account.noise += countCharacters(line)

    const missing: { at: number; sentence: string }[] = []
    let lastKept = -1
    for (const [at, sentence] of story.entries()) {
      const found = findFrom(held, sentence, from)
      if (found === -1) missing.push({ at, sentence })
      else {
        lastKept = at
        from = found + sentence.length
        if (sentence.length >= TELLING_MIN_UNITS && held.includes(sentence, from))
          account.duplicated += [...sentence].length
      }
    }
    const isAtEnd = shareAt(taken[index + 1]?.at) >= HELD_FROM_SHARE
    for (const { at, sentence } of missing) {
      const isCut = answer.ended === "by-engine" && at > lastKept
      const isUnfinished = at === story.length - 1 && isAtEnd && !ENDS_SENTENCE.test(sentence)
      account[isCut || isUnfinished ? "cutOff" : "lost"] += [...sentence].length
      if (!isCut && !isUnfinished) account.firstLost ??= `${sentence} (call ${index}, ended ${answer.ended})`
    }
  }
  return account
}

/** So few characters say nothing about where they come from: they count where they are expected. */
function findFrom(held: string, sentence: string, from: number): number {
  if (held.startsWith(sentence, from)) return from
  return sentence.length < TELLING_MIN_UNITS ? -1 : held.indexOf(sentence, from)
}

/** The sentences that came, the last one perhaps in part; a lone half of a character left out. */
function takenPieces(pieces: readonly Piece[], { text }: TakenAnswer) {
  const sent = pieces.map((piece) => piece.text).join("")
  const isGarbled = !sent.startsWith(text)
  const story: string[] = []
  const noise: string[] = []
  let at = 0
  for (const piece of pieces) {
    const came = isGarbled
      ? text.includes(piece.text)
        ? piece.text
        : ""
      : piece.text.slice(0, Math.max(0, text.length - at)).replace(/[\uD800-\uDBFF]$/, "")
    at += piece.text.length
    if (came === "") continue
    if (piece.kind === "story") story.push(plain(came))
    if (piece.kind === "noise") noise.push(...linesOf(came))
  }
  return { story: story.filter((sentence) => sentence !== ""), noise, isGarbled }
}

function linesOf(noise: string): string[] {
  return noise
    .split("\n")
    .map((line) => line.replace(/^[\s#*`]+|[\s#*`]+$/gu, ""))
    .filter((line) => [...line].length >= NOISE_LINE_MIN_CHARACTERS)
}

const ENDS_SENTENCE = /[。！？…!?.][”"]?$/u

/** For comparing: without blanks, and half-width punctuation as the full-width that it stands for. */
function plain(text: string): string {
  return withoutBlanks(text).replace(/\.{3}|[,.:;!?"“”]/gu, (mark) => FULL_WIDTH[mark] ?? mark)
}

const FULL_WIDTH: Record<string, string> = {
  ",": "，",
  ".": "。",
  "...": "……",
  ":": "：",
  ";": "；",
  "!": "！",
  "?": "？",
  "“": '"',
  "”": '"',
}
