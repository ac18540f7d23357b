import { adminSupabase } from "#app/server/supabase/clients.server.ts"

/** Deletes for good what has been in a bin for too long. Throws if the database is down. */
export async function deleteExpiredNovels(): Promise<void> {
  const deleted = await adminSupabase?.rpc("delete_expired_novels")
  if (deleted?.error) throw deleted.error
}
