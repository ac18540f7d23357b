import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { ModelContext } from "#app/server/writing/endpoint/model-context.server.ts"
import { tokenLimit } from "#app/server/writing/endpoint/token-limit.server.ts"
import {
  type AnswerSetting,
  type ChatMessage,
  readAnswer,
} from "#app/server/writing/endpoint/writer.server.ts"
import { mergeUpdate, type Reading } from "./merge-memory.server.ts"
import { readUpdate, type UpdateLine } from "./parse-update.server.ts"

/** Twenty-four lines and a short thought. */
export const MEMORY_TOKENS = 1_600

export interface MemorySetting extends AnswerSetting {
  context: ModelContext
  backoffMs: number
  /** Takes out of a memory what may be neither kept nor sent; `known` has passed before. */
  check: (memory: StoryMemory, known: StoryMemory) => Promise<StoryMemory>
}

/**
 * The lines with which a model answers these messages, once more with a larger limit where a thought has used it up.
 * Empty for an empty or a hostile answer. Throws a `WriterError` when the endpoint fails, and what the signal says.
 */
export async function askForLines(
  messages: ChatMessage[],
  setting: Omit<MemorySetting, "backoffMs">,
): Promise<UpdateLine[]> {
  const { context, habit } = setting
  const most = context.answerTokens(messages)
  for (let enlargements = habit.thinks ? 1 : 0; ; enlargements += 1) {
    const maxTokens = Math.min(tokenLimit(MEMORY_TOKENS, enlargements), most)
    const task = { kind: "memory", messages, maxTokens, frequencyPenalty: 0 } as const
    // Calls that run beside each other do not learn from each other.
    const { text, finish } = await readAnswer(task, { ...setting, habit: { ...habit } })
    const lines = readUpdate(text, finish === "stop")
    if (lines.length > 0 || finish !== "length" || enlargements > 0 || maxTokens === most) return lines
  }
}

/**
 * The memory after one more passage, which these messages show; null when nothing new is known, be it that the
 * endpoint failed, because no novel fails for its memory.
 */
export async function updatedMemory(
  memory: StoryMemory,
  { messages, reading }: { messages: ChatMessage[]; reading: Reading },
  setting: MemorySetting,
): Promise<StoryMemory | null> {
  const { context } = setting
  if (context.tokensOf(messages) > context.promptTokens(MEMORY_TOKENS)) return null
  try {
    const updated = mergeUpdate(memory, await askForLines(messages, setting), reading)
    return updated && (await setting.check(updated, memory))
  } catch {
    return null
  }
}
