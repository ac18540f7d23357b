/** What the limit on concurrent generations counts by. */
export const RUNNING_SCOPES = ["visitor", "account", "address"] as const
export type RunningLimits = Record<(typeof RUNNING_SCOPES)[number], number>

// A reader reads one text at a time; a network address may belong to a school or a mobile carrier.
const DEFAULT_RUNNING_LIMITS: RunningLimits = { visitor: 2, account: 4, address: 20 }
const MAX_COUNT = 1_000_000

/**
 * Applies changes such as `visitor=3 address=50` to the default numbers of concurrent generations.
 * Returns a sentence that says what is wrong if a change is invalid.
 */
export function parseRunningLimits(text: string): RunningLimits | string {
  const limits = { ...DEFAULT_RUNNING_LIMITS }
  for (const change of text.split(/[\s,]+/).filter(Boolean)) {
    const [, named = "", count = ""] = /^([a-z]+)=(\d{1,7})$/.exec(change) ?? []
    const scope = RUNNING_SCOPES.find((known) => known === named)
    if (!scope) return `${change} is not one of ${RUNNING_SCOPES.join(", ")}, as in visitor=3`
    if (Number(count) < 1 || Number(count) > MAX_COUNT) return `${change} must be from 1 to ${MAX_COUNT}`
    limits[scope] = Number(count)
  }
  return limits
}
