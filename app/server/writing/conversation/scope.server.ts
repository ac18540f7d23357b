import { clamp } from "#app/domain/clamp.ts"
import type { GenerationRequest, PromptScope } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { quotesOf } from "#app/server/writing/memory/quotes.server.ts"
import { memoryBudget, renderMemory, shortened } from "#app/server/writing/memory/render-memory.server.ts"
import { planMessages } from "./conversation-prompts.server.ts"

/** How much of the continued text is shown: as much as there is room for. In UTF-16 units. */
const EXISTING_UNITS = 12_000
const EXISTING_LESS_UNITS = [6_000, 3_000, 1_500]
/** How much of it is shown where a memory covers the rest. */
const EXISTING_READ_UNITS = 5_500
/** How many characters of the memory are shown: of what its length asks for, as much as there is room for. */
const MEMORY_LESS_CHARS = [1_200, 600]
const MEMORY_SHARE = 0.1
/** How much of the author's own lines is left where no context holds them all. */
const AUTHORS_LEAST_CHARS = 300
/** How much of the new text that has left the conversation is shown. */
const FOLD_UNITS = 3_000
const FOLD_LESS_UNITS = 1_500
/** The end of the text is never left out: 800 characters, and the line breaks between them. */
const LEAST_UNITS = 900
/** What is shown begins with a paragraph where one begins so close before. */
const PARAGRAPH_REACH_UNITS = 200

/** What a beat adds to the conversation beside its text: its line in the plan, and its turn. */
const TOKENS_PER_BEAT = 220
const TOKENS_OF_STYLE = 900
/** In a context up to this one, beats are shorter and have no cards: the prompt needs the room. */
export const SMALL_CONTEXT_TOKENS = 6_000
/** Where the whole conversation never fits, its opening may take this share of a prompt. */
const OPENING_SHARE = 1 / 2

/**
 * What the prompts of a novel show at first: as much of the continued text as leaves room for the whole conversation.
 * Where there is no such room, the new text will leave the conversation beat by beat.
 */
export function firstScope(
  request: GenerationRequest,
  beatCount: number,
  context: ModelContext,
  memory: StoryMemory | null = null,
): PromptScope {
  const { length, existing, reference } = request
  const target = targetCharacters(length)
  const toCome = target + beatCount * TOKENS_PER_BEAT + (reference === "" ? 0 : TOKENS_OF_STYLE)
  const prompt = context.promptTokens(target / beatCount)
  const most =
    memory === null
      ? EXISTING_UNITS
      : clamp(existing.length - memory.readTo, EXISTING_READ_UNITS, EXISTING_UNITS)
  const shown = memory === null ? "" : memoryText(memory, existing, { prompt, upTo: existing.length - most })
  const steps = [...EXISTING_LESS_UNITS, LEAST_UNITS].filter((units) => units < most)
  const scopes = [most, ...steps].map((units) => ({
    beatCount,
    memory: shown,
    names: [],
    existingFrom: startOfEnd(existing, units),
    foldedTo: 0,
    foldFrom: 0,
    omitted: 0,
    contextTokens: context.provenTokens,
    tokenRatio: context.ratio,
    hasCards: context.tokens > SMALL_CONTEXT_TOKENS,
  }))
  const tokens = scopes.map((scope) => context.tokensOf(planMessages(request, scope)))
  const whole = scopes.findIndex((_, at) => (tokens[at] ?? 0) + toCome * context.factor <= prompt)
  const part = scopes.findIndex((_, at) => (tokens[at] ?? 0) <= prompt * OPENING_SHARE)
  return scopes[whole] ?? scopes[part] ?? (scopes.at(-1) as PromptScope)
}

/** The scope for a text that may have become shorter than what has left the conversation. */
export function standingScope(scope: PromptScope, written: string): PromptScope {
  if (scope.foldedTo <= written.length) return scope
  return { ...scope, ...foldOf(written) }
}

/**
 * The first of ever smaller scopes that fits, or the smallest. The rules, the beat and the end of the text stay in
 * all of them. `written` is the new text up to the turn; empty for the plan.
 */
export function fittedScope(
  scope: PromptScope,
  { existing, written, fits }: { existing: string; written: string; fits: (scope: PromptScope) => boolean },
): PromptScope {
  let fitted = scope
  for (const step of stepsDown(existing, written)) {
    if (fits(fitted)) return fitted
    fitted = step(fitted)
  }
  return fitted
}

/** The memory of this text for a prompt of so many tokens, which shows the text from `upTo` on. */
function memoryText(
  memory: StoryMemory,
  existing: string,
  { prompt, upTo }: { prompt: number; upTo: number },
): string {
  const room = Math.max(MEMORY_LESS_CHARS.at(-1) ?? 0, prompt * MEMORY_SHARE)
  const characters = Math.floor(Math.min(memoryBudget(existing.length), room))
  const quotes = quotesOf(memory, { text: existing, upTo, characters })
  return renderMemory(memory, existing.length, characters, quotes)
}

type Step = (scope: PromptScope) => PromptScope

function stepsDown(existing: string, written: string): Step[] {
  return [
    ...EXISTING_LESS_UNITS.map((units) => showExisting(startOfEnd(existing, units))),
    (scope) => ({ ...scope, ...foldOf(written) }),
    omit(1),
    ...MEMORY_LESS_CHARS.map(showMemory),
    omit(2),
    showFold(startOfEnd(written, FOLD_LESS_UNITS)),
    showExisting(startOfEnd(existing, LEAST_UNITS)),
    showMemory(0),
    showFold(startOfEnd(written, LEAST_UNITS)),
    // Old and new text together are at least so long.
    showExisting(startOfEnd(existing, Math.max(0, LEAST_UNITS - written.length))),
    omit(3),
    omit(4),
    (scope) => ({ ...scope, memory: shortened(scope.memory, AUTHORS_LEAST_CHARS, { keepsAuthors: false }) }),
  ]
}

function foldOf(written: string): Pick<PromptScope, "foldedTo" | "foldFrom"> {
  return { foldedTo: written.length, foldFrom: startOfEnd(written, FOLD_UNITS) }
}

function showExisting(from: number): Step {
  return (scope) => ({ ...scope, existingFrom: Math.max(scope.existingFrom, from) })
}

function showFold(from: number): Step {
  return (scope) => ({ ...scope, foldFrom: Math.max(scope.foldFrom, from) })
}

function showMemory(characters: number): Step {
  return (scope) => ({ ...scope, memory: shortened(scope.memory, characters) })
}

function omit(omitted: number): Step {
  return (scope) => ({ ...scope, omitted: Math.max(scope.omitted, omitted) })
}

/** Where the last `units` of a text begin: with a paragraph that begins a little earlier, else with a character. */
function startOfEnd(text: string, units: number): number {
  const start = text.length - units
  if (start <= 0) return 0
  // Not in all that comes before: a text may be a single line of a million characters.
  const from = Math.max(0, start - PARAGRAPH_REACH_UNITS - 1)
  const lineEnd = text.slice(from, start + 1).lastIndexOf("\n")
  if (lineEnd !== -1) return from + lineEnd + 1
  if (start <= PARAGRAPH_REACH_UNITS) return 0
  return /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start - 1 : start
}
