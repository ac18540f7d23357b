import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import type { Database } from "../database.types.ts"
import { env } from "../env.server.ts"
import type { BackendLine } from "./backend-line.server.ts"

/** A client that is nobody: it reads what anyone may read, asks for mails, and keeps nothing. */
export function createVisitorSupabase(line: BackendLine): SupabaseClient<Database> | null {
  if (!env.supabase) return null
  return createClient<Database>(env.supabase.url, env.supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global: { fetch: line.fetch },
  })
}
