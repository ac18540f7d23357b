import { isCommonHan } from "#app/server/writing/prose/language.server.ts"
import { SeenRuns } from "#app/server/writing/prose/seen-runs.server.ts"
import {
  belongsToSentenceEnd,
  endsSentence,
  quoteDepth,
} from "#app/server/writing/prose/sentence-end.server.ts"
import { QuoteBalance } from "./quote-balance.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** A run from this length on is a copy, blanks not counted; no run of 30 may get through. */
const COPIED_FROM_UNITS = 24
/** The beginning of a sentence counts as copied only from this length on. */
const BEGUN_SENTENCE_UNITS = 12

/**
 * Drops runs that are copied word for word from a reference, up to the end of the sentence in which
 * the run ends. The filter holds a character only while its run stands in the reference: at most 23
 * UTF-16 units, blanks not counted.
 */
export class VerbatimCut extends CharacterFilter {
  readonly #run: CopiedRun
  readonly #quotes = new QuoteBalance()
  #passed: string
  #state: "passing" | "copying" | "skipping" = "passing"
  /** While passing: characters that may still belong to a copied run. */
  #held = ""
  #heldUnits = 0
  /** While copying or skipping: what to drop since the last sentence end, and whether there was one. */
  #copied = ""
  #hasDropped = false

  /** `before`: the end of the text that the answer continues. */
  constructor(reference: string, before: string) {
    super()
    this.#run = new CopiedRun(reference)
    this.#passed = before.slice(-COPIED_FROM_UNITS)
    this.#run.restart(this.#passed)
  }

  protected take(character: string): string {
    return this.#state === "passing" ? this.#compare(character) : this.#dropOn(character)
  }

  protected override finish(): string {
    if (this.#state === "passing") return this.#pass(this.#held)
    return this.#hasOnlyBegunSentence() ? this.#pass(this.#copied) : this.#drop()
  }

  #compare(character: string): string {
    this.#run.extend(character)
    this.#held += character
    this.#heldUnits += comparable(character).length
    return this.#run.length >= COPIED_FROM_UNITS ? this.#beginToDrop() : this.#releaseUnlike()
  }

  #releaseUnlike(): string {
    let released = ""
    for (const character of this.#held) {
      const units = comparable(character).length
      if (units > 0 && this.#heldUnits <= this.#run.length) break
      this.#heldUnits -= units
      released += character
    }
    this.#held = this.#held.slice(released.length)
    return this.#pass(released)
  }

  /** Keeps a sentence of which only the end stands in the reference. */
  #beginToDrop(): string {
    const [ending = ""] = END_OF_SENTENCE.exec(this.#held) ?? []
    this.#copied = this.#held.slice(ending.length)
    this.#held = ""
    this.#heldUnits = 0
    this.#hasDropped = false
    this.#state = "copying"
    return this.#pass(ending)
  }

  #dropOn(character: string): string {
    const goesOn = this.#state === "copying" && this.#run.extend(character)
    const isNewline = character === "\n"
    const isNextSentence = endsSentence(this.#copied) && !belongsToSentenceEnd(character)
    const leavesQuotation = !goesOn && quoteDepth(this.#copied + character) < 0
    const endsHere = isNewline || isNextSentence || leavesQuotation
    const out = endsHere ? this.#drop() : ""
    if (isNewline && goesOn) return out + this.#pass(character)
    if (!goesOn && (endsHere || (this.#state === "copying" && this.#hasOnlyBegunSentence()))) {
      return out + this.#passFrom(this.#copied + character)
    }
    if (!goesOn) this.#state = "skipping"
    this.#copied += character
    return out
  }

  #hasOnlyBegunSentence(): boolean {
    return this.#hasDropped && this.#copied.length < BEGUN_SENTENCE_UNITS
  }

  #passFrom(text: string): string {
    this.#state = "passing"
    this.#copied = ""
    this.#run.restart(this.#passed)
    return this.takeAll(text)
  }

  #drop(): string {
    const kept = this.#quotes.drop(this.#copied)
    this.#copied = ""
    this.#hasDropped = true
    return kept
  }

  #pass(text: string): string {
    const kept = this.#quotes.keep(text)
    this.#passed = (this.#passed + kept).slice(-COPIED_FROM_UNITS)
    return kept
  }
}

/** The last words of a sentence, fewer than `BEGUN_SENTENCE_UNITS`, or marks alone. */
const END_OF_SENTENCE = /^[^。！？…!?～]{0,11}[。！？…!?～]+[”’」』）】》]*\s*|^[\s”’」』）】》]+/u

/** Tracks the longest end of a growing text that also stands in the source. Ends of one or two units always count. */
class CopiedRun {
  readonly #source: string
  readonly #threes = new SeenRuns(UNITS_SEEN)
  #run = ""
  /** Where in the source the run stands; `NOWHERE` as well while it is too short to be looked for. */
  #at = NOWHERE

  constructor(source: string) {
    this.#source = [...source].map(comparable).join("")
    this.#threes.add(this.#source)
  }

  /** Length of the run in UTF-16 units, blanks not counted. */
  get length(): number {
    return this.#run.length
  }

  /** Takes one more character; returns whether the run grew, rather than lost its beginning. */
  extend(character: string): boolean {
    const added = comparable(character)
    const longer = this.#run + added
    const goesOn = this.#at !== NOWHERE && this.#source.startsWith(added, this.#at + this.#run.length)
    this.#run = longer
    if (!goesOn) this.#find()
    return this.#run === longer
  }

  #find(): void {
    this.#at = NOWHERE
    // Most of what a model writes is told apart here, without a search.
    if (this.#run.length >= UNITS_SEEN && !this.#threes.mayHaveEnd(this.#run))
      this.#run = this.#run.slice(1 - UNITS_SEEN)
    while (this.#run.length >= UNITS_SEEN && this.#at === NOWHERE) {
      this.#at = this.#source.indexOf(this.#run)
      if (this.#at === NOWHERE) this.#run = this.#run.slice(1)
    }
  }

  /** Begins again after this text. */
  restart(text: string): void {
    this.#run = ""
    for (const character of text) this.extend(character)
  }
}

const NOWHERE = -1
const UNITS_SEEN = 3

/** Makes characters equal that differ only in width, case or the shape of a quotation mark; removes blanks. */
function comparable(character: string): string {
  if (isCommonHan(character.charCodeAt(0))) return character
  if (BLANK.test(character)) return ""
  if (QUOTE.test(character)) return '"'
  const plain = character.normalize("NFKC").toLowerCase()
  return plain.length === character.length ? plain : character
}

const BLANK = /\s/u
const QUOTE = /[“”„‟「」『』＂"]/u
