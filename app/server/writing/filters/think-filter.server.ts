import { SPEAKS_OF_WRITING } from "./remarks.lexicon.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** A thought is waited for no longer than this, in UTF-16 units. */
const HELD_MAX_UNITS = 100_000
/** A thought says what it is about within its first so many UTF-16 units. */
const BEGINNING_MAX_UNITS = 1_000

/** What the answers of an endpoint have shown so far; all calls of a novel share one. */
export interface ThoughtHabit {
  /** Whether the endpoint sends `</think>` without the `<think>` before it; null until that is known. */
  swallowsOpening: boolean | null
  /** Whether an answer held a thought, or was cut off before any text: thoughts use up token limits. */
  thinks: boolean
}

/** Before the first answer. */
export const UNKNOWN_HABIT: Readonly<ThoughtHabit> = { swallowsOpening: null, thinks: false }

/**
 * Drops what a model thinks aloud between `<think>` tags. A closing tag without an opening one shows
 * that the whole answer so far was a thought: the filter takes it back, calls `onSwallowed` and
 * notes the habit. Where the habit is known, it holds an answer until the thought has ended.
 */
export class ThinkFilter extends CharacterFilter {
  readonly #habit: ThoughtHabit
  readonly #onSwallowed: () => void
  #state: "story" | "thought" | "held"
  #tag = ""
  #held = ""
  #beginning = ""
  #speaksOfWriting: boolean | null = null

  constructor(habit: ThoughtHabit, onSwallowed: () => void) {
    super()
    this.#habit = habit
    this.#onSwallowed = onSwallowed
    this.#state = habit.swallowsOpening ? "held" : "story"
  }

  /** Whether what was let through may still turn out to be a thought. */
  get mayBeThought(): boolean {
    this.#speaksOfWriting ??= SPEAKS_OF_WRITING.test(this.#beginning)
    return this.#habit.swallowsOpening === null && this.#speaksOfWriting
  }

  /** Drops what is held: an answer that was cut off was cut off within its thought. */
  dropHeld(): void {
    if (this.#state === "held") this.#held = this.#tag = ""
  }

  protected take(character: string): string {
    if (this.#beginning.length < BEGINNING_MAX_UNITS) {
      this.#beginning += character
      this.#speaksOfWriting = null
    }
    if (this.#tag === "" && character !== "<") return this.#pass(character)
    const tag = this.#tag + character
    this.#tag = ""
    if (OPENING.test(tag)) return this.#open()
    if (CLOSING.test(tag)) this.#close()
    else if (POSSIBLE_TAG.test(tag)) this.#tag = tag
    else return this.#passNoTag(tag)
    return ""
  }

  protected override finish(): string {
    return this.#state === "thought" ? "" : this.#held + this.#tag
  }

  #open(): string {
    this.#state = "thought"
    this.#habit.thinks = true
    return this.#release()
  }

  #close(): void {
    const isSwallowed = this.#state === "story"
    this.#state = "story"
    this.#held = ""
    if (!isSwallowed) return
    this.#habit.swallowsOpening = true
    this.#habit.thinks = true
    this.withdraw()
    this.#onSwallowed()
  }

  #passNoTag(text: string): string {
    if (!text.endsWith("<") || text.length === 1) return this.#pass(text)
    this.#tag = "<"
    return this.#pass(text.slice(0, -1))
  }

  #pass(text: string): string {
    if (this.#state === "story") return text
    if (this.#state === "thought") return ""
    this.#held += text
    if (this.#held.length < HELD_MAX_UNITS) return ""
    this.#state = "story"
    return this.#release()
  }

  #release(): string {
    const held = this.#held
    this.#held = ""
    return held
  }
}

const OPENING = /^<think(?:ing)?>$/i
const CLOSING = /^<\/think(?:ing)?>$/i
const POSSIBLE_TAG = /^<\/?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?>?$/i
