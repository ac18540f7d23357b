/** A text of 10,000 characters sets one bit in thirteen. */
const BITS = 2 ** 17

/**
 * Which runs of a few UTF-16 units texts have. Says of some others that a text may have them, but never denies one: what
 * it denies need not be looked for. Takes 16 KB, however long the texts are.
 */
export class SeenRuns {
  readonly #units: number
  readonly #bits = new Uint8Array(BITS / 8)

  /** `units`: the length of the runs. */
  constructor(units: number) {
    this.#units = units
  }

  add(text: string): void {
    for (let end = this.#units; end <= text.length; end += 1) {
      const bit = this.#bitOf(text, end)
      this.#bits[bit >> 3] = (this.#bits[bit >> 3] ?? 0) | (1 << (bit & 7))
    }
  }

  /** Whether a text may have the run that this one, which is no shorter than a run, ends with. */
  mayHaveEnd(text: string): boolean {
    const bit = this.#bitOf(text, text.length)
    return ((this.#bits[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
  }

  #bitOf(text: string, end: number): number {
    let hash = 0
    for (let at = end - this.#units; at < end; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1)
    return (hash ^ (hash >>> 15)) & (BITS - 1)
  }
}
