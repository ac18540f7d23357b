import { isCommonHan } from "#app/server/writing/prose/language.server.ts"
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
/** A line that begins with this many characters of another script keeps its own marks. */
const LATIN_LINE_MIN_UNITS = 24
const FIRST_EAST_ASIAN = "\u2e80"

/**
 * Replaces half-width punctuation by what Chinese books use: full-width marks, one ellipsis for three
 * dots, curly quotation marks for straight ones. Marks inside Latin words and numbers stay, and those of
 * lines without a Chinese character. The filter
 * holds a mark until it knows the next character.
 */
export class PunctuationFilter extends CharacterFilter {
  #before = ""
  #held = ""
  #isQuoting = false
  /** How long the line is without an East Asian character; infinitely negative once it has one. */
  #latin = 0

  protected take(character: string): string {
    if (this.#held === "" && isCommonHan(character.charCodeAt(0))) return this.#write(character)
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
    const isLatinLine = this.#latin >= LATIN_LINE_MIN_UNITS && next < FIRST_EAST_ASIAN
    const isLatin = LATIN.test(this.#before) && (isLatinLine || !ENDS_LATIN.test(next))
    return [...marks].map((mark) => this.#write((!isLatin && FULL_WIDTH[mark]) || mark)).join("")
  }

  #write(text: string): string {
    if (text === "\n") {
      this.#isQuoting = false
      this.#latin = 0
    } else if (text < FIRST_EAST_ASIAN) this.#latin += 1
    else this.#latin = Number.NEGATIVE_INFINITY
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
