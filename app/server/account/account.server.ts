import { setTimeout as sleep } from "node:timers/promises"
import type { AuthError, SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Account, AccountFailure, LinkType } from "#app/domain/account.ts"
import type { Credentials } from "#app/domain/account-form.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { giveBackQuota, takeQuota } from "#app/server/limits/take-quota.server.ts"
import {
  backendState,
  findAccount,
  forgetAccount,
  supabaseOf,
  visitorSupabaseOf,
} from "#app/server/visitor/session.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { accountFailure, accountFailureOrNull } from "./account-failure.server.ts"
import { enter } from "./enter.server.ts"
import { levelAnswer } from "./level-answer.server.ts"

type Context = Readonly<RouterContextProvider>

/**
 * Signs in. Whatever session was there before is ended: nobody else holds the new one. Counted before the
 * password is looked at, so that many guesses at once are too many; only a wrong one stays counted. A refusal
 * takes as long where the address has no account.
 */
export async function signIn(
  context: Context,
  credentials: Credentials,
): Promise<Outcome<Account, AccountFailure>> {
  const began = Date.now()
  const taken = await takeQuota(context, "sign-in", credentials.email)
  if (!taken.ok) return taken
  const entered = await enter(context, (auth) => auth.signInWithPassword(credentials))
  const isWrong = !entered.ok && entered.failure === "credentials-wrong"
  if (isWrong) await levelAnswer(began)
  else await giveBackQuota(taken.value)
  return entered
}

/**
 * Makes an account. Where addresses are confirmed by mail, a known and an unknown address get the same
 * answer, as late. Where they are not, signing up is signing in, and a known address can only be told: it then
 * takes the password, or is refused as taken.
 */
export async function signUp(
  context: Context,
  credentials: Credentials,
): Promise<Outcome<{ needsConfirmation: boolean }, AccountFailure>> {
  // Not the request's client: it would leave a cookie for a kind of link that we do not send.
  const supabase = visitorSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const began = Date.now()
  const taken = await takeQuota(context, "sign-up", credentials.email)
  if (!taken.ok) return taken
  const { data, error } = await supabase.auth.signUp(credentials)
  if (error && isMailUnderWay(error)) return mailed(began)
  if (error) {
    const failure = accountFailure(error)
    if (failure !== "email-taken") return refusal(failure)
    const known = await signIn(context, credentials)
    if (known.ok) return success({ needsConfirmation: false })
    return known.failure === "credentials-wrong" ? refusal(failure) : known
  }
  const { session } = data
  if (!session) return mailed(began)
  const entered = await enter(context, (auth) => auth.setSession(session))
  return entered.ok ? success({ needsConfirmation: false }) : entered
}

/**
 * Ends the session, here or everywhere. It always ends here; "backend-down" says that Supabase did not
 * hear of it.
 */
export async function signOut(
  context: Context,
  scope: "local" | "global" = "local",
): Promise<Outcome<null, "backend-down">> {
  const supabase = findAccount(context) && supabaseOf(context)
  const failed = supabase && (await supabase.auth.signOut({ scope })).error
  const isUnheard = failed !== null || backendState(context) === "down"
  forgetAccount(context)
  return isUnheard ? refusal("backend-down") : success(null)
}

/** Has a link to set a new password mailed, if the address has an account (see `requestMail`). */
export function requestPasswordReset(context: Context, email: string): MailRequest {
  return requestMail(context, "password-reset", email, (auth) => auth.resetPasswordForEmail(email))
}

/** Has the link of a registration mailed again, if the address still waits to be confirmed (see `requestMail`). */
export function resendConfirmation(context: Context, email: string): MailRequest {
  return requestMail(context, "sign-up", email, (auth) => auth.resend({ type: "signup", email }))
}

/** Uses up a link from a mail: its reader is signed in. Counted before it is looked at; only one that is none stays counted. */
export async function confirmLink(
  context: Context,
  { tokenHash, type }: { tokenHash: string; type: LinkType },
): Promise<Outcome<Account, AccountFailure>> {
  const taken = await takeQuota(context, "mailed-link", tokenHash)
  if (!taken.ok) return taken
  const entered = await enter(context, (auth) => auth.verifyOtp({ token_hash: tokenHash, type }), linkFailure)
  if (entered.ok || entered.failure !== "link-expired") await giveBackQuota(taken.value)
  return entered
}

/**
 * Sets a new password for who knows the old one: a session alone may be a stolen one. The old password begins a
 * session anew, counted as any signing in, so that Supabase takes the change where it wants a recent one.
 */
export async function replacePassword(
  context: Context,
  { current, password }: { current: string; password: string },
): Promise<Outcome<null, AccountFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return changePassword(context, password)
  const { email } = signedIn.value.account
  const entered = await signIn(context, { email, password: current })
  return entered.ok ? changePassword(context, password, current) : entered
}

/**
 * Sets a new password and ends every session of the account, this one too: a copy of it, and what allowed the
 * change, are worth nothing afterwards. Goes on in a new session.
 */
export async function changePassword(
  context: Context,
  password: string,
  current?: string,
): Promise<Outcome<null, AccountFailure>> {
  const entered = findSignedIn(context)
  if (!entered.ok) {
    return refusal(entered.failure === "login-required" ? "session-expired" : entered.failure)
  }
  const { supabase, account } = entered.value
  const { error } = await supabase.auth.updateUser({
    password,
    ...(current && { current_password: current }),
  })
  if (error && error.code !== "same_password") return refusal(accountFailure(error))
  const renewed = await enter(context, (auth) => auth.signInWithPassword({ email: account.email, password }))
  await supabase.auth.signOut({ scope: renewed.ok ? "others" : "global" })
  return success(null)
}

async function mailed(began: number) {
  await levelAnswer(began)
  return success({ needsConfirmation: true })
}

type MailRequest = Promise<Outcome<null, "too-many-attempts" | "backend-missing" | "backend-down">>

const MAIL_ANSWER_MS = 1_000

/** Has a link mailed. The answer, and the time it takes, say nothing about whether the address has an account. */
async function requestMail(
  context: Context,
  action: "password-reset" | "sign-up",
  email: string,
  ask: (auth: SupabaseClient["auth"]) => Promise<{ error: AuthError | null }>,
): MailRequest {
  const supabase = visitorSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const taken = await takeQuota(context, action, email)
  if (!taken.ok) return taken
  const asked = ask(supabase.auth).then(({ error }) => error && accountFailureOrNull(error))
  const [failure] = await Promise.all([Promise.race([asked, sleep(MAIL_ANSWER_MS)]), sleep(MAIL_ANSWER_MS)])
  return failure === "backend-down" ? refusal(failure) : success(null)
}

// The code also stands for a mail quota that is used up, and only the text tells the two apart.
function isMailUnderWay(error: AuthError): boolean {
  return error.code === "over_email_send_rate_limit" && /after \d+ second/.test(error.message)
}

// Whatever else is wrong with a link: there is nothing to do but to ask for another.
function linkFailure(error: AuthError): AccountFailure {
  const failure = accountFailureOrNull(error)
  return failure === "backend-down" || failure === "too-many-attempts" ? failure : "link-expired"
}
