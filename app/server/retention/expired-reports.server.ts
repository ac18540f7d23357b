import { adminSupabase } from "#app/server/supabase/clients.server.ts"

/** Deletes reports that were settled long ago. Throws if the database is down. */
export async function deleteExpiredReports(): Promise<void> {
  const deleted = await adminSupabase?.rpc("delete_expired_reports")
  if (deleted?.error) throw deleted.error
}
