import type { Sign } from "./read-completion.server.ts"

/**
 * Aborts its signal when a call is silent for too long: longer before the first text or thought, because models
 * think in silence. Every byte begins the wait anew, also that of a keep-alive.
 */
export class Patience {
  readonly #isOver = new AbortController()
  readonly #silenceMs: number
  #timer: NodeJS.Timeout
  #hasBegun = false

  /** Both in milliseconds. */
  constructor({ firstByteMs, silenceMs }: { firstByteMs: number; silenceMs: number }) {
    this.#silenceMs = silenceMs
    this.#timer = this.#waitFor(firstByteMs)
  }

  get signal(): AbortSignal {
    return this.#isOver.signal
  }

  note(sign: Sign): void {
    if (this.#hasBegun || sign === "byte") {
      this.#timer.refresh()
      return
    }
    this.#hasBegun = true
    clearTimeout(this.#timer)
    this.#timer = this.#waitFor(this.#silenceMs)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #waitFor(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#isOver.abort(), ms)
  }
}
