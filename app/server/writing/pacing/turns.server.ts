import { countCharacters } from "#app/domain/count-characters.ts"
import type { Beat, WritingTurn } from "#app/domain/generation.ts"
import { BEAT_IS_WRITTEN_FROM } from "./writing-state.server.ts"

/** The turns that still stand beside this text: a turn whose answer was withdrawn is gone. */
export function standingTurns(turns: readonly WritingTurn[], written: string): WritingTurn[] {
  return turns.filter(({ at }) => at <= written.length)
}

/**
 * The turns with the next one, which takes the place of a turn that got no answer. The same turn is asked again
 * unchanged, so that a retry or a takeover sends the same message.
 */
export function withTurn(turns: readonly WritingTurn[], turn: WritingTurn): WritingTurn[] {
  const answered = turns.filter(({ at }) => at < turn.at)
  const unanswered = turns.findLast(({ at }) => at === turn.at)
  return [...answered, unanswered && asksTheSame(unanswered, turn) ? unanswered : turn]
}

function asksTheSame(before: WritingTurn, turn: WritingTurn): boolean {
  const isAgain = turn.purpose === "resume" || turn.purpose === before.purpose
  const isToldTheSame =
    turn.hasLooped === before.hasLooped && turn.hasAskedForChinese === before.hasAskedForChinese
  return isAgain && isToldTheSame && turn.beat === before.beat
}

/** The turns after an answer to the last one, whose message will show the answer as the model gave it. */
export function withAnswer(turns: readonly WritingTurn[], isMarked: boolean): WritingTurn[] {
  return turns.map((turn, index) => (index === turns.length - 1 ? { ...turn, isMarked } : turn))
}

const PLAIN_TURN = { purpose: "begin", hasLooped: false, hasAskedForChinese: false, isMarked: false } as const

/**
 * The turns of a text that was stored without them, as earlier versions did: one for each beat of the plan, each
 * ending where a paragraph does.
 */
export function turnsAlong(plan: readonly Beat[], written: string): WritingTurn[] {
  const turns: WritingTurn[] = []
  const paragraphs = written === "" ? [] : written.split("\n")
  let at = 0
  for (const [beat, { characters: needed }] of plan.entries()) {
    if (paragraphs.length === 0) break
    turns.push({ ...PLAIN_TURN, at, beat, asked: needed, needed, recall: "", tics: [], edits: [] })
    const isLast = beat === plan.length - 1
    let characters = 0
    while (paragraphs.length > 0 && (isLast || characters < needed * BEAT_IS_WRITTEN_FROM)) {
      const paragraph = paragraphs.shift() ?? ""
      at += paragraph.length + 1
      characters += countCharacters(paragraph)
    }
  }
  return turns
}
