import { quoteStep } from "./sentence-end.server.ts"

/** Keeps quotations whole where parts of a text are left out: what is opened is closed, and nothing else. */
export class QuoteBalance {
  #depth = 0
  #openedInDropped = 0

  /** What may stand of text that is kept: no end of a quotation that began in what was left out. */
  keep(text: string): string {
    let kept = ""
    for (const character of text) {
      const step = quoteStep(character)
      if (character === "\n") this.#depth = this.#openedInDropped = 0
      if (step < 0 && this.#depth === 0 && this.#openedInDropped > 0) this.#openedInDropped -= 1
      else {
        this.#depth = Math.max(0, this.#depth + step)
        kept += character
      }
    }
    return kept
  }

  /** What has to stand of text that is left out: the end of a quotation that began before it. */
  drop(text: string): string {
    let kept = ""
    for (const character of text) {
      const step = quoteStep(character)
      if (step >= 0 || this.#openedInDropped > 0) this.#openedInDropped += step
      else if (this.#depth > 0) {
        this.#depth -= 1
        kept += character
      }
    }
    return kept
  }
}
