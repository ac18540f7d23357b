import { countCharacters } from "#app/domain/count-characters.ts"
import { withoutBlanks } from "./measures.ts"
import type { WrittenNovel } from "./run.ts"

const HELD_FROM_SHARE = 0.9
/** No text is longer, as a share of its target. */
export const BAND_TO = 1.08
const ENOUGH_FROM_SHARE = 0.9
const TELLING_MIN_UNITS = 12
const NEAR_UNITS = 60
/** The engine can recognise a repetition only from this length on. */
const LOOP_MIN_UNITS = 60
const NOISE_LINE_MIN_CHARACTERS = 4

type Piece = WrittenNovel["calls"][number]["pieces"][number]
type TakenAnswer = WrittenNovel["taken"][number]

/** What became of the text that the engine took from the endpoint; all in characters. */
export interface Account {
  /** Story that the reader does not hold although no rule drops it. */
  lost: number
  /** The first lost sentence, and how its answer ended. */
  firstLost: string | null
  /** Story that the ending rules cut off: an unfinished last sentence, or what follows a loop. */
  cutOff: number
  /** The most story that the engine read of one call that it ended itself, and threw away behind the last kept sentence. */
  thrownAway: number
  /**
   * Calls that the engine ended although they had not given what they were asked for and the novel was not
   * full; an answer in another language does not count.
   */
  endedEarly: number
  /** Story that the reader holds more than once. */
  duplicated: number
  /** Text that is no story and reached the reader. */
  noise: number
  /** Text that differs from what the endpoint sent. */
  garbled: number
}

/**
 * Looks for every sentence that the engine took in the reader's text, in order; no two sentences of the
 * scripted story are alike. These rules may drop text, so it does not count as lost:
 * - Story after the last kept sentence of a call that the engine ended itself, or that does not fit 1.08 of
 *   the target together with the text before it; it counts as thrown away. When a loop ended the call, only text after the loop began, which counts as cut off.
 * - The end of a call that gave what it was asked for, or that ended with 0.9 of the target written,
 *   from an unfinished sentence or an unclosed quotation on: the text may end on a finished sentence.
 */
export function accountFor({ text, share, calls, taken }: WrittenNovel): Account {
  const account: Account = {
    lost: 0,
    firstLost: null,
    cutOff: 0,
    thrownAway: 0,
    endedEarly: 0,
    duplicated: 0,
    noise: 0,
    garbled: 0,
  }
  const held = plain(text)
  const target = Math.round(countCharacters(text) / share)
  const shareAt = (offset = Number.POSITIVE_INFINITY) => countCharacters(text.slice(0, offset)) / target
  const answered = calls.filter(({ kind, answered }) => kind === "beat" && answered)
  let from = 0
  let countsWell = true
  for (const [index, answer] of taken.entries()) {
    const { pieces = [], characters = 0 } = answered[index] ?? {}
    const { story, toldBeforeLoop, hasLooped, noise, isGarbled } = takenPieces(pieces, answer)
    if (isGarbled) account.garbled += countCharacters(answer.text)
    for (const line of noise) if (held.includes(line)) account.noise += countCharacters(line)

    const missing: { sentence: string; at: number }[] = []
    let lastKept = -1
    for (const [at, sentence] of story.entries()) {
      const found = findFrom(held, sentence, from)
      if (found === -1) missing.push({ sentence, at })
      else if (isFinished(sentence) || sentence.length >= TELLING_MIN_UNITS) lastKept = at
      // The next call may begin an unfinished sentence again, and the join then keeps one of the two.
      if (found === -1 || !isFinished(sentence)) continue
      from = found + sentence.length
      if (held.includes(sentence, from)) account.duplicated += [...sentence].length
    }
    const unheld = missing
      .filter(({ at }) => at > lastKept)
      .reduce((sum, { sentence }) => sum + sentence.length, 0)
    const reached = shareAt(taken[index + 1]?.at) + unheld / target
    const mayEnd = countCharacters(answer.text) >= characters || reached >= HELD_FROM_SHARE
    const before = countCharacters(text.slice(0, answer.at))
    const goesBeyond = before + countCharacters(story.join("")) >= target * BAND_TO
    let thrownAway = 0
    for (const { sentence, at } of missing) {
      const isEnded = answer.ended === "by-engine" || goesBeyond
      const isCut = isEnded && at > lastKept && at >= toldBeforeLoop
      const isByRule = isCut || (mayEnd && at > lastKept && !isFinished(story[lastKept + 1] ?? ""))
      if (isCut && !hasLooped) thrownAway += [...sentence].length
      else account[isByRule ? "cutOff" : "lost"] += [...sentence].length
      if (!isByRule) account.firstLost ??= `${sentence} (call ${index}, ended ${answer.ended})`
    }
    account.thrownAway = Math.max(account.thrownAway, thrownAway)

    // Where the model has given less than it was asked for, the engine asks for more than it needs.
    const isEnough = countCharacters(answer.text) - thrownAway >= characters * ENOUGH_FROM_SHARE
    const isForeign = !/\p{Script=Han}/u.test(answer.text)
    const isNearEnd = shareAt(taken[index + 1]?.at) >= HELD_FROM_SHARE
    const mayBeEnded = isEnough || hasLooped || isForeign || noise.length > 0 || isNearEnd
    if (answer.ended === "by-engine" && countsWell && !mayBeEnded) account.endedEarly += 1
    countsWell &&= isEnough
  }
  return account
}

/** A short sentence may occur elsewhere by chance, so it counts only near the expected place. */
function findFrom(held: string, sentence: string, from: number): number {
  if (sentence.length >= TELLING_MIN_UNITS) return held.indexOf(sentence, from)
  return held.slice(0, from + NEAR_UNITS).indexOf(sentence, from)
}

/** Sorts what the engine took into story and noise; the last sentence may be cut short. */
function takenPieces(pieces: readonly Piece[], { text }: TakenAnswer) {
  const sent = pieces.map((piece) => piece.text).join("")
  const isGarbled = !sent.startsWith(text)
  const story: string[] = []
  let toldBeforeLoop = 0
  let hasLooped = false
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
    if (piece.kind === "repeated" && came.length >= LOOP_MIN_UNITS) {
      toldBeforeLoop = story.length
      hasLooped = true
    }
    if (piece.kind === "noise") noise.push(...linesOf(came))
  }
  return { story, toldBeforeLoop, hasLooped, noise, isGarbled }
}

/** The clauses of a text that is no story, so that one that leaks in part is seen too. */
function linesOf(noise: string): string[] {
  return noise
    .split(/[\n，。：；！？,.:;!?|｜#*`]+|<[^>]*>/u)
    .map(plain)
    .filter((line) => [...line].length >= NOISE_LINE_MIN_CHARACTERS)
}

/** Whether a sentence of the scripted story is whole, with its quotation closed. */
export function isFinished(sentence: string): boolean {
  const quotes = sentence.match(/["「」]/g)?.length ?? 0
  return /[。！？…]["」]?$/u.test(sentence) && quotes % 2 === 0
}

/** Prepares text for comparison: no blanks, full-width punctuation. */
export function plain(text: string): string {
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
