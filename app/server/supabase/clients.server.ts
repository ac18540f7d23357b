import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { env } from "#app/server/config/env.server.ts"
import type { BackendLine } from "./backend-line.server.ts"
import type { Database } from "./database.types.ts"

/** An anonymous client: it reads public rows, requests mails and keeps no session. Null if Supabase is not configured. */
export function createVisitorSupabase(line: BackendLine): SupabaseClient<Database> | null {
  return env.supabase && createStateless(env.supabase.url, env.supabase.publishableKey, line)
}

/** A client with the secret key, which bypasses every policy, so the caller checks permissions. Null if not configured. */
export function createServerSupabase(line: BackendLine): SupabaseClient<Database> | null {
  return env.supabase && createStateless(env.supabase.url, env.supabase.secretKey, line)
}

function createStateless(url: string, key: string, line: BackendLine): SupabaseClient<Database> {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    db: { retry: false },
    global: { fetch: line.fetch },
  })
}
