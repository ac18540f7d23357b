import { LineFilter } from "./line-filter.server.ts"
import { PunctuationFilter } from "./punctuation-filter.server.ts"
import { ThinkFilter } from "./think-filter.server.ts"

/**
 * One call's answer with everything taken out that is not story. What comes out, joined, is the same
 * for any cutting of the answer into pieces, and holds no lone surrogate and no control character.
 */
export class CleanText {
  #think = new ThinkFilter()
  #punctuation = new PunctuationFilter()
  #lines = new LineFilter()
  #highSurrogate = ""
  #restarts = 0

  /** The model declined in its own words. */
  get declined(): boolean {
    return this.#lines.declined
  }

  /** How often all text before turned out to be a thought, whose opening tag the endpoint swallowed. */
  get restarts(): number {
    return this.#restarts
  }

  push(piece: string): string {
    const text = this.#highSurrogate + piece
    const cut = ENDS_IN_HIGH_SURROGATE.test(text) ? text.length - 1 : text.length
    this.#highSurrogate = text.slice(cut)
    let out = ""
    for (const character of text.slice(0, cut)) {
      if (NEVER.test(character)) continue
      for (const kept of this.#think.push(character)) out += this.#write(this.#punctuation.push(kept))
      if (this.#think.lostOpening) {
        this.#startOver()
        out = ""
      }
    }
    return out
  }

  end(): string {
    let out = ""
    for (const kept of this.#think.end()) out += this.#write(this.#punctuation.push(kept))
    return out + this.#write(this.#punctuation.end()) + this.#lines.end()
  }

  #write(text: string): string {
    let out = ""
    for (const character of text) out += this.#lines.push(character)
    return out
  }

  #startOver(): void {
    this.#restarts += 1
    this.#think = new ThinkFilter()
    this.#punctuation = new PunctuationFilter()
    this.#lines = new LineFilter()
  }
}

const ENDS_IN_HIGH_SURROGATE = /[\uD800-\uDBFF]$/
const NEVER = /(?![\n\t])[\p{Cc}\p{Cs}\uFFFD\uFEFF\u200B\u2060]/u
