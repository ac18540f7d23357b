import type { SupabaseClient } from "@supabase/supabase-js"

/** Where an account's files are. Each is named `{accountId}-{timestamp}.{extension}`. */
const PLACES = [
  { bucket: "avatars", folder: "avatars" },
  { bucket: "novel_references", folder: "reference_texts" },
]
const PAGE_FILES = 100

/** Deletes all files of an account. Throws if the storage is down. */
export async function deleteFilesOf(supabase: SupabaseClient, accountId: string): Promise<void> {
  for (const { bucket, folder } of PLACES) {
    const files = supabase.storage.from(bucket)
    let removed = 0
    do {
      const { data, error } = await files.list(folder, { search: accountId, limit: PAGE_FILES })
      if (error) throw error
      // Hosted Supabase lists names, the embedded backend lists paths.
      const names = data.map(({ name }) => name.split("/").at(-1) ?? "")
      const own = names.filter((name) => name.startsWith(`${accountId}-`))
      const gone = own.length > 0 ? await files.remove(own.map((name) => `${folder}/${name}`)) : null
      if (gone?.error) throw gone.error
      removed = gone?.data.length ?? 0
    } while (removed > 0)
  }
}
