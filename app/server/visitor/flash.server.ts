import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"

const FLASH_SECONDS = 60

const flashCookie = createSignedCookie("flash", z.string().max(40), FLASH_SECONDS)

/** The `Set-Cookie` value that makes the next page show the notice of this name. */
export function flash(notice: string): Promise<string> {
  return flashCookie.keep(notice)
}

const LOGOUT_NOTICES = ["loggedOut", "loggedOutEverywhere", "logoutFailed"]

/** Whether this notice means that someone has just logged out on this device. */
export function saysLoggedOut(notice: string): boolean {
  return LOGOUT_NOTICES.includes(notice)
}

/** The notice that a redirect left for this page, and the `Set-Cookie` value that deletes it; null if there is none. */
export async function takeFlash(request: Request): Promise<{ notice: string; forget: string } | null> {
  const notice = await flashCookie.parse(request)
  return notice ? { notice, forget: await flashCookie.forget() } : null
}
