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
import { createServerSupabase, createVisitorSupabase } from "#app/server/supabase/clients.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { SESSION_COOKIE, SessionCookies } from "./session-cookies.server.ts"
import { cookieOptions } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

interface Session {
  cookies: SessionCookies
  line: BackendLine
  supabase: SupabaseClient<Database> | null
  account: Account | null
  /** It was somebody's until now: expired, or ended elsewhere. */
  ended: boolean
  /** It was ended here, by who asked for it. */
  left: boolean
}

const sessionContext = createContext<Session>()

/** Knows who is signed in before anything is answered, and puts refreshed cookies on the answer. */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const session: Session = {
    cookies: new SessionCookies(request),
    line: new BackendLine(),
    supabase: null,
    account: null,
    ended: false,
    left: false,
  }
  context.set(sessionContext, session)
  if (env.supabase && !session.cookies.isEmpty) await resolveAccount(session)

  const response = await next()
  session.cookies.addTo(response.headers)
  return response
}

/** Who is signed in; null also while nobody can say (see `backendState`). */
export function findAccount(context: Context): Account | null {
  return context.get(sessionContext).account
}

/**
 * The mail address that the visitor's own cookie names while nobody can say whose session it is. It is for showing
 * him that he is still signed in: the cookie may hold anything, and nothing is allowed for it.
 */
export async function findClaimedEmail(context: Context): Promise<string | null> {
  const { account, line, cookies } = context.get(sessionContext)
  return !account && line.isDown ? cookies.findClaimedEmail() : null
}

/** Whether the visitor came with a session that is over: he may still think that he is signed in. */
export function sessionEnded(context: Context): boolean {
  return context.get(sessionContext).ended
}

/** Whether this request signed out: whoever comes next on this device may be somebody else. */
export function hasSignedOut(context: Context): boolean {
  return context.get(sessionContext).left
}

/** Names the session that the account is signed in by, on the server too; null where nobody is signed in. */
export async function findSessionId(context: Context): Promise<string | null> {
  const supabase = findAccount(context) && supabaseOf(context)
  const session = supabase && (await supabase.auth.getSession()).data.session
  const payload = session?.access_token.split(".")[1]
  // Supabase has looked at the token: else there were no account.
  return payload
    ? sessionClaim.parse(JSON.parse(Buffer.from(payload, "base64url").toString())).session_id
    : null
}

const sessionClaim = z.object({ session_id: z.string() })

/** This request's own client, which sees and does what its account may. Null where none is configured. */
export function supabaseOf(context: Context): SupabaseClient<Database> | null {
  const session = context.get(sessionContext)
  session.supabase ??= createSupabase(session)
  return session.supabase
}

/** A client that is nobody, whoever is signed in. */
export function visitorSupabaseOf(context: Context): SupabaseClient<Database> | null {
  return createVisitorSupabase(context.get(sessionContext).line)
}

/** A client with the secret key, for what no account may write by itself. */
export function serverSupabaseOf(context: Context): SupabaseClient<Database> | null {
  return createServerSupabase(context.get(sessionContext).line)
}

/** "down" once Supabase did not answer this request. */
export function backendState(context: Context): "ready" | "missing" | "down" {
  if (!env.supabase) return "missing"
  return context.get(sessionContext).line.isDown ? "down" : "ready"
}

/** From here on this request is that user's. */
export function setAccount(context: Context, user: User): Account {
  const account = toAccount(user)
  context.get(sessionContext).account = account
  return account
}

/** From here on this request is nobody's, and so are the next. */
export function forgetAccount(context: Context): void {
  const session = context.get(sessionContext)
  session.account = null
  session.left = true
  forget(session)
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

// The SDK goes on trying to refresh for half a minute, and prints that it failed.
function giveUp(session: Session): void {
  session.line.hangUp()
  session.line = BackendLine.broken()
  session.supabase = createVisitorSupabase(session.line)
}

/** A session that is refused has a code; a key that is refused has none. */
function isAboutOurKey(error: AuthError | null): boolean {
  return error?.status === 401 && !error.code
}

// A busy or broken backend says nothing about the session: the cookie stays.
function isOver(error: AuthError | null): boolean {
  if (!error || isAuthRetryableFetchError(error)) return false
  return error.status !== 429 && (error.status ?? 400) < 500
}

function forget(session: Session): void {
  session.cookies.forget()
  // The client may still hold tokens in its memory.
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
