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
  /** From here on the text ends where a paragraph ends, ... */
  paragraphFrom: number
  /** ... and from here on where a sentence ends. */
  sentenceFrom: number
  /** From here on text is held back, because all of it goes out only if the answer ends before `hardLimit`. */
  holdFrom: number
  /** A text that goes beyond this is cut back, to where a paragraph ends if one ends within the hold. */
  hardLimit: number
  /** The cut leaves this much below `hardLimit`, for a call that closes the story; 0 when none follows. */
  closingRoom: number
}

/** Verse is known by the lines before the last. */
const LINES_BEFORE = 3
const LINES_MAX_UNITS = 200

/** Lets text through until it is long enough or goes too far, and ends it on a finished sentence. */
export class EndingGate extends CharacterFilter {
  readonly #limits: EndingLimits
  #characters: number
  #paragraph: string
  /** The lines before it, to know verse by. */
  #lines: string[]
  #held = ""
  /** Where sentences end in what is held. */
  #ends: { at: number; characters: number; isParagraph: boolean }[] = []
  /** Whether what went out last ends where a cut would end the text. */
  #isCutKnown = false
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

  /** What may still be cut off. */
  get held(): string {
    return this.#held
  }

  /** Whether none of this text would be held, nor end the text. */
  wouldPass(text: string): boolean {
    const { paragraphFrom, sentenceFrom, holdFrom } = this.#limits
    const characters = this.#characters + countCharacters(text)
    return !this.#isClosed && characters < Math.min(paragraphFrom, sentenceFrom, holdFrom)
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
    if (this.#isClosed) return passed
    const finished = endsSentence(this.#held) ? this.#held : this.#held.slice(0, this.#ends.at(-1)?.at ?? 0)
    return passed + finished
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
    const { paragraphFrom, sentenceFrom, holdFrom } = this.#limits
    const isParagraph = next === "\n"
    this.#isClosed = this.#characters >= (isParagraph ? paragraphFrom : sentenceFrom)
    if (this.#isClosed || this.#characters < holdFrom) return this.#letThrough()
    if (isParagraph && this.#isBestCut(this.#characters)) {
      this.#isCutKnown = true
      return this.#letThrough()
    }
    this.#ends.push({ at: this.#held.length, characters: this.#characters, isParagraph })
    return ""
  }

  /** The first paragraph end that leaves room for a closing; the last one where none follows. */
  #isBestCut(characters: number): boolean {
    const { closingRoom } = this.#limits
    return closingRoom === 0 || (!this.#isCutKnown && this.#leavesRoom(characters))
  }

  #leavesRoom(characters: number): boolean {
    return this.#limits.hardLimit - characters >= this.#limits.closingRoom
  }

  /** What still goes out of a text that goes beyond its limit. */
  #cutBack(): string {
    if (this.#isCutKnown) return ""
    const roomy =
      this.#limits.closingRoom === 0 ? undefined : this.#ends.find((end) => this.#leavesRoom(end.characters))
    const end = roomy ?? this.#ends.findLast(({ isParagraph }) => isParagraph) ?? this.#ends.at(-1)
    return end ? this.#held.slice(0, end.at) : this.#wayOut
  }

  #write(character: string): string {
    if (!BLANK.test(character)) this.#characters += 1
    if (this.#characters > this.#limits.hardLimit) {
      this.#isClosed = true
      return this.#cutBack()
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
    this.#ends = []
    // A way out is only valid until more text goes out.
    this.#wayOut = ""
    return out
  }
}

const BLANK = /\s/u
