import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { isPublicPage } from "./public-page.server.ts"
import { createSignedCookie } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

const YEAR_SECONDS = 365 * 24 * 60 * 60

// Longer than the next page: on a weak line its script may never come, and the texts would stay on the device.
const loggedOutCookie = createSignedCookie("logged-out", z.literal(true), YEAR_SECONDS)

/** Notes on this device that somebody logged out here. */
export function noteLogout(context: Context): Promise<void> {
  return loggedOutCookie.keep(context, true)
}

/**
 * Whether somebody logged out here and nobody has signed in since, so that the script takes their texts from the
 * device. The note goes with the next login, whose session may only expire. Public pages, which are the same for
 * everybody, never tell.
 */
export async function hasLoggedOut(
  request: Request,
  context: Context,
  isSignedIn: boolean,
): Promise<boolean> {
  if (isPublicPage(request) || (await loggedOutCookie.parse(request)) === null) return false
  if (isSignedIn) await loggedOutCookie.forget(context)
  return !isSignedIn
}
