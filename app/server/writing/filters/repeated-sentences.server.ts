import {
  belongsToSentenceEnd,
  endsSentence,
  lastParagraph,
  quoteDepth,
  quoteStep,
} from "#app/server/writing/prose/sentence-end.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** How far back sentences are compared, in UTF-16 units without blanks: as far as a model quotes by mistake. */
const REACH_UNITS = 3_200
/** A repetition is a run of two sentences from this length on, or one sentence from the other. */
const RUN_MIN_UNITS = 50
const SENTENCE_MIN_UNITS = 60
/**
 * Of a repetition, this much is told; else it is a song, a prayer or a letter that is read again. Of an exchange, in
 * which one line of speech follows another, less is told.
 */
const TOLD_MIN_SHARE = 1 / 3
const TOLD_OF_EXCHANGE_MIN_SHARE = 1 / 6

/**
 * Drops runs of whole sentences that stand in the same order shortly before, also inside a paragraph that
 * begins with something new. What people say or read aloud may be repeated, and so may short sentences.
 * The filter holds a sentence only while it is the same as an earlier one.
 */
export class RepeatedSentences extends CharacterFilter {
  readonly #before: string
  /** What this answer let through, without blanks. */
  #passed = ""
  /** The last character that is not blank. */
  #last: string
  #depth: number
  #isComparing = false
  #held = ""
  #run = ""
  #source = ""
  #at = -1
  #sentences = 0
  /** How much of what is held ends with a whole sentence; with blanks, and without. */
  #whole = 0
  #wholeRun = 0
  #dropped = 0

  /** `before`: the text so far. */
  constructor(before: string) {
    super()
    this.#before = before
      .slice(-REACH_UNITS * 2)
      .replace(BLANKS, "")
      .slice(-REACH_UNITS)
    this.#last = this.#before.slice(-1)
    this.#depth = quoteDepth(lastParagraph(before))
  }

  /** How many runs of sentences the filter has dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /** What may still be dropped. */
  get held(): string {
    return this.#isComparing ? this.#held : ""
  }

  protected take(character: string): string {
    if (!this.#isComparing) {
      if (!this.#beginsSentence(character)) return this.#pass(character)
      this.#begin()
    }
    return this.#compare(character)
  }

  protected override finish(): string {
    if (!this.#isComparing) return ""
    this.#markWhole()
    if (!this.#isRepetition()) return this.#release()
    // What comes after the whole sentences is known as well, and cut off.
    this.#isComparing = false
    this.#dropped += 1
    return ""
  }

  #beginsSentence(character: string): boolean {
    if (!MAY_END.includes(this.#last) || (this.#depth > 0 && character !== "\n")) return false
    return endsHere(this.#passed.slice(-16) || this.#before.slice(-16), character)
  }

  #begin(): void {
    this.#isComparing = true
    this.#held = this.#run = this.#source = ""
    this.#at = -1
    this.#sentences = this.#whole = this.#wholeRun = 0
  }

  #compare(character: string): string {
    if (BLANK.test(character)) {
      this.#markWhole()
      this.#held += character
      return ""
    }
    if (endsHere(this.#run.slice(-16), character)) this.#markWhole()
    if (this.#isKnown(this.#run + character)) {
      this.#held += character
      this.#run += character
      return ""
    }
    return this.#isRepetition() ? this.#drop(character) : this.#release() + this.#pass(character)
  }

  #isKnown(run: string): boolean {
    if (this.#at !== -1 && this.#source.startsWith(run.at(-1) ?? "", this.#at + run.length - 1)) return true
    for (const source of [this.#passed, this.#before]) {
      const at = source.indexOf(run)
      if (at === -1) continue
      this.#source = source
      this.#at = at
      return true
    }
    return false
  }

  #markWhole(): void {
    if (this.#run.length === this.#wholeRun || !endsSentence(this.#run.slice(-16))) return
    this.#sentences += 1
    this.#whole = this.#held.trimEnd().length
    this.#wholeRun = this.#run.length
  }

  #isRepetition(): boolean {
    const isLong = this.#wholeRun >= (this.#sentences > 1 ? RUN_MIN_UNITS : SENTENCE_MIN_UNITS)
    const whole = isLong ? this.#held.slice(0, this.#whole) : ""
    if (whole === "" || quoteDepth(whole) !== 0) return false
    const isExchange = (whole.match(SPEECH) ?? []).length > 1
    const minShare = isExchange ? TOLD_OF_EXCHANGE_MIN_SHARE : TOLD_MIN_SHARE
    return whole.replace(SPEECH, "").length >= whole.length * minShare
  }

  #drop(next: string): string {
    const rest = this.#held.slice(this.#whole)
    this.#dropped += 1
    this.#isComparing = false
    return this.#pass(rest) + this.#pass(next)
  }

  #release(): string {
    this.#isComparing = false
    const held = this.#held
    this.#held = ""
    return this.#pass(held)
  }

  #pass(text: string): string {
    for (const character of text) {
      if (character === "\n") this.#depth = 0
      if (BLANK_CHARACTERS.includes(character)) continue
      this.#depth += quoteStep(character)
      this.#passed += character
      this.#last = character
    }
    if (this.#passed.length > REACH_UNITS * 2) this.#passed = this.#passed.slice(-REACH_UNITS)
    return text
  }
}

/** Whether a sentence ends before this character. */
function endsHere(before: string, character: string): boolean {
  return !belongsToSentenceEnd(character) && endsSentence(before)
}

const SPEECH = /“[^”]*”|「[^」]*」|『[^』]*』/gu
const MAY_END = '。！？…!?～—.”’」』）】》"'
const BLANK_CHARACTERS = " \n"
const BLANK = /\s/u
const BLANKS = /\s/gu
