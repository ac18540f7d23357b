/** Runs at most `slots` tasks at once; the others wait in order of arrival. */
export class TaskQueue {
  #free: number
  #waiting: (() => void)[] = []

  constructor(slots: number) {
    this.#free = slots
  }

  /** Runs a task when a slot is free. Throws the signal's reason if it aborts first. */
  async run<Value>(act: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      signal?.throwIfAborted()
      return await act()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
