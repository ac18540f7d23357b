import { runAtEnd } from "#app/domain/text.ts"
import { GrowingText } from "#app/server/writing/prose/growing-text.server.ts"

/** A piece that begins with all the text before it repeats that text, if the text is at least this long. */
const REPEATED_FROM_UNITS = 6
/** Once pieces were new, a repetition of the whole text has to be at least this long to count as one. */
const RESTATED_FROM_UNITS = 20
/** What stands for half a character, or is one. */
const HALF_AT_END = new RegExp(runAtEnd(String.raw`\uFFFD\uD800-\uDBFF`), "u")

/**
 * The new text in each piece of an answer. Most endpoints send only new text; some send the whole answer so far
 * with each piece, or once more at the end. The first piece goes out at once; pieces that may repeat it are held
 * until that is known.
 */
export class NewText {
  readonly #whole = new GrowingText()
  #held: string[] = []
  #isCumulative: boolean | null = null

  /** The new text in this piece, held text included. */
  take(piece: string): string {
    if (piece === "") return ""
    if (this.#whole.length === 0) return this.#add(piece)
    if (this.#isCumulative) return this.#addRest(piece)
    if (this.#isCumulative === false) return this.#restates(piece) ? this.#addRest(piece) : this.#add(piece)
    const last = this.#held.at(-1) ?? this.#whole.toString()
    if (!piece.startsWith(last)) {
      this.#isCumulative = false
      return this.#add(this.#release() + piece)
    }
    if (last.length < REPEATED_FROM_UNITS || piece.length === last.length) {
      this.#held.push(piece)
      return ""
    }
    this.#isCumulative = true
    this.#held = []
    return this.#addRest(piece)
  }

  /** Call at the end of the answer; returns the text that was still held. */
  end(): string {
    const last = this.#held.at(-1)
    if (last === undefined) return ""
    if (last.length > this.#whole.length) return this.#addRest(last)
    return this.#add(this.#release())
  }

  #add(text: string): string {
    this.#whole.add(text)
    return text
  }

  /** Leaves out half a character at the end, which the next piece brings whole. */
  #addRest(piece: string): string {
    const whole = piece.replace(HALF_AT_END, "")
    const at = whole.startsWith(this.#whole.toString()) ? this.#whole.length : this.#trimmedLength(whole)
    return this.#add(whole.slice(at))
  }

  /** Where the text so far ends in a piece that repeats it without the blanks around it. */
  #trimmedLength(piece: string): number {
    const known = this.#whole.toString().trim()
    return piece.trimStart().startsWith(known)
      ? piece.length - piece.trimStart().length + known.length
      : this.#whole.length
  }

  #restates(piece: string): boolean {
    // Most pieces are short: only a long one is worth comparing.
    if (piece.length < RESTATED_FROM_UNITS || piece.length * 2 < this.#whole.length) return false
    const known = this.#whole.toString().trim()
    return known.length >= RESTATED_FROM_UNITS && piece.trimStart().startsWith(known)
  }

  #release(): string {
    const held = this.#held.join("")
    this.#held = []
    return held
  }
}
