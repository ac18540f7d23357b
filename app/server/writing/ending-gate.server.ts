import { countCharacters } from "../../domain/count-characters.ts"
import {
  belongsToSentenceEnd,
  endsFinished,
  endsSentence,
  lastParagraph,
  openQuotations,
} from "./sentence-end.server.ts"

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

/** Lets text through until it is long enough, and ends it on a finished sentence. */
export class EndingGate {
  readonly #limits: EndingLimits
  #characters: number
  #paragraph: string
  #held = ""
  /** A finished sentence inside open quotations, and what closes them: the way out if they never end. */
  #wayOut = ""
  #isClosed = false

  /** `before`: the last paragraph of the text so far, `characters` the count of the whole. */
  constructor(before: string, characters: number, limits: EndingLimits) {
    this.#paragraph = lastParagraph(before)
    this.#characters = characters
    this.#limits = limits
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  push(text: string): string {
    let out = ""
    for (const character of text) {
      if (this.#isClosed) break
      if (!belongsToSentenceEnd(character) && endsSentence(this.#paragraph))
        out += this.#endSentence(character)
      if (!this.#isClosed) out += this.#write(character)
    }
    return out
  }

  /**
   * What is still held and may stand, with the rest of an answer that ended by itself: all of it where
   * there is room for it, or it ends the novel within the limit; else nothing of an unfinished sentence.
   */
  end(rest = ""): string {
    const characters = this.#characters + countCharacters(rest)
    const isWelcome = characters <= this.#limits.holdFrom || endsFinished(this.#paragraph + rest)
    if (!this.#isClosed && isWelcome && characters <= this.#limits.hardLimit) {
      return (this.#held + rest).trimEnd()
    }
    return this.push(rest) + this.#finishedPart()
  }

  #finishedPart(): string {
    const out = !this.#isClosed && endsSentence(this.#held) ? this.#held : ""
    this.#held = ""
    return out
  }

  #endSentence(next: string): string {
    const closing = openQuotations(this.#paragraph)
    if (closing !== "") {
      // The limits leave room for one closing mark: where more are needed, an earlier sentence has to do.
      const goesBeyond = this.#characters + closing.length > this.#limits.hardLimit + 1
      // Behind a blank the way out is the one that was found before it.
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
    if (this.#characters > this.#limits.hardLimit) return this.#stopHard()
    this.#paragraph = character === "\n" ? "" : this.#paragraph + character
    this.#held += character
    // A line break goes out with what follows it, so that no text ends in one.
    if (character === "\n" || this.#characters >= this.#limits.holdFrom) return ""
    return this.#letThrough()
  }

  #letThrough(): string {
    const out = this.#held
    this.#held = ""
    // A way out leads from the last character that was let through, and from no earlier one.
    this.#wayOut = ""
    return out
  }

  #stopHard(): string {
    this.#isClosed = true
    return this.#wayOut
  }
}

const BLANK = /\s/u
