import { env } from "#app/server/config/env.server.ts"
import { log } from "#app/server/log/log.server.ts"
import { keysRefusedBy } from "./refused-keys.server.ts"

const AGAIN_MS = 30_000

let refused: string[] = []

/** The names of the environment variables whose keys Supabase refused; empty until `checkKeys` got an answer. */
export function refusedKeys(): string[] {
  return refused
}

/** Checks once whether Supabase accepts our keys, and logs those that it refuses. Retries while Supabase is down. */
export async function checkKeys(): Promise<void> {
  if (!env.supabase) return
  const answer = await keysRefusedBy(env.supabase)
  if (answer === null) {
    setTimeout(() => void checkKeys(), AGAIN_MS).unref()
    return
  }
  refused = answer
  if (refused.length > 0) log("error", "Supabase does not accept these keys", { refused })
}
