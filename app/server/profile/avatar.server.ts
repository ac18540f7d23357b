import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { AVATAR_MAX_BYTES, type ProfileFailure } from "#app/domain/profile.ts"
import { encodeAvatar } from "#app/server/images/encode-avatar.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { avatarPath, avatarsOf, keepOnlyAvatars } from "./avatar-storage.server.ts"
import { getProfile } from "./profile.server.ts"

/** Stores a picture, re-encoded as WebP, and returns its public URL. The profile uses it only after `saveProfile`. */
export async function uploadAvatar(
  context: Readonly<RouterContextProvider>,
  file: File,
): Promise<Outcome<{ avatarUrl: string }, ProfileFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (file.size > AVATAR_MAX_BYTES) return refusal("file-too-large")
  const taken = await takeQuota(context, "avatar-upload")
  if (!taken.ok) return taken
  const encoded = await encodeAvatar(await file.bytes())
  if (!encoded.ok) return encoded

  const { account, supabase } = signedIn.value
  const path = avatarPath(`${account.id}-${Date.now()}.webp`)
  const avatars = avatarsOf(supabase)
  // Upload bytes, because the embedded backend refuses a File.
  const { error } = await avatars.upload(path, encoded.value, { contentType: "image/webp", upsert: true })
  if (error) return refusal(accessFailure(error, error.status ?? 0))

  const { publicUrl } = avatars.getPublicUrl(path).data
  const current = await getProfile(context)
  if (current.ok) await keepOnlyAvatars(supabase, account.id, [current.value.avatarUrl, publicUrl])
  return success({ avatarUrl: publicUrl })
}
