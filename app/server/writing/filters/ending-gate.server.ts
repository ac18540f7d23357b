import { countCharacters } from "#app/domain/count-characters.ts"
import {
  belongsToSentenceEnd,
  endsFinished,
  endsSentence,
  endsVerse,
  lastParagraph,
  openQuotations,
} from "#app/server/writing/prose/sentence-end.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** How far a text may go, in characters of the whole new text (see `countCharacters`). */
export interface EndingLimits {
  /** From here on only finished sentences are let through, so that nothing has to be withdrawn. */
  holdFrom: number
  /** From here on the text ends where a paragraph ends, ... */
  paragraphFrom: number
  /** ... from here on where a sentence ends, ... */
  sentenceFrom: number
  /** ... and a sentence that would go beyond this is left out. */
  hardLimit: number
}

/** Verse is known by the lines before the last. */
const LINES_BEFORE = 3
const LINES_MAX_UNITS = 200

/** Lets text through until it is long enough, and ends it on a finished sentence. */
export class EndingGate extends CharacterFilter {
  readonly #limits: EndingLimits
  #characters: number
  #paragraph: string
  /** The lines before it, to know verse by. */
  #lines: string[]
  #held = ""
  /** A finished sentence inside open quotations, and what closes them: the way out if they never end. */
  #wayOut = ""
  #isClosed = false

  /** `before`: the last paragraph of the text so far, `characters` the count of the whole. */
  constructor(before: string, characters: number, limits: EndingLimits) {
    super()
    this.#paragraph = lastParagraph(before)
    this.#lines = before
      .slice(-LINES_MAX_UNITS)
      .split("\n")
      .slice(-LINES_BEFORE - 1, -1)
    this.#characters = characters
    this.#limits = limits
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  protected take(character: string): string {
    if (this.#isClosed) return ""
    const isNextSentence =
      !belongsToSentenceEnd(character) &&
      (endsSentence(this.#paragraph) || (character === "\n" && endsVerse(this.#lastLines())))
    const out = isNextSentence ? this.#endSentence(character) : ""
    return this.#isClosed ? out : out + this.#write(character)
  }

  /**
   * What is still held and may stand, with the rest of an answer that ended by itself: all of it where
   * there is room for it, or it ends the novel within the limit; else nothing of an unfinished sentence.
   */
  override end(rest = ""): string {
    const characters = this.#characters + countCharacters(rest)
    const isWelcome = characters <= this.#limits.holdFrom || endsFinished(this.#lastLines() + rest)
    if (!this.#isClosed && isWelcome && characters <= this.#limits.hardLimit) {
      return (this.#held + rest).trimEnd()
    }
    const passed = this.takeAll(rest)
    return !this.#isClosed && endsSentence(this.#held) ? passed + this.#held : passed
  }

  #endSentence(next: string): string {
    const closing = openQuotations(this.#paragraph)
    if (closing !== "") {
      // The limits leave room for one closing mark: where more are needed, an earlier sentence has to do.
      const goesBeyond = this.#characters + closing.length > this.#limits.hardLimit + 1
      // After a blank, keep the way out that was found before it.
      const followsBlank = BLANK.test(this.#paragraph.at(-1) ?? "")
      if (!goesBeyond && !followsBlank) this.#wayOut = this.#held + closing
      return ""
    }
    const out = this.#letThrough()
    const { paragraphFrom, sentenceFrom } = this.#limits
    const endsHere = next === "\n" ? paragraphFrom : sentenceFrom
    if (this.#characters >= endsHere) this.#isClosed = true
    return out
  }

  #write(character: string): string {
    if (!BLANK.test(character)) this.#characters += 1
    if (this.#characters > this.#limits.hardLimit) {
      this.#isClosed = true
      return this.#wayOut
    }
    if (character === "\n") this.#lines = [...this.#lines.slice(1 - LINES_BEFORE), this.#paragraph]
    this.#paragraph = character === "\n" ? "" : this.#paragraph + character
    this.#held += character
    // A line break goes out with what follows it, so that no text ends in one.
    if (character === "\n" || this.#characters >= this.#limits.holdFrom) return ""
    return this.#letThrough()
  }

  #lastLines(): string {
    return [...this.#lines, this.#paragraph].join("\n")
  }

  #letThrough(): string {
    const out = this.#held
    this.#held = ""
    // A way out is only valid until more text goes out.
    this.#wayOut = ""
    return out
  }
}

const BLANK = /\s/u
