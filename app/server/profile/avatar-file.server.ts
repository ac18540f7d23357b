import { IMAGE_TYPES, type ImageExtension } from "#app/domain/image-type.ts"
import { avatarOwner } from "#app/domain/profile.ts"
import { env } from "#app/server/config/env.server.ts"

const TIMEOUT_MS = 10_000

/** Fetches a public avatar from the storage by its file name; null if there is none or the storage fails. */
export async function findAvatarFile(
  name: string,
): Promise<{ body: ReadableStream<Uint8Array>; type: string } | null> {
  if (!env.supabase || !avatarOwner(name)) return null
  const url = new URL(`/storage/v1/object/public/avatars/avatars/${name}`, env.supabase.url)
  try {
    const answer = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.ok && answer.body) return { body: answer.body, type: typeOf(name) }
    await answer.body?.cancel()
  } catch {
    // A missing picture is no reason to fail the page.
  }
  return null
}

function typeOf(name: string): string {
  const extension = name.split(".").at(-1) ?? ""
  return IMAGE_TYPES[(extension === "jpeg" ? "jpg" : extension) as ImageExtension]
}
