import { quoteStep } from "#app/server/writing/prose/sentence-end.server.ts"

/** Keeps quotation marks balanced in a text that loses some of its parts. */
export class QuoteBalance {
  #depth = 0
  #openedInDropped = 0

  /** Takes a part that stays; returns it without closing marks whose opening mark was dropped. */
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

  /** Takes a part to drop; returns only the closing marks of quotations that a kept part opened. */
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
