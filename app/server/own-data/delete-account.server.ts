import type { RouterContextProvider } from "react-router"
import type { AccountFailure } from "#app/domain/account.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { signIn } from "#app/server/account/account.server.ts"
import { listActive } from "#app/server/generation/storage-loop.server.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { reporterFor } from "#app/server/reports/report-novel.server.ts"
import { deleteFilesOf } from "#app/server/retention/account-files.server.ts"
import { leaveAccount, serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { findSignedIn, serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { ownerFor } from "#app/server/visitor/visitor.server.ts"

/**
 * Deletes the signed-in account with all that belongs to it, and signs it out everywhere. Checks the password first,
 * because a session alone may be stolen; a wrong one counts like any other attempt to sign in. The rows go first, all or
 * none, so that what fails leaves the account as it was. Files that cannot be deleted now are deleted later.
 */
export async function deleteAccount(
  context: Readonly<RouterContextProvider>,
  password: string,
): Promise<Outcome<null, AccountFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) {
    return refusal(signedIn.failure === "login-required" ? "session-expired" : signedIn.failure)
  }
  const entered = await signIn(context, { email: signedIn.value.account.email, password })
  if (!entered.ok) return entered
  const { id } = entered.value
  const supabase = serverSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")

  const owner = ownerFor({ id: "", account: id })
  for (const generation of listActive(owner)) generation.stop()
  const { error, status } = await supabase.rpc("delete_account", {
    p_user_id: id,
    p_owner: owner,
    p_reporter: reporterFor(id),
  })
  if (error) return refusal(serverFailure(error, status))
  await deleteFilesOf(supabase, id).catch((failure: unknown) => {
    log("error", "files of a deleted account are deleted later", { error: describeError(failure) })
  })
  await leaveAccount(context)
  await closeOldPages()
  return success(null)
}
