import { CharacterFilter } from "./text-filter.server.ts"

const FULL_WIDTH: Record<string, string> = {
  ",": "，",
  ".": "。",
  "!": "！",
  "?": "？",
  ":": "：",
  ";": "；",
}
const ELLIPSIS = "……"
const ELLIPSIS_MIN_DOTS = 3

/**
 * Replaces half-width punctuation by what Chinese books use: full-width marks, one ellipsis for three
 * dots, curly quotation marks for straight ones. Marks inside Latin words and numbers stay. The filter
 * holds a mark until it knows the next character.
 */
export class PunctuationFilter extends CharacterFilter {
  #before = ""
  #held = ""
  #isQuoting = false

  protected take(character: string): string {
    if (this.#held !== "" && this.#held[0] === character && DOT.test(character)) {
      this.#held += character
      return ""
    }
    const out = this.#resolve(character)
    if (character in FULL_WIDTH || DOT.test(character)) {
      this.#held = character
      return out
    }
    return out + this.#write(character)
  }

  protected override finish(): string {
    return this.#resolve("")
  }

  #resolve(next: string): string {
    const marks = this.#held
    this.#held = ""
    if (marks === "") return ""
    if (marks.length >= ELLIPSIS_MIN_DOTS) return this.#write(ELLIPSIS)
    const isLatin = LATIN.test(this.#before) && !ENDS_LATIN.test(next)
    return [...marks].map((mark) => this.#write((!isLatin && FULL_WIDTH[mark]) || mark)).join("")
  }

  #write(text: string): string {
    if (text === "\n") this.#isQuoting = false
    this.#before = text
    if (text !== '"') return text
    this.#isQuoting = !this.#isQuoting
    return this.#isQuoting ? "“" : "”"
  }
}

const DOT = /^[.。]$/u
const LATIN = /^[A-Za-z0-9]$/
/** A mark between a Latin word and one of these belongs to the Chinese sentence around the word. */
const ENDS_LATIN = /^(?:|\n|[\p{Script=Han}"“”「」『』，。！？；：…])$/u
