import { isRefusal, withoutPreface } from "./assistant-voice.server.ts"
import * as words from "./remarks.lexicon.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** The filter holds a line that may be a remark or a heading up to this length, in UTF-16 units. */
const LINE_HELD_UNITS = 60
const LATIN_LINE_HELD_UNITS = 240
const BRACKET_HELD_UNITS = 40
/** A shorter line may repeat a few words of the prompt by chance. */
const ECHO_MIN_UNITS = 6
const OPENING_LINE_MAX_UNITS = 240

const SCENE_BREAK_LINE = "***"
const BRACKETS: Record<string, string> = { "（": "）", "(": ")", "【": "】", "[": "]", "〔": "〕" }

/**
 * Drops what is not story: headings, code fences, lines of the prompt, preambles and remarks on the text,
 * as well as indents and blank lines. A first line that turns out to be a remark when it is complete is
 * taken back.
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
  /** What went out of the first line; null once that is known to be story. */
  #opening: string | null = ""
  #out = ""
  readonly #instructions: string
  readonly #onWithdrawn: () => void

  /** `instructions`: what the prompt says itself. `onWithdrawn`: called when the first line is taken back. */
  constructor(instructions = "", onWithdrawn = () => {}) {
    super()
    this.#instructions = folded(instructions)
    this.#onWithdrawn = onWithdrawn
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
    const out = this.#out
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
    if (MARKED_LINE.test(this.#line) || this.#instructions.includes(folded(this.#line))) return true
    return FIRST_OF_LINE.test(this.#line) && !PROSE_MARK.test(this.#line)
  }

  #releaseLine(): void {
    const line = this.#line
    this.#line = ""
    this.#isDeciding = false
    const story = this.hasText ? line : withoutPreface(line.replace(LATIN_AGREEMENT, "")) || line
    for (const character of story.replace(HEADING_MARK, "")) this.#write(character)
  }

  #endLine(): void {
    if (this.#isDeciding && this.#line !== "") this.#decideWholeLine(this.#line.trim())
    this.#closeBracket()
    if (this.#opening) this.#decideOpening(this.#opening)
    this.#space = ""
    if (this.#lineHasText) this.#separator = "\n"
    this.#line = ""
    this.#lineHasText = false
    this.#isDeciding = true
  }

  #decideWholeLine(line: string): void {
    if (SCENE_BREAK.test(line)) this.#separator = `\n${SCENE_BREAK_LINE}\n`
    else if (!NOT_STORY.test(line) && !this.#isEcho(line) && (this.hasText || !isPreface(line)))
      this.#releaseLine()
  }

  #isEcho(line: string): boolean {
    return line.length >= ECHO_MIN_UNITS && this.#instructions.includes(folded(line))
  }

  /** Takes back what of the first line is a remark, and lets the rest through again. */
  #decideOpening(line: string): void {
    this.#opening = null
    const story = isRefusal(line) ? line : withoutPreface(line)
    if (story === line) return
    this.#opening = story === "" ? "" : null
    this.#out = story
    this.#last = [...story].at(-1) ?? ""
    this.#separator = ""
    this.hasText = this.#lineHasText = story !== ""
    this.withdraw()
    this.#onWithdrawn()
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
    const space = this.#lineHasText && !hidesSpace(this.#last, character) ? this.#space : ""
    this.#out += space + character
    this.#last = character
    this.#separator = ""
    this.#space = ""
    this.hasText = true
    this.#lineHasText = true
    if (this.#opening === null) return
    this.#opening += space + character
    if (this.#opening.length > OPENING_LINE_MAX_UNITS) this.#decideOpening(this.#opening)
  }
}

function isPreface(line: string): boolean {
  return (TITLE_OR_PREAMBLE.test(line) || withoutPreface(line) === "") && !isRefusal(line)
}

/** As the prompt and a model that repeats it may differ: in blanks and numbers. */
function folded(text: string): string {
  return text.replace(/\s/gu, "").replace(/\d+/gu, "0")
}

/** Chinese text has no blank between characters or around its marks. */
function hidesSpace(before: string, after: string): boolean {
  if (QUOTE.test(before) || QUOTE.test(after)) return !LATIN.test(before) && !LATIN.test(after)
  return WIDE_MARK.test(before) || WIDE_MARK.test(after) || (HAN.test(before) && HAN.test(after))
}

const HAN = /\p{Script=Han}/u
const LATIN = /[A-Za-z0-9]/
/** Marks that texts in Latin letters have as well. */
const QUOTE = /[“”…—]/u
const WIDE_MARK = /[，。！？：；、…—“”「」『』《》（）]/u
const LATIN_LINE = /^[A-Za-z]\P{Script=Han}*$/u
const LATIN_AGREES = "(?:sure|of course|certainly|okay|ok|absolutely|great)"
const LATIN_OPENING = `(?:${LATIN_AGREES}|here|below|i'll|i will|let me|continuing)\\b`
const LATIN_AGREEMENT = new RegExp(`^${LATIN_AGREES}\\s*[:：.!]\\s*(?=[“\\p{Script=Han}])`, "iu")
const HEADING_MARK = /^#+\s*/
const BLANK = /\s/u
const MARKUP = /[*`]/
const PROSE_MARK = /[。！？，“”；…]/
const MARKED_LINE = /^(?:[#`*=_~]|\d{1,2}[.、]?\s*(?:〔.*)?$|[-—─]+$|[—-]{1,2}[^。！？，“]{0,20}[—-]{0,2}$)/u
const SCENE_BREAK = /^(?:(?:[*＊✱]\s*){3,}|[-—─_=~～·]{2,})$/u
const FIRST_OF_LINE = new RegExp(`^[${words.LINE_FIRST}]`, "u")
const FIRST_OF_CALL = new RegExp(`^(?:[${words.PREAMBLE_FIRST}${words.DECLINE_FIRST}《【（A-Za-z])`, "u")

const NOT_STORY = new RegExp(
  `^(?:#.*|\`\`\`.*|\\*\\*[^*。！？…!?]{1,30}\\*\\*[：:]?|${words.PROMPT_LINE}|[—*~＊-]*\\s*${words.REMARK}\\s*[—*~＊-]*[。！.!…]*|[*=_]*${words.CHAPTER}[*=_]*|The End\\.?|To be continued.*)$`,
  "iu",
)
const BRACKETED_REMARK = new RegExp(`^.\\s*(?:${words.REMARK}|${words.CHAPTER})\\s*[。！.!…]*.$`, "u")
const TITLE_OR_PREAMBLE = new RegExp(
  `^(?:《[^》]{1,30}》|${words.PREAMBLE}[：:]|${words.PREAMBLE_LINE}[：:。！!~～]*|${LATIN_AGREES}[,.!~ ]*|${LATIN_OPENING}\\P{Script=Han}*[：:])$`,
  "iu",
)
