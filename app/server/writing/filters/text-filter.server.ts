/**
 * A step of the pipeline that an answer passes on its way to the reader. The text that comes out does
 * not depend on where the answer was cut into pieces, not even inside a surrogate pair.
 */
export interface TextFilter {
  /** Takes the next piece and returns what may go on now; the filter may hold some of it back. */
  push(text: string): string
  /** Takes the last piece, if there is one, and returns all that may still go on. Called once. */
  end(rest?: string): string
}

/** Several filters as one: each takes what the filter before it lets through. */
export function chain(...filters: readonly TextFilter[]): TextFilter {
  return {
    push(text) {
      let passed = text
      for (const filter of filters) {
        if (passed === "") return ""
        passed = filter.push(passed)
      }
      return passed
    },
    end(rest = "") {
      let passed = rest
      for (const filter of filters) passed = filter.end(passed)
      return passed
    },
  }
}

/** A filter that decides character by character: the only place where text is split into characters. */
export abstract class CharacterFilter implements TextFilter {
  /** The first half of a surrogate pair, until the second half comes. */
  #half = ""
  #isWithdrawn = false

  push(text: string): string {
    if (text.length === 1 && this.#half === "" && !isHighSurrogate(text)) return this.take(text)
    const joined = this.#half + text
    this.#half = isHighSurrogate(joined) ? joined.slice(-1) : ""
    return this.takeAll(this.#half === "" ? joined : joined.slice(0, -1))
  }

  end(rest = ""): string {
    const last = this.takeAll(this.#half + rest)
    this.#half = ""
    this.#isWithdrawn = false
    const finished = this.finish()
    return this.#isWithdrawn ? finished : last + finished
  }

  /** Takes one character and returns what may go on now. */
  protected abstract take(character: string): string

  /** Returns what is held and may go on, now that nothing more comes. */
  protected finish(): string {
    return ""
  }

  /** Takes a text that ends on a whole character. */
  protected takeAll(text: string): string {
    if (text.length === 1) return this.take(text)
    let out = ""
    for (const character of text) {
      this.#isWithdrawn = false
      const passed = this.take(character)
      out = this.#isWithdrawn ? passed : out + passed
    }
    return out
  }

  /** Takes back what the current `push` has let through before this character. */
  protected withdraw(): void {
    this.#isWithdrawn = true
  }
}

/** Whether the text ends in the first half of a surrogate pair. */
function isHighSurrogate(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800
}
