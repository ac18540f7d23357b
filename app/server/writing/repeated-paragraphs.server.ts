/** Shorter paragraphs may come back in a story: an answer, a sound. In UTF-16 units. */
const REPEAT_MIN_UNITS = 40

/**
 * Drops a paragraph that was already written, word for word. A paragraph is held only while it is the
 * beginning of an earlier one.
 */
export class RepeatedParagraphs {
  readonly #earlier: Set<string>
  #candidates: string[] = []
  #separator = ""
  #paragraph = ""
  #isHolding = false
  #dropped = 0

  /** `before` is the text so far, `continues` whether the first piece goes on in its last paragraph. */
  constructor({ before, continues }: { before: string; continues: boolean }) {
    const paragraphs = before.split("\n")
    if (continues) this.#paragraph = paragraphs.pop() ?? ""
    this.#earlier = new Set(paragraphs.filter((paragraph) => paragraph.length >= REPEAT_MIN_UNITS))
    if (!continues) this.#begin()
  }

  get dropped(): number {
    return this.#dropped
  }

  push(text: string): string {
    let out = ""
    for (const character of text) out += character === "\n" ? this.#endParagraph() : this.#write(character)
    return out
  }

  end(): string {
    if (!this.#isHolding) return ""
    return this.#paragraph.length >= REPEAT_MIN_UNITS ? this.#drop() : this.#release()
  }

  #begin(): void {
    this.#paragraph = ""
    this.#candidates = [...this.#earlier]
    this.#isHolding = true
  }

  #write(character: string): string {
    this.#paragraph += character
    if (!this.#isHolding) return character
    const at = this.#paragraph.length
    this.#candidates = this.#candidates.filter(
      (earlier) => earlier.length >= at && earlier.endsWith(character, at),
    )
    return this.#candidates.length > 0 ? "" : this.#release()
  }

  #endParagraph(): string {
    const out = this.#isHolding ? this.#releaseUnlessRepeated() : ""
    if (this.#paragraph.length >= REPEAT_MIN_UNITS) this.#earlier.add(this.#paragraph)
    this.#separator = "\n"
    this.#begin()
    return out
  }

  #releaseUnlessRepeated(): string {
    return this.#earlier.has(this.#paragraph) ? this.#drop() : this.#release()
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
