import {
  addedSentences,
  canStillBeSame,
  GRAM_UNITS,
  grams,
  isContained,
  isSame,
  type Likeness,
  REPEAT_MIN_UNITS,
} from "#app/server/writing/prose/likeness.server.ts"
import { SeenRuns } from "#app/server/writing/prose/seen-runs.server.ts"
import { CharacterFilter } from "./text-filter.server.ts"

/** A shorter paragraph cannot share 0.8 of its 5-grams with one of 40 units. */
const EARLIER_MIN_UNITS = 33

interface Earlier {
  text: string
  /** How many distinct 5-grams it has. */
  size: number
  /** Which paragraph of the text before the answer it is. */
  place?: number
}

interface Candidate extends Likeness {
  earlier: Earlier
}

/** A held paragraph is shown while no earlier one has more than this share of its 5-grams. */
const SHOWN_UP_TO_SHARE = 1 / 3

/**
 * Drops paragraphs that repeat an earlier one, word for word or nearly, and short ones behind such a
 * paragraph that follow it in the earlier text too. What whole sentences such a paragraph adds stays. The filter holds a paragraph
 * only while it may still turn out to be a repetition; a new one passes after about 20 UTF-16 units, and may be shown
 * as `early` after five, or as soon as no earlier one has what it begins with.
 */
export class RepeatedParagraphs extends CharacterFilter {
  /** The paragraphs that may be compared. Kept as sets, their 5-grams would take thirty times as much. */
  readonly #earlier: Earlier[] = []
  readonly #seen = new SeenRuns(GRAM_UNITS)
  #largestSize = 0
  /** All paragraphs of the text before the answer, in order. */
  readonly #paragraphs: string[]
  /** The paragraph that follows the repeated one, which a model that begins anew repeats next. */
  #next: number | null = null
  /** Those that share a 5-gram with the held paragraph, and may still turn out the same. */
  #candidates: Candidate[] = []
  /** Those that shared one, and can't any more. */
  #unlike = new Set<Earlier>()
  #grams = new Set<string>()
  #separator = ""
  #paragraph = ""
  /** How much of a held paragraph may be shown. */
  #shown = 0
  #isHolding = false
  #dropped = 0

  /** `before`: the text so far. `continues`: whether the answer goes on in the last paragraph of it. */
  constructor({ before, continues }: { before: string; continues: boolean }) {
    super()
    const paragraphs = before.split("\n")
    if (continues) this.#paragraph = paragraphs.pop() ?? ""
    for (const [place, paragraph] of paragraphs.entries()) this.#remember(paragraph, place)
    this.#paragraphs = paragraphs
    if (!continues) this.#begin()
  }

  /** How many paragraphs the filter has dropped. */
  get dropped(): number {
    return this.#dropped
  }

  /**
   * The beginning of what is held, as far as it is unlike every earlier paragraph. It passes later, unless the rest of
   * the paragraph repeats one.
   */
  get early(): string {
    return this.#isHolding && this.#shown > 0 ? this.#separator + this.#paragraph.slice(0, this.#shown) : ""
  }

  protected take(character: string): string {
    return character === "\n" ? this.#endParagraph() : this.#write(character)
  }

  /** The last paragraph may be cut short, so it counts as repeated when an earlier one contains it. */
  protected override finish(): string {
    const repeated = this.#repeated(isContained)
    return repeated.length > 0 ? this.#drop(repeated) : this.#release()
  }

  #begin(): void {
    this.#paragraph = ""
    this.#shown = 0
    this.#grams = new Set()
    this.#candidates = []
    this.#unlike = new Set()
    this.#isHolding = true
  }

  #write(character: string): string {
    const from = this.#paragraph.length
    this.#paragraph += character
    if (!this.#isHolding) return character
    for (const gram of grams(this.#paragraph, from)) this.#compare(gram)
    const isBegunNext = this.#isBegunNext()
    if (!isBegunNext && !this.#mayRepeat()) return this.#release()
    if (!isBegunNext && this.#isUnlikeSoFar()) this.#shown = this.#paragraph.length
    return ""
  }

  #isUnlikeSoFar(): boolean {
    if (this.#grams.size === 0) return this.#shown > 0 || this.#beginsNoKnownRun()
    const most = this.#grams.size * SHOWN_UP_TO_SHARE
    return this.#candidates.every(({ shared }) => shared <= most)
  }

  /** Whether the first 5-gram will be new, whatever its last characters are. */
  #beginsNoKnownRun(): boolean {
    return !this.#earlier.some(({ text }) => text.includes(this.#paragraph))
  }

  #mayRepeat(): boolean {
    if (this.#candidates.length > 0) return true
    return this.#earlier.length > 0 && this.#canBeSameWithoutShare(this.#largestSize)
  }

  /** Whether an earlier paragraph that shares nothing with the beginning of the held one may be the same. */
  #canBeSameWithoutShare(size: number): boolean {
    return canStillBeSame({ size, shared: 0, unlike: this.#grams.size })
  }

  #isBegunNext(): boolean {
    return this.#next !== null && (this.#paragraphs[this.#next]?.startsWith(this.#paragraph) ?? false)
  }

  #compare(gram: string): void {
    if (this.#grams.has(gram)) return
    const isNew = !this.#seen.mayHaveEnd(gram)
    const holders = new Set(isNew ? [] : this.#earlier.filter(({ text }) => text.includes(gram)))
    for (const candidate of this.#candidates) {
      if (holders.delete(candidate.earlier)) candidate.shared += 1
      else candidate.unlike += 1
    }
    for (const earlier of holders) {
      if (this.#unlike.has(earlier) || !this.#canBeSameWithoutShare(earlier.size)) continue
      this.#candidates.push({ earlier, size: earlier.size, shared: 1, unlike: this.#grams.size })
    }
    this.#grams.add(gram)
    for (const candidate of this.#candidates) {
      if (!canStillBeSame(candidate)) this.#unlike.add(candidate.earlier)
    }
    this.#candidates = this.#candidates.filter(({ earlier }) => !this.#unlike.has(earlier))
  }

  /** The earlier paragraphs that the held one repeats. */
  #repeated(isRepeated: (likeness: Likeness) => boolean): Earlier[] {
    if (!this.#isHolding || this.#paragraph.length < REPEAT_MIN_UNITS) return []
    const repeated = new Set(this.#candidates.filter(isRepeated).map(({ earlier }) => earlier))
    return this.#earlier.filter((earlier) => repeated.has(earlier))
  }

  #endParagraph(): string {
    const isNext = this.#isHolding && this.#next !== null && this.#paragraphs[this.#next] === this.#paragraph
    const repeated = this.#repeated(isSame)
    if (this.#paragraph !== "") this.#next = this.#placeAfter(isNext, repeated[0])
    const isRepetition = isNext || repeated.length > 0
    const out = isRepetition ? this.#drop(repeated) : this.#release()
    if (!isRepetition || out !== "") this.#remember(this.#paragraph)
    this.#separator = "\n"
    this.#begin()
    return out
  }

  #placeAfter(isNext: boolean, repeated: Earlier | undefined): number | null {
    const place = isNext ? this.#next : (repeated?.place ?? null)
    return place === null ? null : place + 1
  }

  #remember(text: string, place?: number): void {
    if (text.length < EARLIER_MIN_UNITS) return
    const { size } = new Set(grams(text))
    this.#earlier.push({ text, size, place })
    this.#seen.add(text)
    this.#largestSize = Math.max(this.#largestSize, size)
  }

  #drop(repeated: readonly Earlier[]): string {
    this.#dropped += 1
    this.#isHolding = false
    const earlier = repeated.map(({ text }) => text)
    const added = earlier.length > 0 ? addedSentences(this.#paragraph, earlier) : ""
    return added === "" ? "" : this.#separator + added
  }

  #release(): string {
    const hasNothing = !this.#isHolding || this.#paragraph === ""
    this.#isHolding = false
    if (hasNothing) return ""
    const out = this.#separator + this.#paragraph
    this.#separator = ""
    return out
  }
}
