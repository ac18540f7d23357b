import { env } from "#app/server/config/env.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"

const FOLDER = "reference_texts"
/** The most files that the storage lists and removes at once. */
const PAGE_FILES = 1_000
const HOUR_MS = 60 * 60 * 1_000

/** Deletes all accounts' reference texts that are older than `RETENTION` allows. Throws if the storage is down. */
export async function deleteExpiredReferences(): Promise<void> {
  const before = new Date(Date.now() - env.RETENTION.references * HOUR_MS)
  const references = adminSupabase?.storage.from("novel_references")
  if (!references) return
  for (;;) {
    const sortBy = { column: "created_at", order: "asc" }
    const { data, error } = await references.list(FOLDER, { limit: PAGE_FILES, sortBy })
    if (error) throw error
    // Hosted Supabase lists names, the embedded backend lists paths. Folders have no `created_at`.
    const expired = data.filter(({ created_at }) => created_at && new Date(created_at) < before)
    const paths = expired.map(({ name }) => `${FOLDER}/${name.split("/").at(-1)}`)
    if (paths.length === 0) return
    const removed = await references.remove(paths)
    if (removed.error) throw removed.error
    if (removed.data.length === 0 || data.length < PAGE_FILES) return
  }
}
