import type { SupabaseClient } from "@supabase/supabase-js"
import { avatarFile, avatarOwner } from "#app/domain/profile.ts"

const FOLDER = "avatars"

export function avatarsOf(supabase: SupabaseClient) {
  return supabase.storage.from("avatars")
}

export function avatarPath(file: string): string {
  return `${FOLDER}/${file}`
}

/** The public address of an avatar that is stored under this account's name; null for any other. */
export function ownAvatarUrl(supabase: SupabaseClient, accountId: string, avatarUrl: string): string | null {
  const file = avatarFile(avatarUrl)
  if (!file || avatarOwner(file) !== accountId) return null
  return avatarsOf(supabase).getPublicUrl(avatarPath(file)).data.publicUrl
}

/** Removes the account's pictures but these. One that stays behind by a failure goes the next time. */
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
