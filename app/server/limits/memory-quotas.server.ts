import type { Rate } from "#app/server/config/rate-limits.server.ts"

/** One counter: `key` is a keyed hash of the action and of whom it counts. */
export interface Quota extends Rate {
  key: string
}

/** Counts like the database's `take_quotas`, for one process and in bounded memory. */
export class MemoryQuotas {
  /** When each quota will be empty, as a timestamp in milliseconds; the most recently used is last. */
  #emptyAt = new Map<string, number>()
  #maxKeys: number

  constructor(maxKeys: number) {
    this.#maxKeys = maxKeys
  }

  /** Counts one attempt in every quota, or in none if one is full. Returns 0, or the seconds to wait. */
  take(quotas: Quota[], now = Date.now()): number {
    const waits = quotas.map(
      (quota) => this.#fullUntil(quota, now) + stepMs(quota) - now - quota.seconds * 1_000,
    )
    const wait = Math.max(0, ...waits)
    if (wait > 0) return Math.ceil(wait / 1_000)

    for (const quota of quotas) this.#set(quota.key, this.#fullUntil(quota, now) + stepMs(quota))
    return 0
  }

  /** Takes back one attempt in each quota. */
  giveBack(quotas: Quota[]): void {
    for (const quota of quotas) {
      const emptyAt = this.#emptyAt.get(quota.key)
      if (emptyAt !== undefined) this.#set(quota.key, emptyAt - stepMs(quota))
    }
  }

  #fullUntil({ key }: Quota, now: number): number {
    return Math.max(this.#emptyAt.get(key) ?? now, now)
  }

  #set(key: string, emptyAt: number): void {
    this.#emptyAt.delete(key)
    this.#emptyAt.set(key, emptyAt)
    for (const oldest of this.#emptyAt.keys()) {
      if (this.#emptyAt.size <= this.#maxKeys) return
      this.#emptyAt.delete(oldest)
    }
  }
}

// Rounded down, because otherwise the last attempt of a full count would come a moment too early.
function stepMs({ count, seconds }: Rate): number {
  return Math.floor((seconds * 1_000) / count)
}
