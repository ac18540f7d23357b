import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { findSessionId } from "./session.server.ts"
import { createSignedCookie } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

const RECOVERY_SECONDS = 15 * 60

const recoveryCookie = createSignedCookie("recovery", z.string(), RECOVERY_SECONDS)

/**
 * The `Set-Cookie` value that lets the session from a mailed link set a new password once: the change ends the
 * session, and the cookie fits no other. Null if there is no session.
 */
export async function allowNewPassword(context: Context): Promise<string | null> {
  const session = await findSessionId(context)
  return session && recoveryCookie.keep(session)
}

/** The `Set-Cookie` value that revokes that permission. */
export function forgetRecovery(): Promise<string> {
  return recoveryCookie.forget()
}

/** Whether this session may set a password without the old one. A session alone is not enough, since it may be stolen. */
export async function maySetPassword(request: Request, context: Context): Promise<boolean> {
  const allowed = await recoveryCookie.parse(request)
  return allowed !== null && allowed === (await findSessionId(context))
}
