import { endsSentence } from "#app/server/writing/prose/sentence-end.server.ts"
import { BEGUN_MARK, CLOSING_MARK, OPENING_MARK } from "./tags.lexicon.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"
import type { ThoughtHabit } from "./think-filter.server.ts"

/** An answer of a model that knows the marks is held this long for the opening one, in UTF-16 units. */
const WAITS_FOR_MARK_UNITS = 200
/** A shorter text between two marks may only name them. */
const NAMED_MAX_UNITS = 8
/** What follows the closing mark is story after all when it is this long, and twice as long as what the marks hold. */
const AFTERWORD_MAX_UNITS = 400

/**
 * Lets through what a model writes between the marks that the prompts ask for. Text before the opening
 * mark passes at once, for a model may ignore the marks; when the mark comes, the filter takes that text
 * back and calls `onPreface`. Text behind the closing mark is dropped.
 */
export class StoryMarks extends CharacterFilter {
  readonly #habit: ThoughtHabit
  readonly #onPreface: () => void
  #state: "before" | "within" | "after" = "before"
  readonly #waitsFor: number
  #tag = ""
  #held = ""
  #heldUpTo: number
  #hasPassed = false
  #hasPreface = false
  #length = 0

  constructor(habit: ThoughtHabit, onPreface: () => void) {
    super()
    this.#habit = habit
    this.#onPreface = onPreface
    this.#waitsFor = habit.writesBetweenMarks ? WAITS_FOR_MARK_UNITS : 0
    this.#heldUpTo = this.#waitsFor
  }

  protected take(character: string): string {
    if (this.#tag === "" && !FIRST_OF_MARK.includes(character)) return this.#pass(character)
    const tag = this.#tag + character
    this.#tag = ""
    if (OPENING_MARK.test(tag)) {
      this.#open()
      return ""
    }
    if (CLOSING_MARK.test(tag)) return this.#close()
    if (BEGUN_MARK.test(tag)) {
      this.#tag = tag
      return ""
    }
    if (tag.length === 1 || !FIRST_OF_MARK.includes(character)) return this.#pass(tag)
    this.#tag = character
    return this.#pass(tag.slice(0, -character.length))
  }

  /** An answer that was cut off may end within its closing mark. */
  protected override finish(): string {
    const rest = this.#state === "within" && this.#tag.length > 1 ? "" : this.#pass(this.#tag)
    return this.#state === "after" ? rest : rest + this.#release()
  }

  #open(): void {
    if (this.#state === "within") return
    if (this.#state === "before") {
      this.#hasPreface = this.#hasPassed
      this.#length = 0
    }
    this.#state = "within"
    this.#held = ""
    this.#heldUpTo = NAMED_MAX_UNITS
  }

  #close(): string {
    // Here the model speaks about the marks.
    const isNamed = this.#held !== "" && !endsSentence(this.#held.trimEnd())
    if (this.#state === "within" && this.#length === 0 && (isNamed || this.#held.trim() === "")) {
      this.#held = ""
      this.#state = "before"
      this.#hasPreface = false
      this.#heldUpTo = this.#waitsFor
      return ""
    }
    const rest = this.#state === "after" ? "" : this.#release()
    if (this.#hasPassed) this.#state = "after"
    return rest
  }

  #pass(text: string): string {
    if (this.#heldUpTo === 0 && this.#state !== "after") {
      this.#hasPassed ||= /\S/u.test(text)
      this.#length += text.length
      return text
    }
    this.#held += text
    if (this.#state === "after") return this.#passAfterword()
    return this.#held.trim().length >= this.#heldUpTo ? this.#release() : ""
  }

  #passAfterword(): string {
    if (this.#held.length < Math.max(AFTERWORD_MAX_UNITS, this.#length * 2)) return ""
    this.#state = "before"
    this.#heldUpTo = 0
    return this.#release()
  }

  #release(): string {
    const held = this.#held
    this.#held = ""
    this.#heldUpTo = 0
    if (held.trim() === "") return held
    this.#hasPassed = true
    this.#length += held.length
    if (this.#state === "within") this.#habit.writesBetweenMarks = true
    if (!this.#hasPreface) return held
    this.#hasPreface = false
    this.withdraw()
    this.#onPreface()
    return held
  }
}

const FIRST_OF_MARK = "<＜〈"
