import { adminSupabase } from "#app/server/supabase/clients.server.ts"
import { deleteFilesOf } from "./account-files.server.ts"

/** The most accounts at once; the next run takes the others. */
const ACCOUNTS_MAX = 1_000
/** After this, nobody has a session of a deleted account that could upload another file. */
const WATCH_MS = 24 * 60 * 60 * 1_000

/**
 * Deletes files that deleted accounts have left behind, because the storage was down or because a file came late.
 * Throws if the database or the storage is down.
 */
export async function deleteLeftFiles(now = Date.now()): Promise<void> {
  if (!adminSupabase) return
  const { data, error } = await adminSupabase
    .from("deleted_accounts")
    .select("id, deleted_at")
    .order("deleted_at")
    .limit(ACCOUNTS_MAX)
  if (error) throw error
  for (const { id, deleted_at } of data) {
    await deleteFilesOf(adminSupabase, id)
    if (now - Date.parse(deleted_at) < WATCH_MS) continue
    const forgotten = await adminSupabase.from("deleted_accounts").delete().eq("id", id)
    if (forgotten.error) throw forgotten.error
  }
}
