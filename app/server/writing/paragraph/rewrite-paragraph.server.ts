import { setTimeout as sleep } from "node:timers/promises"
import { countCharacters } from "#app/domain/count-characters.ts"
import type {
  GenerationFailure,
  GenerationRequest,
  ParagraphOrder,
  WritingEvent,
} from "#app/domain/generation.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { FAILURE_BY_ERROR, retryDelayMs } from "#app/server/writing/endpoint/retry.server.ts"
import { tokenLimit } from "#app/server/writing/endpoint/token-limit.server.ts"
import type { ParagraphTask, Writer } from "#app/server/writing/endpoint/writer.server.ts"
import { findRefusalAfterStory } from "#app/server/writing/filters/assistant-voice.server.ts"
import type { EndingLimits } from "#app/server/writing/filters/ending-gate.server.ts"
import { UNKNOWN_HABIT } from "#app/server/writing/filters/think-filter.server.ts"
import type { CallOutcome } from "#app/server/writing/pacing/writing-state.server.ts"
import { isForeign } from "#app/server/writing/prose/language.server.ts"
import { Manuscript } from "#app/server/writing/prose/manuscript.server.ts"
import { endsFinished, trimToSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { writeCall } from "#app/server/writing/write-call.server.ts"
import { findUnfitness, withoutEchoes } from "./fit-paragraph.server.ts"
import { paragraphMessages } from "./paragraph-prompts.server.ts"

const MINUTE_MS = 60_000
const TIME_LIMIT_MS = 5 * MINUTE_MS
const BACKOFF_MS = 1_000
const TOKENS_PER_CHARACTER = 2
const TOKENS_MIN = 300
/** Of the text around the paragraph, a prompt that is too long for the context keeps such a part. */
const SHOWN_SHARES = [1, 0.5, 0.25, 0]
/** Beyond so many characters it is no longer one paragraph in place of another. */
const LONGEST_FACTOR = 3
const LONGEST_ROOM = 40
/** A model that breaks off to think is asked once more, with a larger limit. */
const ENLARGEMENTS_MAX = 1

interface RewritingOptions {
  writer: Writer
  signal: AbortSignal
  context: ModelContext
  /** What another process has written of it: it begins anew. */
  written?: string
  backoffMs?: number
}

/**
 * Writes one paragraph of a story anew, in one call. Yields what readers may see of it at once, and as its last event
 * one `done` or `failed`, or nothing when the signal aborts. What is no paragraph in place of the former is withdrawn.
 */
export async function* rewriteParagraph(
  request: GenerationRequest & { paragraph: ParagraphOrder },
  { writer: unwatched, signal, context, written = "", backoffMs = BACKOFF_MS }: RewritingOptions,
): AsyncGenerator<WritingEvent, void> {
  const { paragraph: order } = request
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const target = countCharacters(order.text)
  const manuscript = new Manuscript({ existing: request.existing, written, target })
  const writer = context.watch(unwatched)
  const habit = { ...UNKNOWN_HABIT }
  yield* manuscript.rewind(0)
  await context.ready()
  let failure: GenerationFailure | null = "busy"
  let enlargements = 0
  for (let tries = 1; ; tries += 1) {
    const task = paragraphTask(request, context, enlargements)
    const instructionsLimits = { limits: limitsOf(target), reference: request.reference, habit }
    const rules = { ...instructionsLimits, wantsChinese: !isForeign(order.text) }
    const outcome = yield* writeCall(task, { writer, manuscript, rules, signal: limited })
    if (signal.aborted) return
    failure = yield* judge(manuscript, request, outcome)
    if (failure === null) break
    yield* manuscript.rewind(0)
    if (outcome.ended === "empty" && habit.thinks && enlargements < ENLARGEMENTS_MAX) {
      enlargements += 1
      continue
    }
    const delayMs = outcome.error && retryDelayMs(outcome.error, tries, backoffMs)
    if (delayMs === null || limited.aborted) break
    yield { type: "retry", delayMs }
    await sleep(delayMs, undefined, { signal: limited }).catch(() => {})
    if (limited.aborted) break
  }
  if (signal.aborted) return
  yield failure === null ? { type: "done" } : { type: "failed", failure }
}

/** Ends the answer on a whole sentence, without what stands around it; why it may not stand, or null. */
function* judge(
  manuscript: Manuscript,
  { paragraph: order, direction, existing }: GenerationRequest & { paragraph: ParagraphOrder },
  { ended, error }: CallOutcome,
): Generator<WritingEvent, GenerationFailure | null> {
  if (error) return FAILURE_BY_ERROR[error.kind]
  if (ended === "refused" || ended === "empty") return ended
  if (ended === "full" || ended === "looped" || ended === "foreign") return "unfit"
  // Behind so little text, a refusal is no shorter than what was asked for.
  if (findRefusalAfterStory(manuscript.written) !== null) return "refused"
  const kept = withoutEchoes(manuscript.written, { ...order, before: existing })
  if (kept !== manuscript.written) {
    yield* manuscript.rewind(0)
    yield* manuscript.append(kept)
  }
  const { written } = manuscript
  if (endsFinished(order.text) && !endsFinished(written)) {
    const finished = trimToSentence(written)
    if (finished === "" && written !== "") return "unfit"
    yield* manuscript.rewind(finished.length)
  }
  return findUnfitness(manuscript.written, order.text, direction !== "")
}

function paragraphTask(
  request: GenerationRequest & { paragraph: ParagraphOrder },
  context: ModelContext,
  enlargements: number,
): ParagraphTask {
  const { paragraph: order } = request
  const characters = countCharacters(order.text)
  const longest = characters * LONGEST_FACTOR + LONGEST_ROOM
  const answer = Math.max(TOKENS_MIN, longest * TOKENS_PER_CHARACTER)
  const room = context.promptTokens(answer)
  const asked = SHOWN_SHARES.map((share) => {
    const before = request.existing.slice(request.existing.length * (1 - share))
    const after = order.after.slice(0, order.after.length * share)
    return paragraphMessages({ request, order, before, after, characters })
  })
  const messages = asked.find((one) => context.tokensOf(one) <= room) ?? asked.at(-1) ?? []
  const maxTokens = Math.min(tokenLimit(answer, enlargements), context.answerTokens(messages))
  return { kind: "paragraph", messages, maxTokens, frequencyPenalty: 0, request, order, characters }
}

function limitsOf(characters: number): EndingLimits {
  const never = Number.POSITIVE_INFINITY
  const longest = characters * LONGEST_FACTOR + LONGEST_ROOM
  return { paragraphFrom: never, sentenceFrom: never, holdFrom: longest, hardLimit: longest, closingRoom: 0 }
}
