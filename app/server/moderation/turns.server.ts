/** Lets so many do something at once; the others wait, in the order they came. */
export class Turns {
  #free: number
  #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Does it when it is its turn. Throws the signal's reason when that aborts first. */
  async take<Value>(act: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    await this.#wait()
    try {
      signal.throwIfAborted()
      return await act()
    } finally {
      this.#free += 1
      this.#waiting.shift()?.()
    }
  }

  async #wait(): Promise<void> {
    while (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#free -= 1
  }
}
