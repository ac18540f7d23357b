/** A run sets one bit in so many: fewer would have runs pass for known ones. */
const BITS_A_RUN = 13
const BITS_MIN = 2 ** 13
/** For 10,000 runs; of more, more pass for known ones. */
const BITS_MAX = 2 ** 17

/**
 * Which runs of a few UTF-16 units texts have. Says of some others that a text may have them, but never denies one: what
 * it denies need not be looked for. Takes 1 KB, and 16 KB at most.
 */
export class SeenRuns {
  readonly #units: number
  readonly #texts: string[] = []
  #runs = 0
  #bits = new Uint8Array(BITS_MIN / 8)

  /** `units`: the length of the runs. */
  constructor(units: number) {
    this.#units = units
  }

  add(text: string): void {
    this.#texts.push(text)
    this.#runs += text.length
    const bits = this.#bits.length * 8
    if (bits < BITS_MAX && bits < this.#runs * BITS_A_RUN) this.#grow()
    else this.#note(text)
  }

  /** Whether a text may have the run that this one, which is no shorter than a run, ends with. */
  mayHaveEnd(text: string): boolean {
    const bit = this.#bitOf(text, text.length)
    return ((this.#bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
  }

  #grow(): void {
    let bits = this.#bits.length * 8
    while (bits < BITS_MAX && bits < this.#runs * BITS_A_RUN) bits *= 2
    this.#bits = new Uint8Array(bits / 8)
    for (const text of this.#texts) this.#note(text)
  }

  #note(text: string): void {
    for (let end = this.#units; end <= text.length; end += 1) {
      const bit = this.#bitOf(text, end)
      this.#bits[bit >> 3] = (this.#bits[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }

  #bitOf(text: string, end: number): number {
    let hash = 0
    for (let at = end - this.#units; at < end; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1)
    return (hash ^ (hash >>> 15)) & (this.#bits.length * 8 - 1)
  }
}
