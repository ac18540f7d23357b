import * as words from "./remarks.lexicon.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** The filter holds a line that may be a remark or a heading up to this length, in UTF-16 units. */
const LINE_HELD_UNITS = 60
const LATIN_LINE_HELD_UNITS = 240
const BRACKET_HELD_UNITS = 40

const SCENE_BREAK_LINE = "***"
const BRACKETS: Record<string, string> = { "（": "）", "(": ")", "【": "】", "[": "]", "〔": "〕" }

/**
 * Drops what is not story: headings, code fences, preambles and remarks on the text, as well as indents
 * and blank lines.
 */
export class LineFilter extends CharacterFilter {
  /** Whether any story came so far. */
  hasText = false
  #line = ""
  #isDeciding = true
  #bracket = ""
  #space = ""
  #last = ""
  #separator = ""
  #lineHasText = false
  #declined = false
  #out = ""

  /** Whether the model declined in its own words; the filter then drops the whole answer. */
  get declined(): boolean {
    return this.#declined
  }

  protected take(character: string): string {
    if (character === "\n") this.#endLine()
    else if (this.#isDeciding) this.#hold(character)
    else this.#write(character)
    return this.#flush()
  }

  protected override finish(): string {
    this.#endLine()
    return this.#flush()
  }

  #flush(): string {
    const out = this.#declined ? "" : this.#out
    this.#out = ""
    return out
  }

  #hold(character: string): void {
    if (this.#line === "" && BLANK.test(character)) return
    this.#line += character
    const limit = LATIN_LINE.test(this.#line) ? LATIN_LINE_HELD_UNITS : LINE_HELD_UNITS
    if (this.#line.length >= limit || !this.#canBeRemark()) this.#releaseLine()
  }

  #canBeRemark(): boolean {
    if (!this.hasText && FIRST_OF_CALL.test(this.#line)) return true
    if (MARKED_LINE.test(this.#line)) return true
    return FIRST_OF_LINE.test(this.#line) && !PROSE_MARK.test(this.#line)
  }

  #releaseLine(): void {
    const line = this.#line
    this.#line = ""
    this.#isDeciding = false
    if (!this.hasText && DECLINE.test(line)) this.#declined = true
    const story = this.hasText ? line : line.replace(PREAMBLE, "").replace(LATIN_PREAMBLE, "")
    for (const character of story.replace(HEADING_MARK, "")) this.#write(character)
  }

  #endLine(): void {
    if (this.#isDeciding && this.#line !== "") this.#decideWholeLine(this.#line.trim())
    this.#closeBracket()
    this.#space = ""
    if (this.#lineHasText) this.#separator = "\n"
    this.#line = ""
    this.#lineHasText = false
    this.#isDeciding = true
  }

  #decideWholeLine(line: string): void {
    if (SCENE_BREAK.test(line)) this.#separator = `\n${SCENE_BREAK_LINE}\n`
    else if (!NOT_STORY.test(line) && (this.hasText || !TITLE_OR_PREAMBLE.test(line))) this.#releaseLine()
  }

  #write(character: string): void {
    if (this.#bracket !== "") this.#writeInBracket(character)
    else if (character in BRACKETS) this.#bracket = character
    else this.#writePlain(character)
  }

  #writePlain(character: string): void {
    if (BLANK.test(character)) this.#space = character === "\u3000" ? this.#space : " "
    else if (!MARKUP.test(character)) this.#emit(character)
  }

  #writeInBracket(character: string): void {
    this.#bracket += character
    const isClosed = character === BRACKETS[this.#bracket[0] ?? ""]
    if (isClosed && BRACKETED_REMARK.test(this.#bracket)) this.#bracket = ""
    if (isClosed || this.#bracket.length >= BRACKET_HELD_UNITS) this.#closeBracket()
  }

  #closeBracket(): void {
    for (const character of this.#bracket) this.#writePlain(character)
    this.#bracket = ""
  }

  #emit(character: string): void {
    if (this.hasText) this.#out += this.#separator
    if (this.#lineHasText && !hidesSpace(this.#last, character)) this.#out += this.#space
    this.#out += character
    this.#last = character
    this.#separator = ""
    this.#space = ""
    this.hasText = true
    this.#lineHasText = true
  }
}

/** Chinese text has no blank between characters or around its marks. */
function hidesSpace(before: string, after: string): boolean {
  return WIDE_MARK.test(before) || WIDE_MARK.test(after) || (HAN.test(before) && HAN.test(after))
}

const HAN = /\p{Script=Han}/u
const WIDE_MARK = /[，。！？：；、…—“”「」『』《》（）]/u
const LATIN_LINE = /^[A-Za-z]\P{Script=Han}*$/u
const LATIN_OPENING =
  "(?:sure|of course|certainly|okay|ok|here|below|absolutely|great|i'll|i will|let me|continuing)\\b"
const LATIN_PREAMBLE = new RegExp(`^${LATIN_OPENING}\\P{Script=Han}*[:：.!]\\s*(?=[“\\p{Script=Han}])`, "iu")
const HEADING_MARK = /^#+\s*/
const BLANK = /\s/u
const MARKUP = /[*`]/
const PROSE_MARK = /[。！？，“”；…]/
const MARKED_LINE = /^(?:[#`*=_~]|[-—─]+$|[—-]{1,2}[^。！？，“]{0,20}[—-]{0,2}$)/u
const SCENE_BREAK = /^(?:(?:[*＊✱]\s*){3,}|[-—─_=~～·]{2,})$/u
const FIRST_OF_LINE = new RegExp(`^[${words.LINE_FIRST}]`, "u")
const FIRST_OF_CALL = new RegExp(`^(?:[${words.PREAMBLE_FIRST}${words.DECLINE_FIRST}《A-Za-z])`, "u")

const NOT_STORY = new RegExp(
  `^(?:#.*|\`\`\`.*|\\*\\*[^*。！？…!?]{1,30}\\*\\*[：:]?|[—*~＊-]*\\s*${words.REMARK}\\s*[—*~＊-]*[。！.!…]*|[*=_]*${words.CHAPTER}[*=_]*|The End\\.?|To be continued.*)$`,
  "iu",
)
const BRACKETED_REMARK = new RegExp(`^.\\s*(?:${words.REMARK}|${words.CHAPTER})\\s*[。！.!…]*.$`, "u")
const PREAMBLE = new RegExp(`^(?:${words.PREAMBLE})[：:]\\s*`, "u")
const DECLINE = new RegExp(`^${words.DECLINE}`, "u")
const TITLE_OR_PREAMBLE = new RegExp(
  `^(?:《[^》]{1,30}》|${words.PREAMBLE}[：:。]?|${words.PREAMBLE_LINE}[：:。！!~～]*|${LATIN_OPENING}.*)$`,
  "iu",
)
