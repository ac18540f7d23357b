import { adminSupabase } from "./clients.server.ts"
import { refusedKeys } from "./key-check.server.ts"

/** Anybody may ask whether we are ready, so Supabase is asked at most this often. */
const KEEP_MS = 5_000

let last: { askedAt: number; isAnswering: Promise<boolean> } | null = null

/**
 * Whether Supabase takes our keys and answered a query within the last seconds; true if the app runs without it.
 * However many ask, they share one query.
 */
export async function isBackendReady(): Promise<boolean> {
  if (!adminSupabase) return true
  if (!last || performance.now() - last.askedAt > KEEP_MS) {
    last = { askedAt: performance.now(), isAnswering: query(adminSupabase) }
  }
  return (await last.isAnswering) && refusedKeys().length === 0
}

async function query(supabase: NonNullable<typeof adminSupabase>): Promise<boolean> {
  const { error } = await supabase.from("profiles").select("id").limit(1)
  return !error
}
