import { z } from "zod"
import type { Account } from "../../domain/account.ts"
import { createSignedCookie } from "../signed-cookie.server.ts"

const RECOVERY_SECONDS = 15 * 60

const recoveryCookie = createSignedCookie("recovery", z.string().nullable().catch(null))

/** The `Set-Cookie` value that lets this account set a new password: its reader came by the mailed link. */
export function allowNewPassword(account: Account): Promise<string> {
  return recoveryCookie.serialize(account.id, { maxAge: RECOVERY_SECONDS })
}

/** The `Set-Cookie` value that ends that. */
export function forgetRecovery(): Promise<string> {
  return recoveryCookie.serialize("", { maxAge: 0 })
}

/** Whether a password may be set without the old one. A session alone is not enough: it may be a stolen one. */
export async function maySetPassword(request: Request, account: Account | null): Promise<boolean> {
  const allowed = await recoveryCookie.parse(request.headers.get("Cookie"))
  return account !== null && allowed === account.id
}
