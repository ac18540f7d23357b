/** Runs at most `slots` tasks at once; the others wait in order of arrival. */
export class RequestQueue {
  #free: number
  #waiting: (() => void)[] = []

  constructor(slots: number) {
    this.#free = slots
  }

  /** Runs a task when a slot is free. Throws the signal's reason if it aborts first. */
  async run<Value>(act: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
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
