import { CopiedRun, comparable } from "./copied-run.server.ts"
import { QuoteBalance } from "./quote-balance.server.ts"
import { belongsToSentenceEnd, endsSentence, quoteDepth } from "./sentence-end.server.ts"

/** A run this long is copied. Blanks are not counted: well under the 30 that must not get through. */
const COPIED_FROM_UNITS = 24
/** Of the sentence that a copied run breaks off in, less than this is not copied yet. */
const BEGUN_SENTENCE_UNITS = 12

/**
 * Drops what is copied word for word from a reference, to the end of the sentence in which the run
 * ends. A character is held only while the run that it belongs to stands in the reference: at most
 * 23 are, blanks not counted.
 */
export class VerbatimCut {
  readonly #run: CopiedRun
  readonly #quotes = new QuoteBalance()
  #passed: string
  #state: "passing" | "copying" | "skipping" = "passing"
  /** While passing: what could still belong to a copied run. */
  #held = ""
  #heldUnits = 0
  /** Else: what is to be dropped, since the last sentence end, and whether there was one. */
  #copied = ""
  #hasDropped = false

  /** `before`: the end of the text that this goes on from. */
  constructor(reference: string, before: string) {
    this.#run = new CopiedRun(reference)
    this.#passed = before.slice(-COPIED_FROM_UNITS)
    this.#run.restart(this.#passed)
  }

  push(text: string): string {
    let out = ""
    for (const character of text) {
      out += this.#state === "passing" ? this.#take(character) : this.#dropOn(character)
    }
    return out
  }

  end(): string {
    if (this.#state === "passing") return this.#pass(this.#held)
    return this.#hasOnlyBegunSentence() ? this.#pass(this.#copied) : this.#drop()
  }

  #take(character: string): string {
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

  /** A sentence that only ends like one of the reference is kept. */
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
    return this.push(text)
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
