import {
  endsFinished,
  trimToSentence,
  unfinishedSentence,
} from "#app/server/writing/prose/sentence-end.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** How far back the filter looks for a repeated end of the earlier text, in UTF-16 units. */
const JOIN_TAIL_UNITS = 1_600

const OVERLAP_MIN_UNITS = 12
const RESTARTED_SENTENCE_MIN_UNITS = 4
/** A passage from anywhere in the earlier text counts as a repetition from this length on. */
const REPETITION_MIN_UNITS = 40

/**
 * Joins a continuation to the text before it: cuts what repeats the end of that text, or, where a model
 * begins anew, any passage of it, and begins a new paragraph unless a sentence is still open. The filter holds the beginning only while it may be a
 * repetition, so text that repeats nothing passes after a few characters.
 */
export class JoinCut extends CharacterFilter {
  /** The earlier text without blanks, and where what is held stands in it. */
  readonly #known: string
  #at = 0
  readonly #openSentence: string
  readonly #prefix: string
  #held = ""
  #heldWithoutBlanks = ""
  #cut = 0
  #isOpen = true

  /** `before`: the text so far, as far back as a model may repeat it. */
  constructor({ before, beginsText }: { before: string; beginsText: boolean }) {
    super()
    this.#known = withoutBlanks(before)
    this.#openSentence = endsFinished(before) ? "" : withoutBlanks(unfinishedSentence(before))
    this.#prefix = !beginsText && endsFinished(before) ? "\n" : ""
  }

  protected take(character: string): string {
    if (!this.#isOpen) return character
    this.#held += character
    if (BLANK.test(character)) return ""
    this.#heldWithoutBlanks += character
    if (this.#repeatsTheEnd()) this.#cut = this.#held.length
    if (this.#isKnown(character)) return ""
    const repeated = this.#held.slice(0, -character.length)
    if (this.#cut === 0 && repeated.length >= REPETITION_MIN_UNITS) {
      // A repeated sentence that a line break cuts off has no other end.
      const isCutOff = repeated.trimEnd().length < repeated.lastIndexOf("\n") + 1
      this.#cut = isCutOff ? repeated.length : trimToSentence(repeated).length
    }
    return this.#release()
  }

  protected override finish(): string {
    if (!this.#isOpen) return ""
    const reach = this.#known.slice(-JOIN_TAIL_UNITS)
    const { length } = this.#heldWithoutBlanks
    const isRepeated = length >= REPETITION_MIN_UNITS || reach.includes(this.#heldWithoutBlanks)
    if (length >= OVERLAP_MIN_UNITS && isRepeated) this.#cut = this.#held.length
    return this.#release()
  }

  /** Whether what is held, with this character at its end, stands in the earlier text. */
  #isKnown(character: string): boolean {
    const grown = this.#at + this.#heldWithoutBlanks.length - character.length
    if (!this.#known.startsWith(character, grown))
      this.#at = this.#known.indexOf(this.#heldWithoutBlanks, this.#at)
    return this.#at !== -1
  }

  #repeatsTheEnd(): boolean {
    if (!this.#known.endsWith(this.#heldWithoutBlanks)) return false
    const { length } = this.#heldWithoutBlanks
    if (length >= OVERLAP_MIN_UNITS) return true
    return length >= RESTARTED_SENTENCE_MIN_UNITS && this.#heldWithoutBlanks === this.#openSentence
  }

  #release(): string {
    this.#isOpen = false
    const rest = this.#held.slice(this.#cut).trimStart()
    return rest === "" ? "" : this.#prefix + rest
  }
}

const BLANK = /\s/u

function withoutBlanks(text: string): string {
  return text.replace(/\s/gu, "")
}
