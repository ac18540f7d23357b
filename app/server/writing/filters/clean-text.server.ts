import { LineFilter } from "./line-filter.server.ts"
import { PunctuationFilter } from "./punctuation-filter.server.ts"
import { StoryMarks } from "./story-marks.server.ts"
import { CharacterFilter, chain, type TextFilter } from "./text-filter.server.ts"
import { ThinkFilter, type ThoughtHabit } from "./think-filter.server.ts"

/**
 * Takes everything out of one answer that is not story. What comes out holds no lone surrogate and no
 * control character.
 */
export class CleanText extends CharacterFilter {
  readonly think: ThinkFilter
  readonly #instructions: string
  readonly #onWithdrawn: () => void
  lines: LineFilter
  #marks: StoryMarks
  #layout: TextFilter

  /**
   * `onWithdrawn`: called when nothing of the text so far stands, for it was a thought or a preface.
   * `instructions`: what the prompt says itself, which a model may repeat.
   */
  constructor(habit: ThoughtHabit, onWithdrawn: () => void, instructions = "") {
    super()
    this.#instructions = instructions
    this.#onWithdrawn = onWithdrawn
    this.lines = this.#createLines()
    this.#layout = chain(new PunctuationFilter(), this.lines)
    const beginAgain = () => {
      this.lines = this.#createLines()
      this.#layout = chain(new PunctuationFilter(), this.lines)
      this.#takeBack()
    }
    this.#marks = new StoryMarks(habit, beginAgain)
    this.think = new ThinkFilter(habit, () => {
      this.#marks = new StoryMarks(habit, beginAgain)
      beginAgain()
    })
  }

  protected take(character: string): string {
    if (CONTROL.test(character)) return ""
    const told = this.think.push(character)
    const story = told === "" ? "" : this.#marks.push(told)
    return story === "" ? "" : this.#layout.push(story)
  }

  protected override finish(): string {
    const told = this.think.end()
    const story = this.#marks.end(told)
    return this.#layout.end(story)
  }

  #createLines(): LineFilter {
    return new LineFilter(this.#instructions, () => this.#takeBack())
  }

  #takeBack(): void {
    this.withdraw()
    this.#onWithdrawn()
  }
}

/** Control characters, lone surrogates and characters without a width. */
const CONTROL = /(?![\n\t])[\p{Cc}\p{Cs}\uFFFD\uFEFF\u200B\u2060]/u
