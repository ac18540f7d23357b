import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { findSessionId } from "./session.server.ts"
import { createSignedCookie } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

const RECOVERY_SECONDS = 15 * 60

const recoveryCookie = createSignedCookie("recovery", z.string(), RECOVERY_SECONDS)

/**
 * Lets the session from a mailed link set a new password once: the change ends the session, and the cookie fits no
 * other. Does nothing without a session.
 */
export async function allowNewPassword(context: Context): Promise<void> {
  const session = await findSessionId(context)
  if (session) await recoveryCookie.keep(context, session)
}

/** Revokes that permission. */
export function forgetRecovery(context: Context): Promise<void> {
  return recoveryCookie.forget(context)
}

/** Whether this session may set a password without the old one. A session alone is not enough, since it may be stolen. */
export async function maySetPassword(request: Request, context: Context): Promise<boolean> {
  const allowed = await recoveryCookie.parse(request)
  return allowed !== null && allowed === (await findSessionId(context))
}
