import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { env } from "#app/server/config/env.server.ts"
import { type BackendLine, fetchWhileThere } from "./backend-line.server.ts"
import type { Database } from "./database.types.ts"

const TIMEOUT_MS = 5_000

/**
 * The process's own client with the secret key, for tables that users cannot access (generations, limits). Null if
 * Supabase is not configured; generations then live in memory.
 */
export const adminSupabase = createStateless("secretKey", (input, init) =>
  fetchWhileThere(input, init, TIMEOUT_MS),
)

/**
 * A client that keeps no session. With the publishable key it is anonymous: it reads public rows and requests mails.
 * The secret key bypasses every policy, so the caller checks permissions. Null if Supabase is not configured.
 */
export function createStateless(
  key: "publishableKey" | "secretKey",
  fetch: BackendLine["fetch"],
): SupabaseClient<Database> | null {
  if (!env.supabase) return null
  return createClient<Database>(env.supabase.url, env.supabase[key], {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global: { fetch },
  })
}
