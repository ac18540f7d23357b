import { BackendLine } from "./backend-line.server.ts"

/** How Supabase answers a key that is not its own. */
const REFUSALS = [401, 403]

export interface BackendKeys {
  url: string
  publishableKey: string
  secretKey: string
}

/** The names of the environment variables whose keys this Supabase refuses; null if it does not answer. */
export async function keysRefusedBy(
  { url, publishableKey, secretKey }: BackendKeys,
  line: () => typeof fetch = () => new BackendLine().fetch,
): Promise<string[] | null> {
  const keys = { SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey }
  const statuses = await Promise.all(Object.values(keys).map((key) => statusFor(line(), url, key)))
  if (statuses.includes(null)) return null
  return Object.keys(keys).filter((_, index) => REFUSALS.includes(statuses[index] ?? 0))
}

async function statusFor(line: typeof fetch, url: string, apikey: string): Promise<number | null> {
  const answer = await line(`${url}/auth/v1/settings`, { headers: { apikey } }).catch(() => null)
  return answer && answer.status < 500 ? answer.status : null
}
