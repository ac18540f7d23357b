import { setTimeout as sleep } from "node:timers/promises"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { GenerationRequest, PromptScope, WritingEvent, WritingTurn } from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { joinStory } from "#app/domain/story.ts"
import type { StoryMemory } from "#app/domain/story-memory.ts"
import type { BeatTask } from "#app/server/writing/endpoint/writer.server.ts"
import { type MemorySetting, updatedMemory } from "./ask-memory.server.ts"
import { updateMessages } from "./memory-prompts.server.ts"
import { standingMemory } from "./merge-memory.server.ts"
import { readStory } from "./read-story.server.ts"

/** A shorter story is shown whole when it is continued, so nothing of it needs to be remembered. */
const WORTH_FROM_CHARACTERS = 8_000
/** What a prompt shows of a continued text at the most; what is unread beyond it is read first. In UTF-16 units. */
const UNREAD_MAX_UNITS = 12_000
const UPDATE_MIN_UNITS = 1_000
/** Readers have the whole text by then, and wait for nothing but the word that it is finished. */
const END_WAIT_MS = 3_000

/** Keeps the memory of one story while it is written. Its calls fail in silence: the next novel will ask again. */
export class MemoryKeeper {
  /** What is known of the story when the novel begins; null if no memory is kept. */
  #memory: StoryMemory | null
  readonly #request: GenerationRequest
  readonly #over = new AbortController()
  #update: Promise<StoryMemory | null> | null = null

  /** `story`: the whole text so far, which its author may have changed since it was read. */
  constructor(memory: StoryMemory | null, request: GenerationRequest, story: string) {
    this.#memory = memory && standingMemory(memory, story)
    this.#request = request
  }

  get memory(): StoryMemory | null {
    return this.#memory
  }

  /** Reads the continued text where more of it is unread than a prompt shows. */
  async *read(setting: MemorySetting & { backoffMs: number }): AsyncGenerator<WritingEvent, void> {
    const { existing } = this.#request
    const before = this.#memory
    if (!before || existing.length - before.readTo <= UNREAD_MAX_UNITS) return
    const memory = yield* readStory(before, existing, setting)
    if (memory === before) return
    this.#memory = memory
    yield { type: "memory", memory }
  }

  /** Asks, once and beside the last part, what the conversation before it has changed. */
  update({ task, turns, scope }: LastPart, setting: MemorySetting): void {
    const memory = this.#memory
    const { existing, length } = this.#request
    if (!memory || this.#update) return
    if (countCharacters(existing) + targetCharacters(length) <= WORTH_FROM_CHARACTERS) return
    const story = joinStory(existing, task.written)
    const newFrom = story.length - task.written.length
    const shownFrom = scope.foldedTo > 0 ? newFrom + scope.foldFrom : scope.existingFrom
    const from = Math.max(memory.readTo, shownFrom)
    // The last message is the order for the last part; of a part that is begun, the branch goes from where it began.
    const to = newFrom + (turns.at(-1)?.at ?? 0)
    if (to - from < UPDATE_MIN_UNITS) return
    const messages = updateMessages(task.messages.slice(0, -1))
    const signal = AbortSignal.any([setting.signal, this.#over.signal])
    this.#update = updatedMemory(memory, { messages, reading: { story, from, to } }, { ...setting, signal })
  }

  /** Ends the call for the update, and yields what is known now; waits a few seconds for it, if it is worth it. */
  async *end(isWorthWaiting: boolean): AsyncGenerator<WritingEvent, void> {
    const wait = sleep(isWorthWaiting ? END_WAIT_MS : 0, null, { ref: false })
    const memory = this.#update && (await Promise.race([this.#update, wait]))
    this.#over.abort()
    if (memory) yield { type: "memory", memory }
  }
}

interface LastPart {
  task: BeatTask
  turns: readonly WritingTurn[]
  scope: PromptScope
}
