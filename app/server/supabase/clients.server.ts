import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { env } from "#app/server/config/env.server.ts"
import type { BackendLine } from "./backend-line.server.ts"
import type { Database } from "./database.types.ts"

/** A client that is nobody: it reads what anyone may read, asks for mails, and keeps nothing. */
export function createVisitorSupabase(line: BackendLine): SupabaseClient<Database> | null {
  return env.supabase && createStateless(env.supabase.url, env.supabase.publishableKey, line)
}

/** A client that is the server itself: no policy holds it back, so whoever uses it has looked first. */
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
