import { countCharacters } from "#app/domain/count-characters.ts"
import { turnMessages } from "#app/server/writing/conversation/conversation-prompts.server.ts"
import { type PromptPart, promptParts } from "#app/server/writing/conversation/prompt-parts.server.ts"
import { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { countedStyle } from "#app/server/writing/manner/style-notes.server.ts"
import { standingTurns } from "#app/server/writing/pacing/turns.server.ts"
import type { ToldGeneration } from "./told-generation.server.ts"

/** What the model was shown when it was asked last. */
export interface LastPrompt {
  parts: PromptPart[]
  /** Of all parts, and of the model's context, as the engine knew it then. */
  tokens: number
  contextTokens: number
  /** Characters of the continued text: all of it, and before the passage that is shown word by word. */
  existing: { all: number; before: number; isRemembered: boolean }
  /** The same of the new text before that turn. */
  written: { all: number; before: number }
}

/**
 * The prompt of a generation's last turn, made again of what is stored by the functions that made it; null if there
 * is none yet, or none that this version could make again.
 */
export function lastPrompt({ request, plan, text }: ToldGeneration): LastPrompt | null {
  const { turns: asked = [], scope = null, beats = [], head = [], title = null, style = "" } = plan ?? {}
  const turns = standingTurns(asked, text)
  if (scope === null || turns.length === 0) return null
  const story = { request, plan: beats, head, title, style: style || countedStyle(request.reference) }
  const messages = turnMessages(story, scope, { turns, written: text })
  const context = new ModelContext({ setting: scope.contextTokens })
  context.recall(scope)
  const shown = turns.filter(({ at }) => at >= scope.foldedTo)
  const existing = request.existing
  return {
    parts: promptParts(messages, shown, context),
    tokens: context.tokensOf(messages),
    contextTokens: scope.contextTokens,
    existing: {
      all: countCharacters(existing),
      before: countCharacters(existing.slice(0, scope.existingFrom)),
      isRemembered: scope.memory !== "",
    },
    written: {
      all: countCharacters(text.slice(0, turns.at(-1)?.at)),
      before: countCharacters(text.slice(0, scope.foldFrom)),
    },
  }
}
