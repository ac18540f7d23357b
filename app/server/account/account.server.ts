import { setTimeout as sleep } from "node:timers/promises"
import type { AuthError, SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Account, AccountFailure, LinkType } from "#app/domain/account.ts"
import type { Credentials } from "#app/domain/forms/account-forms.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { giveBackQuota, takeQuota } from "#app/server/limits/take-quota.server.ts"
import { accountFailure, accountFailureOrNull } from "#app/server/visitor/account-failure.server.ts"
import {
  backendState,
  findAccount,
  leaveAccount,
  supabaseOf,
  visitorSupabaseOf,
} from "#app/server/visitor/session.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { beginSession } from "./begin-session.server.ts"
import { type LinkProof, provenAddress } from "./link-proof.server.ts"

type Context = Readonly<RouterContextProvider>

/**
 * Signs in and ends the previous session. Counts the attempt before it checks the password, so that parallel
 * guesses cannot pass the limit, and gives it back unless the password was wrong. A wrong password and an unknown
 * address take the same time to refuse.
 */
export async function signIn(
  context: Context,
  credentials: Credentials,
): Promise<Outcome<Account, AccountFailure>> {
  const began = Date.now()
  const taken = await takeQuota(context, "sign-in", credentials.email)
  if (!taken.ok) return taken
  const entered = await beginSession(context, (auth) => auth.signInWithPassword(credentials))
  const isWrong = !entered.ok && entered.failure === "credentials-wrong"
  if (isWrong) await delayToFullSecond(began)
  else await giveBackQuota(taken.value)
  return entered
}

/**
 * Creates an account. With confirmation mails, a known and an unknown address get the same answer after the same
 * time. Without them, sign-up also signs in, so a known address cannot be hidden: it signs in with the password,
 * or gets "email-taken". `origin` is this site's own, to which the mail leads.
 */
export async function signUp(
  context: Context,
  credentials: Credentials,
  origin: string,
): Promise<Outcome<{ needsConfirmation: boolean }, AccountFailure>> {
  // The request's own client would set a cookie for a kind of link that we do not send.
  const supabase = visitorSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const began = Date.now()
  const taken = await takeQuota(context, "sign-up", credentials.email)
  if (!taken.ok) return taken
  const emailRedirectTo = provenAddress(origin, "signup", credentials.email)
  const { data, error } = await supabase.auth.signUp({ ...credentials, options: { emailRedirectTo } })
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
  const entered = await beginSession(context, (auth) => auth.setSession(session))
  return entered.ok ? success({ needsConfirmation: false }) : entered
}

/**
 * Ends the session in this browser or everywhere. It always ends in this browser; "backend-down" means that
 * Supabase did not confirm.
 */
export async function signOut(
  context: Context,
  scope: "local" | "global" = "local",
): Promise<Outcome<null, "backend-down">> {
  const supabase = findAccount(context) && supabaseOf(context)
  const failed = supabase && (await supabase.auth.signOut({ scope })).error
  const isUnheard = failed !== null || backendState(context) === "down"
  await leaveAccount(context)
  return isUnheard ? refusal("backend-down") : success(null)
}

/** Asks Supabase to mail a password-reset link, if the address has an account (see `requestMail`). */
export function requestPasswordReset(context: Context, email: string, origin: string): MailRequest {
  const redirectTo = provenAddress(origin, "recovery", email)
  return requestMail(context, "password-reset", email, (auth) =>
    auth.resetPasswordForEmail(email, { redirectTo }),
  )
}

/** Asks Supabase to mail the confirmation link again, if the address is still unconfirmed (see `requestMail`). */
export function resendConfirmation(context: Context, email: string, origin: string): MailRequest {
  const emailRedirectTo = provenAddress(origin, "signup", email)
  return requestMail(context, "sign-up", email, (auth) =>
    auth.resend({ type: "signup", email, options: { emailRedirectTo } }),
  )
}

interface MailedLink {
  tokenHash: string
  type: LinkType
  proof: LinkProof | null
}

/**
 * Redeems a mailed link, which signs its reader in. Counts the attempt first, and gives it back unless the link is
 * invalid. A link with a proof counts by that alone, so that nobody else's attempts can hold it up.
 */
export async function confirmLink(
  context: Context,
  { tokenHash, type, proof }: MailedLink,
): Promise<Outcome<Account, AccountFailure>> {
  const visitor = visitorSupabaseOf(context)
  if (!visitor) return refusal("backend-missing")
  const taken = await (proof
    ? takeQuota(context, "proven-link", proof.text)
    : takeQuota(context, "mailed-link", tokenHash))
  if (!taken.ok) return taken
  const link = { token_hash: tokenHash, type }
  const entered = await beginSession(
    context,
    (auth) => (proof ? enterProven(auth, visitor.auth, link, proof) : auth.verifyOtp(link)),
    linkFailure,
  )
  if (entered.ok || entered.failure !== "link-expired") await giveBackQuota(taken.value)
  return entered
}

/**
 * Sets a new password after checking the old one, because a session alone may be stolen. The check is a normal,
 * rate-limited sign-in, so the session is also as recent as Supabase may require.
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
 * Sets a new password, starts a new session and ends every other one, including the session that made the change:
 * a stolen copy of it is worthless afterwards.
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
  const renewed = await beginSession(context, (auth) =>
    auth.signInWithPassword({ email: account.email, password }),
  )
  await supabase.auth.signOut({ scope: renewed.ok ? "others" : "global" })
  return success(null)
}

/**
 * Redeems a link for the address of its proof alone: a proof from one's own mail would otherwise let its reader guess at
 * other people's links without end. The request's client learns of no other session.
 */
async function enterProven(
  auth: SupabaseClient["auth"],
  visitorAuth: SupabaseClient["auth"],
  link: { token_hash: string; type: LinkType },
  proof: LinkProof,
) {
  const answer = await visitorAuth.verifyOtp(link)
  const { user, session } = answer.data
  if (!session) return answer
  if (proof.isFor(user?.email ?? "")) return auth.setSession(session)
  await visitorAuth.signOut({ scope: "local" })
  return { data: { user: null, session: null }, error: null }
}

async function mailed(began: number) {
  await delayToFullSecond(began)
  return success({ needsConfirmation: true })
}

type MailRequest = Promise<Outcome<null, "too-many-attempts" | "backend-missing" | "backend-down">>

const STEP_MS = 1_000

/**
 * Waits until a whole number of seconds has passed since `began` (a timestamp in milliseconds), so that the time
 * of the answer reveals nothing finer than seconds.
 */
async function delayToFullSecond(began: number): Promise<void> {
  await sleep(STEP_MS - ((Date.now() - began) % STEP_MS))
}

const MAIL_ANSWER_MS = 1_000

/** Asks for a mail. Neither the answer nor its timing reveals whether the address has an account. */
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

// Supabase uses the same code for an exhausted mail quota; only the message tells the two apart.
function isMailUnderWay(error: AuthError): boolean {
  return error.code === "over_email_send_rate_limit" && /after \d+ second/.test(error.message)
}

// Any other error means that the visitor has to request another link.
function linkFailure(error: AuthError): AccountFailure {
  const failure = accountFailureOrNull(error)
  return failure === "backend-down" || failure === "too-many-attempts" ? failure : "link-expired"
}
