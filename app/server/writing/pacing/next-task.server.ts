import type { GenerationRequest } from "#app/domain/generation.ts"
import { type BeatTask, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import type { ThoughtHabit } from "#app/server/writing/filters/think-filter.server.ts"
import { excerptsOf } from "#app/server/writing/manner/style-notes.server.ts"
import { beatMessages } from "#app/server/writing/prompts/beat-prompts.server.ts"
import { namesIn } from "#app/server/writing/prompts/names.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { BAND, FULL_FROM_SHARE, type TextLength, type WritingState } from "./writing-state.server.ts"

const PROMPT_TAIL_UNITS = 1_500
/** The prompt names the people of this much of the text before. */
const NAMES_FROM_UNITS = 20_000
const PENALTY_AFTER_LOOP = 0.6

const HOLD_FROM_SHARE = 0.9
const END_AT_SENTENCE_FROM_SHARE = 1.04
const BEAT_ENDS_AT_PARAGRAPH_FROM = 1.25
const BEAT_ENDS_AT_SENTENCE_FROM = 1.5

const CALL_MIN_CHARACTERS = 80
const CALL_MIN_TOKENS = 400
const TOKEN_HEADROOM = 1.4
const LARGER_LIMIT_FACTOR = 4

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
export function endingLimits(state: WritingState, { target }: TextLength): EndingLimits {
  const { beganAt, budget } = state
  const paragraphFrom = target * FULL_FROM_SHARE
  const sentenceFrom = target * END_AT_SENTENCE_FROM_SHARE
  const ofNovel = {
    holdFrom: target * HOLD_FROM_SHARE,
    paragraphFrom,
    sentenceFrom,
    // One less, because the gate may have to close a quotation.
    hardLimit: Math.floor(target * BAND.to) - 1,
  }
  if (isLastBeat(state)) return ofNovel
  return {
    ...ofNovel,
    paragraphFrom: Math.min(paragraphFrom, beganAt + budget * BEAT_ENDS_AT_PARAGRAPH_FROM),
    sentenceFrom: Math.min(sentenceFrom, beganAt + budget * BEAT_ENDS_AT_SENTENCE_FROM),
  }
}

function callSize(
  state: WritingState,
  { characters, target }: TextLength,
  { swallowsOpening }: ThoughtHabit,
): { characters: number; maxTokens: number } {
  const left = isLastBeat(state) ? target - characters : state.budget - (characters - state.beganAt)
  const asked = Math.round(Math.max(CALL_MIN_CHARACTERS, left) / state.delivery)
  const tokens = Math.max(CALL_MIN_TOKENS, Math.ceil(asked * state.tokensPerCharacter * TOKEN_HEADROOM))
  const needsLargerLimit = state.needsLargerLimit || swallowsOpening === true
  return { characters: asked, maxTokens: needsLargerLimit ? tokens * LARGER_LIMIT_FACTOR : tokens }
}
