import { createCookie, type RouterContextProvider } from "react-router"
import { DEFAULT_READING, parseReading, type Reading, readingText } from "#app/domain/reading/settings.ts"
import { queueCookie } from "./response-cookies.server.ts"
import { cookieOptions } from "./signed-cookie.server.ts"

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Not signed, and without the prefix of https: it says nothing about anybody, and a cache may know pages by it. */
const cookie = createCookie("reading", cookieOptions)

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
