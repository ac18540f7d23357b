import type { GenerationRequest } from "../../domain/generation.ts"
import { beatMessages } from "./beat-prompts.server.ts"
import { BAND, type Course, FULL_FROM_SHARE, isLast, type Written } from "./course.server.ts"
import type { EndingLimits } from "./ending-gate.server.ts"
import type { Manuscript } from "./manuscript.server.ts"
import { namesIn } from "./names.server.ts"
import { excerptsOf } from "./style-notes.server.ts"
import type { ThoughtHabit } from "./think-filter.server.ts"
import type { BeatTask } from "./writer.server.ts"

const PROMPT_TAIL_UNITS = 1_500
/** Whoever was not named in so much of the text before is not needed any more. */
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

/** The next call: what it asks for, and everything that a model has to know for it. */
export function nextTask(
  course: Course,
  manuscript: Manuscript,
  { request, style, habit }: { request: GenerationRequest; style: string; habit: ThoughtHabit },
): BeatTask {
  const { plan, index, purpose, hasLooped } = course
  const { written } = manuscript
  const { characters, maxTokens } = askFor(course, manuscript, habit)
  const messages = beatMessages({
    request,
    style,
    excerpts: excerptsOf(request.reference),
    plan,
    index,
    isLast: isLast(course),
    characters,
    tail: manuscript.tail(PROMPT_TAIL_UNITS),
    names: namesIn(manuscript.tail(NAMES_FROM_UNITS)),
    hasWritten: written !== "",
    purpose,
    hasLooped,
  })
  return {
    kind: "beat",
    request,
    plan,
    index,
    isLast: isLast(course),
    characters,
    written,
    messages,
    maxTokens,
    frequencyPenalty: hasLooped ? PENALTY_AFTER_LOOP : 0,
  }
}

/** How far the text may go in the next call. */
export function limitsFor(course: Course, { target }: Written): EndingLimits {
  const { beganAt, budget } = course
  const paragraphFrom = target * FULL_FROM_SHARE
  const sentenceFrom = target * END_AT_SENTENCE_FROM_SHARE
  const ofNovel = {
    holdFrom: target * HOLD_FROM_SHARE,
    paragraphFrom,
    sentenceFrom,
    // One less: a quotation that has to be closed takes a character.
    hardLimit: Math.floor(target * BAND.to) - 1,
  }
  if (isLast(course)) return ofNovel
  return {
    ...ofNovel,
    paragraphFrom: Math.min(paragraphFrom, beganAt + budget * BEAT_ENDS_AT_PARAGRAPH_FROM),
    sentenceFrom: Math.min(sentenceFrom, beganAt + budget * BEAT_ENDS_AT_SENTENCE_FROM),
  }
}

function askFor(
  course: Course,
  { characters, target }: Written,
  { swallowsOpening }: ThoughtHabit,
): { characters: number; maxTokens: number } {
  const left = isLast(course) ? target - characters : course.budget - (characters - course.beganAt)
  const asked = Math.round(Math.max(CALL_MIN_CHARACTERS, left) / course.delivery)
  const tokens = Math.max(CALL_MIN_TOKENS, Math.ceil(asked * course.tokensPerCharacter * TOKEN_HEADROOM))
  const needsLargerLimit = course.needsLargerLimit || swallowsOpening === true
  return { characters: asked, maxTokens: needsLargerLimit ? tokens * LARGER_LIMIT_FACTOR : tokens }
}
