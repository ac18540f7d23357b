import { type CookieOptions, createCookie } from "react-router"
import { createTypedCookie } from "remix-utils/typed-cookie"
import type { z } from "zod"
import { env } from "./env.server.ts"
import { isSecureOrigin } from "./request-origin.server.ts"

/** What every cookie shares: out of reach of scripts, kept off other sites' posts, by https alone where there is one. */
export const cookieOptions = {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: isSecureOrigin,
} satisfies CookieOptions

/** With the prefix a browser takes the cookie from this host only, not from a neighbour of its domain. */
export function cookieName(name: string): string {
  return isSecureOrigin ? `__Host-${name}` : name
}

/** A cookie of ours, signed: what does not fit its schema, or was not signed here, reads as the schema says. */
export function createSignedCookie<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  options: CookieOptions = {},
) {
  const signed = { ...cookieOptions, secrets: [env.SESSION_SECRET], ...options }
  return createTypedCookie({ cookie: createCookie(cookieName(name), signed), schema })
}
