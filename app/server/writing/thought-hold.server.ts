/** No thought is waited for longer than this, in UTF-16 units. */
const HELD_MAX_UNITS = 100_000
const LONGEST_TAG_UNITS = "</thinking>".length

/**
 * Holds an answer of an endpoint that is known to swallow the tag that opens a thought, until the
 * thought has ended. Where none ends in it, all of it is given out in the end.
 */
export class ThoughtHold {
  #held = ""
  #isHolding: boolean

  constructor(isHolding: boolean) {
    this.#isHolding = isHolding
  }

  push(text: string): string {
    if (!this.#isHolding) return text
    const from = Math.max(0, this.#held.length - LONGEST_TAG_UNITS)
    this.#held += text
    const recent = this.#held.slice(from)
    const closing = CLOSING.exec(recent)
    const isOpened = OPENING.test(recent)
    if (closing && !isOpened) this.#held = this.#held.slice(from + closing.index + closing[0].length)
    return closing || isOpened || this.#held.length >= HELD_MAX_UNITS ? this.#release() : ""
  }

  /** An answer that its limit cut off was cut off within the thought. */
  end(wasCutOff: boolean): string {
    return this.#isHolding && wasCutOff ? "" : this.#release()
  }

  #release(): string {
    const text = this.#held
    this.#held = ""
    this.#isHolding = false
    return text
  }
}

const CLOSING = /<\/think(?:ing)?>/i
const OPENING = /<think(?:ing)?>/i
