import type { GenerationRequest } from "../../domain/generation.ts"
import { askFor } from "./ask.server.ts"
import { beatMessages } from "./beat-prompts.server.ts"
import { type Course, isLast } from "./course.server.ts"
import type { Manuscript } from "./manuscript.server.ts"
import { namesIn } from "./names.server.ts"
import { excerptsOf } from "./style-excerpts.server.ts"
import type { BeatTask } from "./writer.server.ts"

const PROMPT_TAIL_UNITS = 1_500
/** Whoever was not named in so much of the text before is not needed any more. */
const NAMES_FROM_UNITS = 20_000
const PENALTY_AFTER_LOOP = 0.6

/** The next call: what it asks for, and everything that a model has to know for it. */
export function nextTask(
  request: GenerationRequest,
  style: string,
  course: Course,
  manuscript: Manuscript,
): BeatTask {
  const { plan, index, purpose, hasLooped } = course
  const { written } = manuscript
  const { characters, maxTokens } = askFor(course, manuscript)
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
