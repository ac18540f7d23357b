import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"

const FLASH_SECONDS = 60

const flashCookie = createSignedCookie("flash", z.string().max(40), FLASH_SECONDS)

/** Makes the next page show the notice of this name. */
export function flash(context: Readonly<RouterContextProvider>, notice: string): Promise<void> {
  return flashCookie.keep(context, notice)
}

/** The name of the notice that a redirect left for this page; null if there is none. */
export function findFlash(request: Request): Promise<string | null> {
  return flashCookie.parse(request)
}

/** The headers of the response that shows the notice. Another redirect drops them and leaves it to the next page. */
export function shownFlashHeaders(): Promise<HeadersInit> {
  return flashCookie.forgettingHeaders()
}
