import type { WritingEvent } from "#app/domain/generation.ts"
import {
  type FinishReason,
  type TextTask,
  type Writer,
  WriterError,
} from "#app/server/writing/endpoint/writer.server.ts"
import {
  findRefusalAfterStory,
  isRefusal,
  withoutLastRemarks,
} from "#app/server/writing/filters/assistant-voice.server.ts"
import { type CallRules, CallText } from "#app/server/writing/filters/call-text.server.ts"
import type { CallOutcome } from "#app/server/writing/pacing/writing-state.server.ts"
import { instructionsOf } from "#app/server/writing/prompts/material-prompts.server.ts"
import { findCountedLoop, findLoop, withoutEcho } from "#app/server/writing/prose/loop-guard.server.ts"
import type { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"

/** The loop cut looks this far back for a finished sentence to end on, in UTF-16 units. */
const LOOP_TRIM_MAX_UNITS = 200
/** A model that breaks off to decline has written less than this share of what it was asked for. */
const BREAKS_OFF_UP_TO = 0.9

/**
 * Streams the answer to one call into the manuscript, yields what readers see of it and returns how it
 * ended. An error of the endpoint is an outcome. Throws what the writer throws when the signal aborts.
 */
export async function* writeCall(
  task: TextTask,
  { writer, manuscript, rules, signal }: CallSetting,
): AsyncGenerator<WritingEvent, CallOutcome> {
  const call = new AbortController()
  const before = { characters: manuscript.characters, units: manuscript.written.length }
  const withdrawn: WritingEvent[] = []
  const instructions = instructionsOf(task.messages)
  const text = new CallText(manuscript, { ...rules, instructions }, () => {
    withdrawn.push(...manuscript.rewind(before.units))
  })
  const outcome: CallOutcome = {
    ended: "stop",
    gained: 0,
    asked: task.characters,
    usage: null,
    error: null,
  }

  let finish: FinishReason = "dropped"
  try {
    for await (const chunk of writer.write(task, AbortSignal.any([signal, call.signal]))) {
      if (chunk.type === "end") {
        outcome.usage = chunk.usage
        finish = chunk.finish
        outcome.ended = ENDED[finish]
        break
      }
      const piece = text.push(chunk.text)
      yield* withdrawn.splice(0)
      yield* manuscript.append(piece, text.early)
      if (text.ended) {
        outcome.ended = text.ended
        break
      }
    }
  } catch (error) {
    if (!(error instanceof WriterError)) throw error
    outcome.ended = error.kind === "refused" ? "refused" : "error"
    outcome.error = error
  } finally {
    call.abort()
  }

  if (signal.aborted) return outcome
  if (text.isFull) outcome.ended = "full"
  if (outcome.ended === "looped") yield* manuscript.rewind(endBeforeLoop(manuscript.written))
  else {
    if (outcome.ended !== "stop") text.dropHeldThought()
    const rest = text.end()
    yield* withdrawn.splice(0)
    yield* manuscript.append(rest)
  }
  if (ENDED_BY_MODEL.has(outcome.ended)) yield* judge(manuscript, before.units, outcome)
  if (ENDED_BY_MODEL.has(outcome.ended) && text.isForeign) outcome.ended = "foreign"
  if (outcome.ended === "foreign") yield* manuscript.rewind(before.units)
  // Last sentences that repeat earlier ones are a loop that the end of the answer cut short.
  if (outcome.ended === "full" || outcome.ended === "length")
    yield* manuscript.rewind(Math.max(before.units, withoutEcho(manuscript.written).length))
  outcome.gained = manuscript.characters - before.characters
  if (outcome.gained > 0) rules.habit.swallowsOpening ??= false
  if (!text.hasStory && ENDED_BY_MODEL.has(outcome.ended)) {
    // A limit that is used up without a word was used up by a thought that nobody saw.
    if (finish === "length") rules.habit.thinks = true
    outcome.ended = "empty"
  }
  return outcome
}

/** Takes a refusal out of the text, and remarks on it; notes a refusal as the outcome. */
function* judge(manuscript: Manuscript, from: number, outcome: CallOutcome): Generator<WritingEvent> {
  const own = manuscript.written.slice(from)
  if (isRefusal(own)) {
    outcome.ended = "refused"
    yield* manuscript.rewind(from)
    return
  }
  const breaksOff = own.length < outcome.asked * BREAKS_OFF_UP_TO && outcome.ended === "stop"
  const refusal = breaksOff ? findRefusalAfterStory(own) : null
  if (refusal !== null) outcome.ended = "refused"
  yield* manuscript.rewind(from + (refusal ?? withoutLastRemarks(own).length))
}

export interface CallSetting {
  writer: Writer
  manuscript: Manuscript
  rules: CallRules
  signal: AbortSignal
}

const ENDED: Record<FinishReason, CallOutcome["ended"]> = {
  stop: "stop",
  length: "length",
  // The rest of the answer is missing, exactly as after a token limit.
  dropped: "length",
  "content-filter": "refused",
}
const ENDED_BY_MODEL = new Set<CallOutcome["ended"]>(["stop", "length"])

/**
 * Where to cut a looping text, in UTF-16 units. Where the filters have dropped the repetitions, no loop is found in it;
 * only the sentences that it ends with may be a repetition too.
 */
function endBeforeLoop(text: string): number {
  const loop = findLoop(text) ?? findCountedLoop(text)
  const kept = text.slice(0, loop ?? text.length).replace(/[\uD800-\uDBFF]$/, "")
  const trimmed = trimToSentence(kept)
  const whole = kept.length - trimmed.length > LOOP_TRIM_MAX_UNITS ? kept : trimmed
  const end = withoutEcho(whole).length
  return loop === null && end === whole.length ? text.length : end
}
