import { countCharacters } from "#app/domain/count-characters.ts"
import { BAND_TO, isFinished, plain } from "./account.ts"
import type { WrittenNovel } from "./run.ts"

/** What became of the end that the model gave its story. */
export interface Ending {
  /** Whether the model was asked to end the story. */
  isAsked: boolean
  /** Whether the reader's text ends with the sentence with which the model closed the story. */
  isClosed: boolean
  /**
   * The last sentence of an answer that was asked to end the story, ended by itself and fits 1.08 of the
   * target together with the text before it, but did not reach the reader; null when there is none.
   */
  lost: string | null
}

export function endingOf({ text, calls, taken }: WrittenNovel, target: number): Ending {
  const held = plain(text)
  const isEnd = (sentence: string) => withoutClosing(held).endsWith(withoutClosing(sentence))
  const answered = calls.filter(({ kind, answered }) => kind === "beat" && answered)
  const lasts = answered.filter(({ isLastPart }) => isLastPart)
  const closings = answered.flatMap(({ pieces }) => pieces.filter(({ isClosing }) => isClosing))
  let lost: string | null = null
  for (const [index, { pieces, isLastPart, finish }] of answered.entries()) {
    if (!isLastPart || finish !== "stop") continue
    const story = pieces.filter(({ kind }) => kind === "story").map((piece) => plain(piece.text))
    const whole = countCharacters(text.slice(0, taken[index]?.at ?? 0)) + countCharacters(story.join(""))
    const last = story.findLast(isFinished)
    if (whole >= target * BAND_TO || last === undefined) continue
    const isHeld = index === answered.length - 1 ? isEnd(last) : held.includes(last)
    if (!isHeld) lost ??= last
  }
  return {
    isAsked: lasts.length > 0,
    isClosed: closings.some((piece) => isEnd(plain(piece.text))),
    lost,
  }
}

/** The engine closes quotations that the model leaves open. */
function withoutClosing(text: string): string {
  return text.replace(/["」』]+$/, "")
}
