import type { CookieOptions } from "react-router"
import { env } from "./env.server.ts"

/** What every cookie of ours shares: signed, out of reach of scripts, kept off other sites' posts. */
export const signedCookieOptions: CookieOptions = {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: env.APP_ORIGIN?.startsWith("https:") ?? false,
  secrets: [env.SESSION_SECRET],
}
