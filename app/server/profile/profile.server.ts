import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { findUsernameProblem, type Profile, type ProfileFailure } from "#app/domain/profile.ts"
import { toSingleLine } from "#app/domain/text.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { accountFailureOrNull } from "#app/server/visitor/account-failure.server.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { keepOnlyAvatars, ownAvatarUrl } from "./avatar-storage.server.ts"

type Context = Readonly<RouterContextProvider>

const PROFILE_COLUMNS = "username, avatar_url"
const profileRow = z.object({ username: z.string().nullable(), avatar_url: z.string().nullable() })

const NO_PROFILE: Profile = { username: null, avatarUrl: null }

/** The signed-in account's profile; an empty one if it has no row. */
export async function getProfile(context: Context): Promise<Outcome<Profile, AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("profiles")
    .select(PROFILE_COLUMNS)
    .eq("id", account.id)
    .maybeSingle()
  if (error) return refusal(accessFailure(error, status))
  return success(data ? toProfile(data) : NO_PROFILE)
}

/** Saves the user name and picture in the profile and in the account's metadata. */
export async function saveProfile(
  context: Context,
  profile: Profile,
): Promise<Outcome<Profile, ProfileFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const username = toSingleLine(profile.username ?? "") || null
  const problem = findUsernameProblem(username ?? "")
  if (problem) return refusal(problem)
  const avatarUrl = profile.avatarUrl && ownAvatarUrl(supabase, account.id, profile.avatarUrl)
  if (profile.avatarUrl && !avatarUrl) return refusal("image-unsupported")
  const taken = await takeQuota(context, "profile-save")
  if (!taken.ok) return refusal("saved-too-often", taken.waitSeconds)

  const before = await getProfile(context)
  const { data, error, status } = await supabase
    .from("profiles")
    .update({ username, avatar_url: avatarUrl })
    .eq("id", account.id)
    .select(PROFILE_COLUMNS)
    .single()
  if (error) return refusal(accessFailure(error, status))
  // Their public pages show the name.
  if (before.ok && before.value.username !== username) await closeOldPages()
  const updated = await supabase.auth.updateUser({ data: { username, avatar_url: avatarUrl } })
  if (updated.error) {
    // The session existed when the request came, so the visitor has signed out elsewhere since.
    if (accountFailureOrNull(updated.error) === "session-expired") return refusal("login-required")
    return refusal(accessFailure(updated.error, updated.error.status ?? 0))
  }
  await keepOnlyAvatars(supabase, account.id, [avatarUrl])
  return success(toProfile(data))
}

function toProfile(row: unknown): Profile {
  const { username, avatar_url } = profileRow.parse(row)
  return { username, avatarUrl: avatar_url }
}
