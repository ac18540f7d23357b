const OPENING = /^<think(?:ing)?>$/i
const CLOSING = /^<\/think(?:ing)?>$/i
const POSSIBLE_TAG = /^<\/?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?>?$/i

/** Drops what a model thinks aloud between `<think>` tags, one character at a time. */
export class ThinkFilter {
  #held = ""
  #isThinking = false
  #lostOpening = false

  /** A thought ended that nothing had begun: all text before it was the thought. */
  get lostOpening(): boolean {
    return this.#lostOpening
  }

  push(character: string): string {
    const held = this.#held + character
    this.#held = ""
    if (OPENING.test(held)) this.#isThinking = true
    else if (CLOSING.test(held)) this.#close()
    else if (POSSIBLE_TAG.test(held)) this.#held = held
    else return this.#letThrough(held)
    return ""
  }

  end(): string {
    return this.#isThinking ? "" : this.#held
  }

  #close(): void {
    if (!this.#isThinking) this.#lostOpening = true
    this.#isThinking = false
  }

  #letThrough(held: string): string {
    const beginsTag = held.length > 1 && held.endsWith("<")
    if (beginsTag) this.#held = "<"
    if (this.#isThinking) return ""
    return beginsTag ? held.slice(0, -1) : held
  }
}
