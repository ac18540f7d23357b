import { setTimeout as sleep } from "node:timers/promises"
import { log } from "#app/server/log/log.server.ts"

/** How long a request waits to hear that a service which was silent has come back. */
const PATIENCE_MS = 800

/** Answers whether the service lives. It may take its time, but not for ever. */
type Probe = () => Promise<boolean>

/**
 * What this process knows about one service of Supabase, for all of its requests. Only the probe's word counts:
 * it asks for the same small thing each time, so nobody's slow, large or broken request makes the service "away"
 * for everybody else.
 */
export class BackendHealth {
  isAway = false
  #service: string
  #probing: Promise<void> | null = null
  #probingSince = 0
  /** The last probe was not even refused: the next one may take as long. */
  #isSilent = false

  constructor(service: string) {
    this.#service = service
  }

  /** Asks, once for all who want to know now, whether the service lives. */
  async check(probe: Probe): Promise<boolean> {
    this.#probing ??= this.#run(probe)
    await this.#probing
    return !this.isAway
  }

  /** Whether a request is worth sending. While the service is silent it takes `PATIENCE_MS` at most to know. */
  async mayTry(probe: Probe): Promise<boolean> {
    if (!this.isAway) return true
    const checked = this.check(probe)
    const patience = PATIENCE_MS - (Date.now() - this.#probingSince)
    // What refused before either refuses again at once, or is back.
    if (!this.#isSilent) await checked
    else if (patience > 0) await Promise.race([checked, sleep(patience)])
    return !this.isAway
  }

  async #run(probe: Probe): Promise<void> {
    this.#probingSince = Date.now()
    const lives = await probe().catch(() => false)
    this.#probing = null
    this.#isSilent = !lives && Date.now() - this.#probingSince > PATIENCE_MS
    if (this.isAway === !lives) return
    this.isAway = !lives
    log(lives ? "info" : "error", lives ? "Supabase is back" : "Supabase is away", { service: this.#service })
  }
}
