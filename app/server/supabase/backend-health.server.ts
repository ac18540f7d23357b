import { setTimeout as sleep } from "node:timers/promises"
import { log } from "#app/server/log/log.server.ts"

/** How long a request waits for the probe of a service that did not answer before. */
const PATIENCE_MS = 800

/** Resolves to whether the service is up. Must settle in the end. */
type Probe = () => Promise<boolean>

/**
 * What this process knows about one Supabase service, shared by all requests. Only the probe, which makes the same
 * small request each time, decides: one visitor's slow, large or broken request must not mark the service as down
 * for everyone.
 */
export class BackendHealth {
  isAway = false
  #service: string
  #probing: Promise<void> | null = null
  #probingSince = 0
  /** The last probe got no answer at all, so the next one may take as long. */
  isSilent = false

  constructor(service: string) {
    this.#service = service
  }

  /** Probes the service; concurrent callers share one probe. Resolves to whether it is up. */
  async check(probe: Probe): Promise<boolean> {
    this.#probing ??= this.#run(probe)
    await this.#probing
    return !this.isAway
  }

  /** Whether a request is worth sending. Waits at most `PATIENCE_MS` while the service does not answer. */
  async mayTry(probe: Probe): Promise<boolean> {
    if (!this.isAway) return true
    const checked = this.check(probe)
    const patience = PATIENCE_MS - (Date.now() - this.#probingSince)
    // A service that refused connections answers the probe at once, either way.
    if (!this.isSilent) await checked
    else if (patience > 0) await Promise.race([checked, sleep(patience)])
    return !this.isAway
  }

  async #run(probe: Probe): Promise<void> {
    this.#probingSince = Date.now()
    const lives = await probe().catch(() => false)
    this.#probing = null
    this.isSilent = !lives && Date.now() - this.#probingSince > PATIENCE_MS
    if (this.isAway === !lives) return
    this.isAway = !lives
    log(lives ? "info" : "error", lives ? "Supabase is back" : "Supabase is away", { service: this.#service })
  }
}
