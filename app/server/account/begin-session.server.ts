import type { AuthError, Session, SupabaseClient, User } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Account, AccountFailure } from "#app/domain/account.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { rememberDevice } from "#app/server/visitor/known-device.server.ts"
import { findAccount, setAccount, supabaseOf } from "#app/server/visitor/session.server.ts"
import { accountFailure } from "./account-failure.server.ts"

interface AuthAnswer {
  data: { user: User | null; session: Session | null }
  error: AuthError | null
}

/** Begins a session and ends the previous one, which someone else may hold. Errors become failures by `failureOf`. */
export async function beginSession(
  context: Readonly<RouterContextProvider>,
  begin: (auth: SupabaseClient["auth"]) => Promise<AuthAnswer>,
  failureOf: (error: AuthError) => AccountFailure = accountFailure,
): Promise<Outcome<Account, AccountFailure>> {
  const supabase = supabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const former = findAccount(context) && (await supabase.auth.getSession()).data.session
  const { data, error } = await begin(supabase.auth)
  if (error) return refusal(failureOf(error))
  if (!data.session || !data.user) return refusal("link-expired")

  if (former) await supabase.auth.admin.signOut(former.access_token, "local")
  const account = setAccount(context, data.user)
  rememberDevice(context, account.email)
  return success(account)
}
