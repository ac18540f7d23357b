import type { ClientRequest, IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { App } from "./cluster.ts"
import type { Dice } from "./dice.ts"
import type { FaultConnection } from "./fault-line.ts"
import type { Visitor } from "./visitor.ts"

const RECONNECT_MS = 400
/** Longer than two heartbeats: the connection is dead even if it does not say so. */
const SILENCE_MS = 35_000

export interface Reading {
  id: string
  visitor: Visitor
  apps: readonly App[]
  dice: Dice
}

/** Reads one generation, through whichever process answers, until it has ended. */
export abstract class Reader {
  text = ""
  /** How it ended: done, stopped or a named failure. */
  end: string | null = null
  /** Characters that were shown to the reader and withdrawn. */
  withdrawn = 0
  /** The longest time without new text, counted from the first text. */
  silenceMs = 0
  reconnects = 0
  protected readonly reading: Reading
  #request: ClientRequest | null = null
  #app: App | null = null
  #lastTextAt = 0
  #waiting = new Set<() => void>()
  #isAway = false

  constructor(reading: Reading) {
    this.reading = reading
  }

  protected abstract open(app: App): ClientRequest
  protected abstract take(piece: string): void
  /** Called when an answer has ended or broken off. */
  protected abstract closed(): void

  /** Reads until the end, or until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    while (this.end === null && !signal.aborted) {
      if (!this.#isAway) await this.#readOnce(signal)
      if (this.end === null) await sleep(RECONNECT_MS)
    }
    this.#wake()
  }

  /** Resolves once the reader holds this many characters, or at the end. */
  async reaches(characters: number): Promise<void> {
    while (this.text.length < characters && this.end === null) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** The connection that the reader uses now. */
  connection(): FaultConnection | null {
    return this.#app?.browserLine.from(this.#request?.socket?.localPort) ?? null
  }

  /** Acts like a phone that sleeps: the connection ends, and nothing is requested until `comeBack`. */
  goAway(): void {
    this.#isAway = true
    this.connection()?.cut()
  }

  comeBack(): void {
    this.#isAway = false
  }

  /** Acts like a reload: the reader forgets its text. */
  forget(): void {
    this.text = ""
    this.connection()?.cut()
  }

  protected gained(): void {
    const now = Date.now()
    if (this.#lastTextAt > 0) this.silenceMs = Math.max(this.silenceMs, now - this.#lastTextAt)
    this.#lastTextAt = now
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  #readOnce(signal: AbortSignal): Promise<void> {
    const app = this.reading.dice.pick(this.reading.apps.filter(({ isPaused }) => !isPaused))
    this.#app = app
    this.reconnects += 1
    return new Promise((resolve) => {
      const asked = this.open(app)
      this.#request = asked
      const leave = () => asked.destroy()
      signal.addEventListener("abort", leave, { once: true })
      const watchdog = setTimeout(leave, SILENCE_MS)
      asked.on("response", (response: IncomingMessage) => {
        response.setEncoding("utf8")
        response.on("error", () => {})
        if (response.statusCode !== 200) return void response.resume()
        response.on("data", (piece: string) => {
          watchdog.refresh()
          this.take(piece)
          if (this.end !== null) leave()
        })
      })
      asked.on("error", () => {})
      asked.on("close", () => {
        clearTimeout(watchdog)
        signal.removeEventListener("abort", leave)
        this.closed()
        resolve()
      })
      asked.end()
    })
  }
}
