import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { DEFAULT_CONTENT_LEVEL, isAdultLevel } from "#app/domain/content-level.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { type AuthorPage, type AuthorPageFailure, findAboutProblem, toAbout } from "#app/domain/profile.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { findModerationProblem } from "#app/server/moderation/moderate.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"

type Context = Readonly<RouterContextProvider>

const authorPageRow = z.object({ is_open: z.boolean(), about: z.string().nullable() })

/** The signed-in account's author page; a closed one if it never had one. */
export async function getAuthorPage(context: Context): Promise<Outcome<AuthorPage, AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("author_pages")
    .select("is_open, about")
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) return refusal(accessFailure(error, status))
  if (!data) return success({ isOpen: false, about: "" })
  const { is_open, about } = authorPageRow.parse(data)
  return success({ isOpen: is_open, about: about ?? "" })
}

/** Opens or closes the account's author page, and saves what stands there once moderation has looked at it. */
export async function saveAuthorPage(
  context: Context,
  page: AuthorPage,
): Promise<Outcome<AuthorPage, AuthorPageFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const about = toAbout(page.about)
  const problem = findAboutProblem(about)
  if (problem) return refusal(problem)
  const taken = await takeQuota(context, "profile-save")
  if (!taken.ok) return refusal("saved-too-often", taken.waitSeconds)
  const objection = about && (await findObjection(about))
  if (objection) return refusal(objection)

  const supabase = serverSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const row = { user_id: signedIn.value.account.id, is_open: page.isOpen, about: about || null }
  const { error, status } = await supabase.from("author_pages").upsert(row)
  if (error) return refusal(accessFailure(error, status))
  // The author's public novels lead to it and to each other while it is open.
  await closeOldPages()
  return success({ isOpen: page.isOpen, about })
}

/** Everyone may read it, so it is held to the level for everyone. */
async function findObjection(about: string): Promise<AuthorPageFailure | null> {
  const level = DEFAULT_CONTENT_LEVEL
  const scanned = await scan({ texts: [about], level, rated: about })
  if (!scanned) return "scan-busy"
  if (scanned.banned) return scanned.banned.reason
  if (isAdultLevel(scanned.level)) return "beyond-level"
  return findModerationProblem([about], { level, isPublic: true })
}
