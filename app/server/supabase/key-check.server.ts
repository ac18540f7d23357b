import { env } from "#app/server/config/env.server.ts"
import { log } from "#app/server/log/log.server.ts"
import { BackendLine } from "./backend-line.server.ts"

const AGAIN_MS = 30_000
/** How Supabase answers a key that is not its own. */
const REFUSALS = [401, 403]

let refused: string[] = []

/** The names of the environment variables whose keys Supabase refused; empty until `checkKeys` got an answer. */
export function refusedKeys(): string[] {
  return refused
}

/** Checks once whether Supabase accepts our keys, and logs those that it refuses. Retries while Supabase is down. */
export async function checkKeys(): Promise<void> {
  if (!env.supabase) return
  const { url, publishableKey, secretKey } = env.supabase
  const keys = { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey }
  const statuses = await Promise.all(Object.values(keys).map((key) => statusFor(url, key)))
  if (statuses.includes(null)) {
    setTimeout(() => void checkKeys(), AGAIN_MS).unref()
    return
  }
  refused = Object.keys(keys).filter((_, index) => REFUSALS.includes(statuses[index] ?? 0))
  if (refused.length > 0) log("error", "Supabase does not accept these keys", { refused })
}

async function statusFor(url: string, apikey: string): Promise<number | null> {
  const settings = new BackendLine().fetch(`${url}/auth/v1/settings`, { headers: { apikey } })
  const answer = await settings.catch(() => null)
  return answer && answer.status < 500 ? answer.status : null
}
