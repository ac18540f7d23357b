import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import type { Database } from "#app/server/supabase/database.types.ts"
import type { BackendKeys } from "#app/server/supabase/refused-keys.server.ts"
import { ROOT } from "./children.ts"

export type OperatorClient = SupabaseClient<Database>

/**
 * A client with the backend's secret key: for the backend that the variables name, otherwise for the embedded
 * one of DATA_DIR, which answers on loopback while `npm start` runs. Null when there is neither.
 */
export function operatorBackend(variables: NodeJS.ProcessEnv): OperatorClient | null {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = variables
  if (SUPABASE_URL) return SUPABASE_SECRET_KEY ? clientOf(SUPABASE_URL, SUPABASE_SECRET_KEY) : null
  const embedded = embeddedBackend(variables)
  return embedded && clientOf(embedded.url, embedded.secretKey)
}

/** Where the embedded backend of DATA_DIR answers while it runs; null if it never ran there. */
export function embeddedBackend({ DATA_DIR }: NodeJS.ProcessEnv): BackendKeys | null {
  const [url, keys] = ["url", "keys.json"].map((name) => join(resolve(ROOT, DATA_DIR || ".data"), name))
  if (!url || !keys || !existsSync(url) || !existsSync(keys)) return null
  const { publishableKey, secretKey } = JSON.parse(readFileSync(keys, "utf8"))
  return { url: readFileSync(url, "utf8"), publishableKey, secretKey }
}

/** A client that keeps no session beyond its process. */
export function clientOf(url: string, key: string, line: typeof fetch = fetch): OperatorClient {
  return createClient<Database>(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: line },
  })
}
