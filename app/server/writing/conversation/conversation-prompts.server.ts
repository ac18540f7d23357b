import type { Beat, GenerationRequest, PromptScope, WritingTurn } from "#app/domain/generation.ts"
import { excerpt } from "#app/domain/text.ts"
import type { ChatMessage } from "#app/server/writing/endpoint/writer.server.ts"
import { STORY_MARKS } from "#app/server/writing/filters/tags.lexicon.server.ts"
import { excerptsOf, paragraphLengthOf } from "#app/server/writing/manner/style-notes.server.ts"
import { chatMessages, material } from "#app/server/writing/prompts/material-prompts.server.ts"
import { endingOf, planAsk, planLines } from "#app/server/writing/prompts/plan-prompts.server.ts"
import { systemPrompt } from "#app/server/writing/prompts/system-prompts.server.ts"
import { type FirstTurn, turnMessage } from "#app/server/writing/prompts/turn-prompts.server.ts"

const SHORT_REQUEST_CHARS = 400
/** `PromptScope.omitted` from which on each of them is left out. */
const WITHOUT = { excerpts: 1, laterBeats: 2, requestsEnd: 3, head: 4 }

/** What the messages are made of, beside the turns and the new text. */
export interface Story {
  request: GenerationRequest
  plan: Beat[]
  head: readonly string[]
  title: string | null
  /** Notes on the style of the reference. */
  style: string
}

/** The messages that ask for the plan, with which every later call begins. */
export function planMessages(request: GenerationRequest, scope: PromptScope): ChatMessage[] {
  const { prompt, existing, direction, contentLevel } = request
  const shown = (text: string) =>
    scope.omitted >= WITHOUT.requestsEnd ? excerpt(text, SHORT_REQUEST_CHARS) : text
  return chatMessages(systemPrompt(contentLevel), [
    material("要求", shown(prompt)),
    material("备忘", scope.memory),
    material("上文", existing.slice(scope.existingFrom)),
    material("接下来", shown(direction)),
    planAsk(request, scope),
  ])
}

/**
 * The conversation up to the last of these turns, which `written` has not answered yet: plan, turns and the text of
 * each as readers have it. A pure function, in which nothing that was sent once changes while the scope stays: so a
 * takeover sends the same prefix, and the endpoint's cache knows it.
 */
export function turnMessages(
  story: Story,
  scope: PromptScope,
  { turns, written }: { turns: readonly WritingTurn[]; written: string },
): ChatMessage[] {
  const { request, plan, head } = story
  const shown = turns.filter(({ at }) => at >= scope.foldedTo)
  const firstBeat = shown[0]?.beat ?? 0
  const whole = {
    from: scope.omitted >= WITHOUT.head ? firstBeat : 0,
    to: scope.omitted >= WITHOUT.laterBeats ? firstBeat + 1 : plan.length,
  }
  const told = scope.omitted >= WITHOUT.head ? { ...story, head: [] } : story
  const messages = planMessages(request, scope)
  messages.push({ role: "assistant", content: planLines(told, whole) })
  const ending = endingOf(head)
  const paragraphCharacters = paragraphLengthOf(request.reference)
  for (const [index, turn] of shown.entries()) {
    const before = written.slice(0, turn.at)
    const first = index === 0 ? firstTurn(story, scope, written) : null
    const { existing } = request
    const content = turnMessage(turn, { plan, ending, existing, before, first, paragraphCharacters })
    messages.push({ role: "user", content })
    const next = shown[index + 1]
    if (next) messages.push({ role: "assistant", content: answerText(turn, written.slice(turn.at, next.at)) })
  }
  return messages
}

/** An answer as the model gave it, so that it goes on in the same way and the endpoint's cache knows it. */
function answerText({ isMarked }: WritingTurn, text: string): string {
  const answer = text.trim()
  return isMarked ? `${STORY_MARKS.opening}\n${answer}\n${STORY_MARKS.closing}` : answer
}

function firstTurn({ request, style }: Story, scope: PromptScope, written: string): FirstTurn {
  const hasRoom = scope.omitted < WITHOUT.excerpts
  return {
    style,
    excerpts: hasRoom ? excerptsOf(request.reference) : [],
    folded: written.slice(scope.foldFrom, scope.foldedTo),
  }
}
