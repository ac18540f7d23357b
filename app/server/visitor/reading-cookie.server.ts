import type { RouterContextProvider } from "react-router"
import { DEFAULT_READING, parseReading, type Reading, readingText } from "#app/domain/reading/settings.ts"
import { queueCookie } from "./response-cookies.server.ts"
import { createPlainCookie } from "./signed-cookie.server.ts"

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Not signed, so that readers who want the same share cached pages. */
const cookie = createPlainCookie("reading")

/** How this browser's reader wants to read; `readingText` of it tells pages apart. */
export async function readingOf(request: Request): Promise<Reading> {
  return parseReading(await cookie.parse(request.headers.get("Cookie")))
}

/** Stores it in the browser. Readers who want nothing special have no cookie, so that they share cached pages. */
export async function keepReading(context: Readonly<RouterContextProvider>, reading: Reading): Promise<void> {
  const word = readingText(reading)
  const maxAge = word === readingText(DEFAULT_READING) ? 0 : YEAR_SECONDS
  queueCookie(context, await cookie.serialize(word, { maxAge }))
}
