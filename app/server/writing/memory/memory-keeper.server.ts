import { setTimeout as sleep } from "node:timers/promises"
import { countCharacters } from "#app/domain/count-characters.ts"
import type { GenerationRequest, PromptScope, WritingEvent, WritingTurn } from "#app/domain/generation.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { joinStory } from "#app/domain/story.ts"
import { type BeatTask, type ChatMessage, isLastBeat } from "#app/server/writing/endpoint/writer.server.ts"
import { type MemorySetting, updatedMemory } from "./ask-memory.server.ts"
import { apartMessages, updateMessages } from "./memory-prompts.server.ts"
import { type Reading, standingMemory } from "./merge-memory.server.ts"
import { readStory } from "./read-story.server.ts"
import { memoryBudget, renderMemory } from "./render-memory.server.ts"

/** What a prompt shows of a continued text at the most; what is unread beyond it is read first. In UTF-16 units. */
const UNREAD_MAX_UNITS = 12_000
/** A shorter story is shown whole when it is continued, so nothing of it needs to be remembered; ... */
const WORTH_FROM_CHARACTERS = 10_500
/** ... in a prompt of so many tokens. A smaller one has less room for text. */
const WHOLE_PROMPT_TOKENS = 20_000
const WORTH_IN_SMALL_FROM_CHARACTERS = 8_000
const UPDATE_MIN_UNITS = 1_000
/** Readers have the whole text by then, and wait for nothing but the word that it is finished. */
const END_WAIT_MS = 3_000
/** An endpoint that answers one call after the other begins with the update only then. */
const ONE_SLOT_WAIT_MS = 60_000

/** What a keeper knows of the novel that is written. */
export interface KeptStory {
  request: GenerationRequest
  /** What was known of the story when its caller last stored it; null if no memory is kept. */
  memory: StoryMemory | null
  /** The new text that there is already. */
  written: string
  /** Another model than the novel's own keeps the memory. It has nothing of the conversation in its cache. */
  isApart: boolean
}

interface LastTurns {
  turns: readonly WritingTurn[]
  scope: PromptScope
}

/** Keeps the memory of one story while it is written. Its calls fail in silence: the next novel will ask again. */
export class MemoryKeeper {
  /** What is known of the story when the novel begins; null if no memory is kept. */
  #memory: StoryMemory | null
  readonly #request: GenerationRequest
  readonly #isApart: boolean
  readonly #setting: MemorySetting
  readonly #over = new AbortController()
  #asked = false
  #update: Promise<StoryMemory | null> | null = null
  /** The update that a one-slot server is asked for at the end. */
  #later: (() => Promise<StoryMemory | null>) | null = null

  constructor({ memory, request, written, isApart }: KeptStory, setting: MemorySetting) {
    // Its author may have changed the text since it was read.
    this.#memory = memory && standingMemory(memory, joinStory(request.existing, written))
    this.#request = request
    this.#isApart = isApart
    this.#setting = setting
  }

  get memory(): StoryMemory | null {
    return this.#memory
  }

  /** Checks what was known before, and reads the continued text where more of it is unread than a prompt shows. */
  async *begin({ isPlanned }: { isPlanned: boolean }): AsyncGenerator<WritingEvent, void> {
    if (this.#memory?.entries.length || this.#memory?.sections.length)
      this.#memory = await this.#setting.check(this.#memory, EMPTY_MEMORY)
    const { existing } = this.#request
    const before = this.#memory
    if (isPlanned || !before || existing.length - before.readTo <= UNREAD_MAX_UNITS) return
    const memory = yield* readStory(before, existing, this.#setting)
    this.#memory = memory
    if (memory !== before) yield { type: "memory", memory }
    this.#setting.signal.throwIfAborted()
  }

  /** Asks, once and beside the last part, what the conversation before it has changed. */
  update(task: BeatTask, { turns, scope }: LastTurns): void {
    const memory = this.#memory
    const { existing } = this.#request
    if (!memory || this.#asked || !isLastBeat(task) || !this.#isWorthIt) return
    const story = joinStory(existing, task.written)
    const newFrom = story.length - task.written.length
    const shownFrom = scope.foldedTo > 0 ? newFrom + scope.foldFrom : scope.existingFrom
    const from = Math.max(memory.readTo, this.#isApart ? existing.length - UNREAD_MAX_UNITS : shownFrom)
    // The last message is the order for the last part; of a part that is begun, the branch goes from where it began.
    const to = newFrom + (turns.at(-1)?.at ?? 0)
    if (to - from < UPDATE_MIN_UNITS) return
    this.#asked = true
    const reading = { story, from, to }
    const messages = this.#isApart
      ? apartMessages(renderMemory(memory, from, memoryBudget(from)), story.slice(from, to))
      : updateMessages(task.messages.slice(0, -1))
    const ask = () => this.#ask(memory, messages, reading)
    if (!this.#setting.context.takesCallsTogether) this.#later = ask
    else this.#update = ask()
  }

  /** Ends the call for the update, and yields what is known now; waits a little for it, if it is worth it. */
  async *end(isWorthWaiting: boolean): AsyncGenerator<WritingEvent, void> {
    if (isWorthWaiting) this.#update ??= this.#later?.() ?? null
    const waitMs = isWorthWaiting ? (this.#later ? ONE_SLOT_WAIT_MS : END_WAIT_MS) : 0
    const wait = sleep(waitMs, null, { ref: false, signal: this.#setting.signal }).catch(() => null)
    const memory = this.#update && (await Promise.race([this.#update, wait]))
    this.#over.abort()
    if (memory) yield { type: "memory", memory }
  }

  /** Whether the next continuation will not show the whole text. */
  get #isWorthIt(): boolean {
    const { existing, length } = this.#request
    const characters = countCharacters(existing) + targetCharacters(length)
    const isWhole = this.#setting.context.promptTokens(0) >= WHOLE_PROMPT_TOKENS
    return characters > (isWhole ? WORTH_FROM_CHARACTERS : WORTH_IN_SMALL_FROM_CHARACTERS)
  }

  #ask(memory: StoryMemory, messages: ChatMessage[], reading: Reading): Promise<StoryMemory | null> {
    const signal = AbortSignal.any([this.#setting.signal, this.#over.signal])
    return updatedMemory(memory, { messages, reading }, { ...this.#setting, signal })
  }
}
