import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { findSessionId } from "./session.server.ts"
import { createSignedCookie } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

const RECOVERY_SECONDS = 15 * 60

const recoveryCookie = createSignedCookie("recovery", z.string(), RECOVERY_SECONDS)

/**
 * The `Set-Cookie` value that lets the session that the mailed link began set a new password, once: the session
 * ends with the change, and no other one fits. Null where there is no session.
 */
export async function allowNewPassword(context: Context): Promise<string | null> {
  const session = await findSessionId(context)
  return session && recoveryCookie.keep(session)
}

/** The `Set-Cookie` value that ends that. */
export function forgetRecovery(): Promise<string> {
  return recoveryCookie.forget()
}

/** Whether a password may be set without the old one. A session alone is not enough: it may be a stolen one. */
export async function maySetPassword(request: Request, context: Context): Promise<boolean> {
  const allowed = await recoveryCookie.parse(request)
  return allowed !== null && allowed === (await findSessionId(context))
}
