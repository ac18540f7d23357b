import { BAND, type Course, FULL_FROM_SHARE, isLast, type Written } from "./course.server.ts"
import type { EndingLimits } from "./ending-gate.server.ts"

const HOLD_FROM_SHARE = 0.9
const END_AT_SENTENCE_FROM_SHARE = 1.04
const BEAT_ENDS_AT_PARAGRAPH_FROM = 1.25
const BEAT_ENDS_AT_SENTENCE_FROM = 1.5

const CALL_MIN_CHARACTERS = 80
const CALL_MIN_TOKENS = 400
const TOKEN_HEADROOM = 1.4
const LARGER_LIMIT_FACTOR = 4

/** How many characters the next call is asked for, and with how many tokens at most. */
export function askFor(
  course: Course,
  { characters, target }: Written,
): { characters: number; maxTokens: number } {
  const left = isLast(course) ? target - characters : course.budget - (characters - course.beganAt)
  const asked = Math.round(Math.max(CALL_MIN_CHARACTERS, left) / course.delivery)
  const tokens = Math.max(CALL_MIN_TOKENS, Math.ceil(asked * course.tokensPerCharacter * TOKEN_HEADROOM))
  const needsLargerLimit = course.needsLargerLimit || course.lacksThoughtOpening === true
  return { characters: asked, maxTokens: needsLargerLimit ? tokens * LARGER_LIMIT_FACTOR : tokens }
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
