import { createClient } from "@supabase/supabase-js"
import { env } from "#app/server/config/env.server.ts"
import { fetchWhileThere } from "./backend-line.server.ts"
import type { Database } from "./database.types.ts"

const TIMEOUT_MS = 5_000

/**
 * The client with the secret key, for tables that users cannot access (generations, limits). Null if Supabase is
 * not configured; generations then live in memory.
 */
export const adminSupabase = env.supabase
  ? createClient<Database>(env.supabase.url, env.supabase.secretKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: {
        fetch: (input, init) => fetchWhileThere(input, init, TIMEOUT_MS),
      },
    })
  : null
