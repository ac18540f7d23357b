import type { SupabaseClient } from "@supabase/supabase-js"
import { avatarFile, avatarOwner } from "#app/domain/profile.ts"

const FOLDER = "avatars"

/** The storage bucket of avatars. */
export function avatarsOf(supabase: SupabaseClient) {
  return supabase.storage.from("avatars")
}

/** The path of an avatar's file in its bucket. */
export function avatarPath(file: string): string {
  return `${FOLDER}/${file}`
}

/** The current public URL of an avatar if this account owns it, otherwise null. */
export function ownAvatarUrl(supabase: SupabaseClient, accountId: string, avatarUrl: string): string | null {
  const file = avatarFile(avatarUrl)
  if (!file || avatarOwner(file) !== accountId) return null
  return avatarsOf(supabase).getPublicUrl(avatarPath(file)).data.publicUrl
}

/** Deletes all of the account's pictures except `kept`, which are public URLs. Ignores failures: the next call deletes the rest. */
export async function keepOnlyAvatars(
  supabase: SupabaseClient,
  accountId: string,
  kept: (string | null)[],
): Promise<void> {
  const keptFiles = kept.map((url) => url && avatarFile(url))
  const { data } = await avatarsOf(supabase).list(FOLDER, { search: accountId, limit: 100 })
  // Hosted Supabase lists names, the embedded backend lists paths.
  const files = (data ?? []).map(({ name }) => name.split("/").at(-1) ?? "")
  const old = files.filter((file) => avatarOwner(file) === accountId && !keptFiles.includes(file))
  if (old.length > 0) await avatarsOf(supabase).remove(old.map(avatarPath))
}
