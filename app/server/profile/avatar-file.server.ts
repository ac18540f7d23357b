import { avatarOwner } from "#app/domain/profile.ts"
import { env } from "#app/server/config/env.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"

const TIMEOUT_MS = 10_000
/** Uploads become WebP. Files of the other types are older, or an account stored them directly. */
const TYPES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
}

/**
 * Fetches a public avatar from the storage by its file name; null if there is none, if its account is deleted, or if
 * the storage fails.
 */
export async function findAvatarFile(
  name: string,
): Promise<{ body: ReadableStream<Uint8Array>; type: string } | null> {
  const type = TYPES[name.split(".").at(-1) ?? ""]
  const owner = avatarOwner(name)
  if (!env.supabase || !owner || !type || !(await hasAccount(owner))) return null
  const url = new URL(`/storage/v1/object/public/avatars/avatars/${name}`, env.supabase.url)
  try {
    const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.ok && answer.body) return { body: answer.body, type }
    await answer.body?.cancel()
  } catch {
    // A missing picture is no reason to fail the page.
  }
  return null
}

/** The file may stay for a while when its account is gone. */
async function hasAccount(id: string): Promise<boolean> {
  const found = await adminSupabase?.from("profiles").select("id").eq("id", id)
  return (found?.data?.length ?? 0) > 0
}
