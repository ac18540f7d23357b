import {
  canStillBeSame,
  grams,
  isContained,
  isSame,
  type Likeness,
  REPEAT_MIN_UNITS,
} from "./likeness.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** No shorter paragraph is like enough to one of 40. */
const EARLIER_MIN_UNITS = 33

/**
 * Drops a paragraph that was already written, word for word or nearly. A paragraph is held only while
 * it could still turn out to be a repetition: a new one passes after about 20 units.
 */
export class RepeatedParagraphs extends CharacterFilter {
  readonly #earlier: ReadonlySet<string>[] = []
  #candidates: Likeness[] = []
  #grams = new Set<string>()
  #separator = ""
  #paragraph = ""
  #isHolding = false
  #dropped = 0

  /** `before` is the text so far, `continues` whether the first piece goes on in its last paragraph. */
  constructor({ before, continues }: { before: string; continues: boolean }) {
    super()
    const paragraphs = before.split("\n")
    if (continues) this.#paragraph = paragraphs.pop() ?? ""
    for (const paragraph of paragraphs) this.#remember(paragraph)
    if (!continues) this.#begin()
  }

  get dropped(): number {
    return this.#dropped
  }

  protected take(character: string): string {
    return character === "\n" ? this.#endParagraph() : this.#write(character)
  }

  /** What is held may be half a paragraph, so here it repeats an earlier one that only contains it. */
  protected override finish(): string {
    if (!this.#isHolding) return ""
    return this.#repeats(isContained) ? this.#drop() : this.#release()
  }

  #begin(): void {
    this.#paragraph = ""
    this.#grams = new Set()
    this.#candidates = this.#earlier.map((earlier) => ({ earlier, shared: 0, unlike: 0 }))
    this.#isHolding = true
  }

  #write(character: string): string {
    const from = this.#paragraph.length
    this.#paragraph += character
    if (!this.#isHolding) return character
    for (const gram of grams(this.#paragraph, from)) this.#compare(gram)
    return this.#candidates.length > 0 ? "" : this.#release()
  }

  #compare(gram: string): void {
    if (this.#grams.has(gram)) return
    this.#grams.add(gram)
    for (const candidate of this.#candidates) {
      if (candidate.earlier.has(gram)) candidate.shared += 1
      else candidate.unlike += 1
    }
    this.#candidates = this.#candidates.filter(canStillBeSame)
  }

  #repeats(isRepeated: (likeness: Likeness) => boolean): boolean {
    return this.#paragraph.length >= REPEAT_MIN_UNITS && this.#candidates.some(isRepeated)
  }

  #endParagraph(): string {
    const isRepeated = this.#isHolding && this.#repeats(isSame)
    let out = ""
    if (isRepeated) this.#drop()
    else {
      if (this.#isHolding) out = this.#release()
      this.#remember(this.#paragraph)
    }
    this.#separator = "\n"
    this.#begin()
    return out
  }

  #remember(paragraph: string): void {
    if (paragraph.length >= EARLIER_MIN_UNITS) this.#earlier.push(new Set(grams(paragraph)))
  }

  #drop(): string {
    this.#dropped += 1
    this.#isHolding = false
    return ""
  }

  #release(): string {
    this.#isHolding = false
    if (this.#paragraph === "") return ""
    const out = this.#separator + this.#paragraph
    this.#separator = ""
    return out
  }
}
