import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import type { Database } from "#app/server/supabase/database.types.ts"
import { ROOT } from "./children.ts"

export type OperatorClient = SupabaseClient<Database>

/**
 * A client with the backend's secret key: for the backend that the variables name, otherwise for the embedded
 * one of DATA_DIR, which answers on loopback while `npm start` runs. Null when there is neither.
 */
export function operatorBackend(variables: NodeJS.ProcessEnv): OperatorClient | null {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY, DATA_DIR } = variables
  if (SUPABASE_URL) return SUPABASE_SECRET_KEY ? clientOf(SUPABASE_URL, SUPABASE_SECRET_KEY) : null
  const [url, keys] = ["url", "keys.json"].map((name) => join(resolve(ROOT, DATA_DIR || ".data"), name))
  if (!url || !keys || !existsSync(url) || !existsSync(keys)) return null
  return clientOf(readFileSync(url, "utf8"), JSON.parse(readFileSync(keys, "utf8")).secretKey)
}

function clientOf(url: string, key: string): OperatorClient {
  return createClient<Database>(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
