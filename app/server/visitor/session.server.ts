import { createServerClient } from "@supabase/ssr"
import {
  type AuthError,
  isAuthRetryableFetchError,
  type SupabaseClient,
  type User,
} from "@supabase/supabase-js"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { z } from "zod"
import type { Account } from "#app/domain/account.ts"
import { env } from "#app/server/config/env.server.ts"
import { BackendLine } from "#app/server/supabase/backend-line.server.ts"
import { createStateless } from "#app/server/supabase/clients.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { noteLogout } from "./logged-out.server.ts"
import { SESSION_COOKIE, SessionCookies } from "./session-cookies.server.ts"
import { cookieOptions } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

interface Session {
  cookies: SessionCookies
  line: BackendLine
  supabase: SupabaseClient<Database> | null
  account: Account | null
  /** The request came with a session that has expired or ended elsewhere. */
  ended: boolean
  /** This request ended the session. */
  left: boolean
}

const sessionContext = createContext<Session>()

/** Finds out who is signed in before the handlers run. Runs inside `responseCookiesMiddleware`. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session: Session = {
    cookies: new SessionCookies(request, context),
    line: new BackendLine(),
    supabase: null,
    account: null,
    ended: false,
    left: false,
  }
  context.set(sessionContext, session)
  if (env.supabase && !session.cookies.isEmpty) await resolveAccount(session)
  return next()
}

/** The signed-in account; null if there is none, and also while Supabase is down (see `backendState`). */
export function findAccount(context: Context): Account | null {
  return context.get(sessionContext).account
}

/**
 * The mail address in the visitor's cookie while Supabase is down; otherwise null. Use it only to show visitors that
 * they are still signed in: the cookie is unverified and grants nothing.
 */
export async function findClaimedEmail(context: Context): Promise<string | null> {
  const { account, line, cookies } = context.get(sessionContext)
  return !account && line.isDown ? cookies.findClaimedEmail() : null
}

/** Whether the visitor came with a session that is over. They may still believe that they are signed in. */
export function sessionEnded(context: Context): boolean {
  return context.get(sessionContext).ended
}

/** Whether this request signed out. The next visitor on this device may be someone else. */
export function hasSignedOut(context: Context): boolean {
  return context.get(sessionContext).left
}

/** The id of the current session, as Supabase knows it; null if nobody is signed in. */
export async function findSessionId(context: Context): Promise<string | null> {
  const supabase = findAccount(context) && supabaseOf(context)
  const session = supabase && (await supabase.auth.getSession()).data.session
  const payload = session?.access_token.split(".")[1]
  // Supabase has verified the token, because there is an account.
  return payload
    ? sessionClaim.parse(JSON.parse(Buffer.from(payload, "base64url").toString())).session_id
    : null
}

const sessionClaim = z.object({ session_id: z.string() })

/** This request's own client, with its account's permissions. Null if Supabase is not configured. */
export function supabaseOf(context: Context): SupabaseClient<Database> | null {
  const session = context.get(sessionContext)
  session.supabase ??= createSupabase(session)
  return session.supabase
}

/** An anonymous client, even if someone is signed in. Null if Supabase is not configured. */
export function visitorSupabaseOf(context: Context): SupabaseClient<Database> | null {
  return createStateless("publishableKey", context.get(sessionContext).line.fetch)
}

/** A client with the secret key, for writes that no account may do itself. Null if Supabase is not configured. */
export function serverSupabaseOf(context: Context): SupabaseClient<Database> | null {
  return createStateless("secretKey", context.get(sessionContext).line.fetch)
}

/** "missing" if Supabase is not configured, "down" after it failed to answer this request. */
export function backendState(context: Context): "ready" | "missing" | "down" {
  if (!env.supabase) return "missing"
  return context.get(sessionContext).line.isDown ? "down" : "ready"
}

/** Makes this user the request's account. */
export function setAccount(context: Context, user: User): Account {
  const account = toAccount(user)
  context.get(sessionContext).account = account
  return account
}

/** Signs this request out, deletes the session's cookies, and tells the device's script. */
export async function leaveAccount(context: Context): Promise<void> {
  const session = context.get(sessionContext)
  session.account = null
  session.left = true
  forget(session)
  await noteLogout(context)
}

async function resolveAccount(session: Session): Promise<void> {
  session.supabase = createSupabase(session)
  const answer = await Promise.race([session.supabase?.auth.getUser(), session.line.failed])
  if (!answer || session.line.isDown || isAboutOurKey(answer.error)) {
    giveUp(session)
    return
  }
  const { data, error } = answer
  if (data.user) session.account = toAccount(data.user)
  else if (isOver(error)) {
    session.ended = true
    forget(session)
  }
}

// Without hanging up, the SDK would retry the refresh for half a minute and print that it failed.
function giveUp(session: Session): void {
  session.line.hangUp()
  session.line = BackendLine.broken()
  session.supabase = createStateless("publishableKey", session.line.fetch)
}

/** Whether Supabase refused our key. A refused session has an error code, a refused key has none. */
function isAboutOurKey(error: AuthError | null): boolean {
  return error?.status === 401 && !error.code
}

// An error of a busy or broken backend says nothing about the session, so keep the cookie.
function isOver(error: AuthError | null): boolean {
  if (!error || isAuthRetryableFetchError(error)) return false
  return error.status !== 429 && (error.status ?? 400) < 500
}

function forget(session: Session): void {
  session.cookies.forget()
  // The client may still hold the tokens in memory.
  session.supabase = null
}

function toAccount(user: User): Account {
  return { id: user.id, email: user.email ?? "" }
}

function createSupabase({ cookies, line }: Session): SupabaseClient<Database> | null {
  if (!env.supabase) return null
  return createServerClient<Database>(env.supabase.url, env.supabase.publishableKey, {
    cookieOptions: { name: SESSION_COOKIE, ...cookieOptions },
    cookies: {
      getAll: () => cookies.getAll(),
      setAll: (changes) => {
        for (const { name, value, options } of changes) cookies.set(name, value, options)
      },
    },
    db: { retry: false },
    global: { fetch: line.fetch },
  })
}
