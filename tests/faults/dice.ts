/** Seeded chance: the same seed rolls the same run. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = (seed ^ 0x9e3779b9) >>> 0
  }

  /** From 0 up to, but not including, 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  between(from: number, to: number): number {
    return from + Math.floor(this.roll() * (to - from))
  }

  pick<Value>(list: readonly Value[]): Value {
    const value = list[this.between(0, list.length)]
    if (value === undefined) throw new Error("an empty list")
    return value
  }

  shuffle<Value>(list: readonly Value[]): Value[] {
    return list
      .map((value) => ({ value, order: this.roll() }))
      .sort((one, other) => one.order - other.order)
      .map(({ value }) => value)
  }
}
