import { LineFilter } from "./line-filter.server.ts"
import { PunctuationFilter } from "./punctuation-filter.server.ts"
import { CharacterFilter, chain, type TextFilter } from "./text-filter.server.ts"
import { ThinkFilter, type ThoughtHabit } from "./think-filter.server.ts"

/**
 * Takes everything out of one answer that is not story. What comes out holds no lone surrogate and no
 * control character.
 */
export class CleanText extends CharacterFilter {
  readonly think: ThinkFilter
  lines = new LineFilter()
  #filters: TextFilter

  /** `onSwallowed`: called when everything so far was a thought, and nothing of it stands. */
  constructor(habit: ThoughtHabit, onSwallowed: () => void) {
    super()
    this.think = new ThinkFilter(habit, () => {
      this.#filters = this.#begin()
      this.withdraw()
      onSwallowed()
    })
    this.#filters = this.#begin()
  }

  protected take(character: string): string {
    return CONTROL.test(character) ? "" : this.#filters.push(character)
  }

  protected override finish(): string {
    return this.#filters.end()
  }

  #begin(): TextFilter {
    this.lines = new LineFilter()
    return chain(this.think, new PunctuationFilter(), this.lines)
  }
}

/** Control characters, lone surrogates and characters without a width. */
const CONTROL = /(?![\n\t])[\p{Cc}\p{Cs}\uFFFD\uFEFF\u200B\u2060]/u
