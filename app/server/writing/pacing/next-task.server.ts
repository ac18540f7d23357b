import type { PromptScope, WritingTurn } from "#app/domain/generation.ts"
import { type Story, turnMessages } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import { fittedScope, standingScope } from "#app/server/writing/conversation/scope.server.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { type BeatTask, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import type { ThoughtHabit } from "#app/server/writing/filters/think-filter.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { withTurn } from "./turns.server.ts"
import { BAND, FULL_FROM_SHARE, type TextLength, type WritingState } from "./writing-state.server.ts"

const PENALTY_AFTER_LOOP = 0.6

const HOLD_FROM_SHARE = 0.9
const END_AT_SENTENCE_FROM_SHARE = 1.04
const BEAT_ENDS_AT_PARAGRAPH_FROM = 1.25
const BEAT_ENDS_AT_SENTENCE_FROM = 1.5

const CALL_MIN_CHARACTERS = 80
const CALL_MIN_TOKENS = 400
const TOKEN_HEADROOM = 1.4
const LARGER_LIMIT_FACTOR = 4

/** The turns so far, and what of the story their prompts show. Both are stored with the plan. */
export interface Conversation {
  turns: readonly WritingTurn[]
  scope: PromptScope
}

/**
 * The next call, and the conversation with its turn: the same messages as before with the last answer and a new turn,
 * unless they no longer fit into the model's context.
 */
export function nextTask(
  state: WritingState,
  manuscript: Manuscript,
  { story, conversation, context, habit }: TaskSetting,
): { task: BeatTask; conversation: { turns: WritingTurn[]; scope: PromptScope } } {
  const { plan, index, purpose, hasLooped } = state
  const { written } = manuscript
  const { needed, asked, maxTokens } = callSize(state, manuscript, habit)
  const turns = withTurn(conversation.turns, {
    at: written.length,
    beat: index,
    purpose,
    asked,
    needed,
    hasLooped,
  })
  const messagesIn = (scope: PromptScope) => turnMessages(story, scope, { turns, written })
  const room = context.promptTokens(maxTokens)
  const scope = fittedScope(
    {
      ...standingScope(conversation.scope, written),
      contextTokens: context.provenTokens,
      tokenRatio: context.ratio,
    },
    {
      existing: manuscript.existing,
      written,
      fits: (fitted) => context.tokensOf(messagesIn(fitted)) <= room,
    },
  )
  const messages = messagesIn(scope)
  const turn = turns.at(-1)
  const task: BeatTask = {
    kind: "beat",
    request: story.request,
    plan,
    index,
    purpose: turn?.purpose ?? purpose,
    hasLooped,
    characters: turn?.asked ?? asked,
    written,
    messages,
    maxTokens: Math.min(maxTokens, context.answerTokens(messages)),
    frequencyPenalty: hasLooped ? PENALTY_AFTER_LOOP : 0,
  }
  return { task, conversation: { turns, scope } }
}

interface TaskSetting {
  story: Story
  conversation: Conversation
  context: ModelContext
  habit: ThoughtHabit
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
): { needed: number; asked: number; maxTokens: number } {
  const left = isLastBeat(state) ? target - characters : state.budget - (characters - state.beganAt)
  const asked = Math.round(Math.max(CALL_MIN_CHARACTERS, left) / state.delivery)
  const tokens = Math.max(CALL_MIN_TOKENS, Math.ceil(asked * state.tokensPerCharacter * TOKEN_HEADROOM))
  const needsLargerLimit = state.needsLargerLimit || swallowsOpening === true
  return { needed: left, asked, maxTokens: needsLargerLimit ? tokens * LARGER_LIMIT_FACTOR : tokens }
}
