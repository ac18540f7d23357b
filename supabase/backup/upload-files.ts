import { buffer } from "node:stream/consumers"
import type { SupabaseClient } from "@supabase/supabase-js"
import { fileEntry } from "./manifest.ts"
import type { Backup } from "./read-backup.ts"

/** Uploads a backup's files, which makes their rows as well. Throws on the first that is refused. */
export async function uploadFiles(storage: SupabaseClient["storage"], backup: Backup): Promise<void> {
  for (const file of backup.manifest.files) {
    const content = await buffer(backup.content(fileEntry(file)))
    const options = { contentType: file.type, cacheControl: file.cacheSeconds, upsert: true }
    const { error } = await storage.from(file.bucket).upload(file.path, content, options)
    if (error) throw error
  }
}
