import { seededRandom } from "../support/upstream/prose.ts"

/** Seeded random numbers: the same seed gives the same run. */
export class Dice {
  /** From 0 up to, but not including, 1. */
  readonly roll: () => number

  constructor(seed: number) {
    this.roll = seededRandom(seed)
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
