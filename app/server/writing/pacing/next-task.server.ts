import { type CardEdit, editedPlan, type PromptScope, type WritingTurn } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { type Story, turnMessages } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import { fittedScope, standingScope } from "#app/server/writing/conversation/scope.server.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { tokenLimit } from "#app/server/writing/endpoint/token-limit.server.ts"
import { type BeatTask, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import type { ThoughtHabit } from "#app/server/writing/filters/think-filter.server.ts"
import { recalled } from "#app/server/writing/memory/render-memory.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { ticsIn } from "#app/server/writing/prose/tics.server.ts"
import { withTurn } from "./turns.server.ts"
import {
  CLOSING_MIN_CHARACTERS,
  FULL_FROM_SHARE,
  hardLimit,
  type TextLength,
  type WritingState,
} from "./writing-state.server.ts"

const PENALTY_AFTER_LOOP = 0.6
/** The newest text, in UTF-16 units, in which worn-out phrases are counted. */
const TICS_UNITS = 6_000

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
  { story, conversation, context, habit, memory, edits }: TaskSetting,
): { task: BeatTask; conversation: { turns: WritingTurn[]; scope: PromptScope } } {
  const { plan, index, purpose, hasLooped, hasAskedForChinese } = state
  const { written } = manuscript
  const edited = { ...story, plan: editedPlan(story.plan, edits) }
  const { needed, asked, maxTokens } = callSize(state, manuscript, habit)
  const turns = withTurn(conversation.turns, {
    at: written.length,
    beat: index,
    purpose,
    asked,
    needed,
    hasLooped,
    hasAskedForChinese,
    recall: memory === null ? "" : recallFor(index, { story: edited, conversation, memory }),
    tics: ticsIn(manuscript.tail(TICS_UNITS), planText(edited)),
    edits: edits.filter((edit) => edit.index === index || edit.index === index + 1),
    isMarked: false,
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
    plan: editedPlan(plan, edits),
    index,
    purpose: turn?.purpose ?? purpose,
    hasLooped,
    hasAskedForChinese,
    characters: turn?.asked ?? asked,
    written,
    messages,
    maxTokens: Math.min(maxTokens, context.answerTokens(messages)),
    frequencyPenalty: hasLooped ? PENALTY_AFTER_LOOP : 0,
  }
  return { task, conversation: { turns, scope } }
}

/** What the memory tells of those whom the beat or the direction names, beyond what the conversation shows of it. */
function recallFor(
  index: number,
  { story, conversation, memory }: Pick<TaskSetting, "story" | "conversation"> & { memory: StoryMemory },
): string {
  const { turns, scope } = conversation
  const told = turns.filter(({ at }) => at >= scope.foldedTo).map(({ recall }) => recall)
  const { summary = "", stop = "" } = story.plan[index] ?? {}
  const { direction } = story.request
  return recalled(memory, {
    card: `${summary}\n${stop}`,
    direction,
    shown: [scope.memory, ...told].join("\n"),
  })
}

function planText({ plan, head, title }: Story): string {
  return [title ?? "", ...head, ...plan.map(({ summary }) => summary)].join("\n")
}

interface TaskSetting {
  story: Story
  conversation: Conversation
  context: ModelContext
  habit: ThoughtHabit
  /** What is known of the continued text; null if no memory is kept. */
  memory: StoryMemory | null
  /** The cards that their author has changed. */
  edits: readonly CardEdit[]
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
): { needed: number; asked: number; maxTokens: number } {
  const room = hardLimit(length) - length.characters
  const isLast = isLastBeat(state)
  const needed = isLast
    ? length.target - length.characters
    : state.budget - (length.characters - state.beganAt)
  const wanted = isLast ? lastPartSize(length, room) : Math.max(CALL_MIN_CHARACTERS, needed)
  const asked = Math.round(wanted / state.delivery)
  // No token limit cuts off an end that the band has room for.
  const longest = Math.max(asked, isLast ? room : wanted)
  const tokens = Math.max(CALL_MIN_TOKENS, Math.ceil(longest * state.tokensPerCharacter * TOKEN_HEADROOM))
  return { needed, asked, maxTokens: tokenLimit(tokens, Math.max(state.enlargements, thinks ? 1 : 0)) }
}

function lastPartSize({ characters, target }: TextLength, room: number): number {
  const closing = Math.min(CLOSING_CHARACTERS, room * CLOSING_ROOM_SHARE)
  return Math.max((target - characters) * LAST_PART_SHARE, closing)
}
