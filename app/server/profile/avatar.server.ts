import type { RouterContextProvider } from "react-router"
import { IMAGE_TYPES } from "#app/domain/image-type.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { AVATAR_MAX_BYTES, hasTooManyPixels, type ProfileFailure } from "#app/domain/profile.ts"
import { stripImage } from "#app/server/images/strip-image.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { avatarPath, avatarsOf, keepOnlyAvatars } from "./avatar-storage.server.ts"
import { getProfile } from "./profile.server.ts"

/** Stores a picture without its metadata and returns its public URL. The profile uses it only after `saveProfile`. */
export async function uploadAvatar(
  context: Readonly<RouterContextProvider>,
  file: File,
): Promise<Outcome<{ avatarUrl: string }, ProfileFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (file.size > AVATAR_MAX_BYTES) return refusal("file-too-large")
  const taken = await takeQuota(context, "avatar-upload")
  if (!taken.ok) return taken
  const image = stripImage(new Uint8Array(await file.arrayBuffer()))
  if (!image) return refusal("image-unsupported")
  if (image.sizes.some(hasTooManyPixels)) return refusal("too-many-pixels")

  const { account, supabase } = signedIn.value
  const path = avatarPath(`${account.id}-${Date.now()}.${image.extension}`)
  const avatars = avatarsOf(supabase)
  // Upload bytes, because the embedded backend refuses a File.
  const contentType = IMAGE_TYPES[image.extension]
  const { error } = await avatars.upload(path, image.bytes, { contentType, upsert: true })
  if (error) return refusal(accessFailure(error, error.status ?? 0))

  const { publicUrl } = avatars.getPublicUrl(path).data
  const current = await getProfile(context)
  if (current.ok) await keepOnlyAvatars(supabase, account.id, [current.value.avatarUrl, publicUrl])
  return success({ avatarUrl: publicUrl })
}
