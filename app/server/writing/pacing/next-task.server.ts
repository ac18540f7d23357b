import type { GenerationRequest } from "#app/domain/generation.ts"
import { tokenLimit } from "#app/server/writing/endpoint/token-limit.server.ts"
import { type BeatTask, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import type { ThoughtHabit } from "#app/server/writing/filters/think-filter.server.ts"
import { excerptsOf } from "#app/server/writing/manner/style-notes.server.ts"
import { beatMessages } from "#app/server/writing/prompts/beat-prompts.server.ts"
import { namesIn } from "#app/server/writing/prompts/names.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import {
  CLOSING_MIN_CHARACTERS,
  FULL_FROM_SHARE,
  hardLimit,
  type TextLength,
  type WritingState,
} from "./writing-state.server.ts"

const PROMPT_TAIL_UNITS = 1_500
/** The prompt names the people of this much of the text before. */
const NAMES_FROM_UNITS = 20_000
const PENALTY_AFTER_LOOP = 0.6

/** So much of a text that may have to be cut back is held, about two paragraphs. */
const HOLD_CHARACTERS = 200
const BEAT_ENDS_AT_PARAGRAPH_FROM = 1.25
const BEAT_ENDS_AT_SENTENCE_FROM = 1.5

/** The last part is asked for a little less than what is left, so that its own end fits the band. */
const LAST_PART_SHARE = 0.95
/** A story that is long enough is closed with so many characters, where the band has room for them. */
const CLOSING_CHARACTERS = 120
const CLOSING_ROOM_SHARE = 0.5
const CALL_MIN_CHARACTERS = 80
const CALL_MIN_TOKENS = 400
const TOKEN_HEADROOM = 1.4

/** The next call: what it asks for, and all that the model has to know. */
export function nextTask(
  state: WritingState,
  manuscript: Manuscript,
  { request, style, habit }: { request: GenerationRequest; style: string; habit: ThoughtHabit },
): BeatTask {
  const { plan, index, purpose, hasLooped, hasAskedForChinese } = state
  const { characters, maxTokens } = callSize(state, manuscript, habit)
  const { written } = manuscript
  const order = { request, plan, index, purpose, hasLooped, hasAskedForChinese, characters, written }
  const messages = beatMessages(order, {
    style,
    excerpts: excerptsOf(request.reference),
    tail: manuscript.tail(PROMPT_TAIL_UNITS),
    names: namesIn(manuscript.tail(NAMES_FROM_UNITS)),
  })
  return {
    kind: "beat",
    ...order,
    messages,
    maxTokens,
    frequencyPenalty: hasLooped ? PENALTY_AFTER_LOOP : 0,
  }
}

/** How far the text may go in the next call, in characters of the whole new text. */
export function endingLimits(state: WritingState, length: TextLength): EndingLimits {
  const { beganAt, budget } = state
  const limit = hardLimit(length)
  const ofNovel = { holdFrom: limit - HOLD_CHARACTERS, hardLimit: limit }
  if (isLastBeat(state)) {
    const never = Number.POSITIVE_INFINITY
    const closingRoom = state.hasClosed ? 0 : CLOSING_MIN_CHARACTERS
    return { ...ofNovel, paragraphFrom: never, sentenceFrom: never, closingRoom }
  }
  const full = length.target * FULL_FROM_SHARE
  return {
    ...ofNovel,
    paragraphFrom: Math.min(full, beganAt + budget * BEAT_ENDS_AT_PARAGRAPH_FROM),
    sentenceFrom: Math.min(full, beganAt + budget * BEAT_ENDS_AT_SENTENCE_FROM),
    closingRoom: 0,
  }
}

function callSize(
  state: WritingState,
  length: TextLength,
  { thinks }: ThoughtHabit,
): { characters: number; maxTokens: number } {
  const room = hardLimit(length) - length.characters
  const wanted = isLastBeat(state)
    ? lastPartSize(length, room)
    : Math.max(CALL_MIN_CHARACTERS, state.budget - (length.characters - state.beganAt))
  const asked = Math.round(wanted / state.delivery)
  // No token limit cuts off an end that the band has room for.
  const longest = Math.max(asked, isLastBeat(state) ? room : wanted)
  const tokens = Math.max(CALL_MIN_TOKENS, Math.ceil(longest * state.tokensPerCharacter * TOKEN_HEADROOM))
  return { characters: asked, maxTokens: tokenLimit(tokens, Math.max(state.enlargements, thinks ? 1 : 0)) }
}

function lastPartSize({ characters, target }: TextLength, room: number): number {
  const closing = Math.min(CLOSING_CHARACTERS, room * CLOSING_ROOM_SHARE)
  return Math.max((target - characters) * LAST_PART_SHARE, closing)
}
