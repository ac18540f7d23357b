import { type CookieOptions, createCookie } from "react-router"
import { createTypedCookie } from "remix-utils/typed-cookie"
import { z } from "zod"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import { isSecureOrigin } from "#app/server/http/request-origin.server.ts"

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

/**
 * A cookie of ours, signed for its name and for this many seconds. What does not fit its schema, was signed for
 * another cookie or not here, or is older, reads as null: a copy that was kept ends when the browser's does.
 */
export function createSignedCookie<Schema extends z.ZodType>(name: string, schema: Schema, seconds: number) {
  const cookie = createTypedCookie({
    cookie: createCookie(cookieName(name), { ...cookieOptions, secrets: [keyedHash("cookie", name)] }),
    schema: z.object({ value: schema, until: z.number() }).nullable().catch(null),
  })

  return {
    async parse(request: Request): Promise<z.output<Schema> | null> {
      const signed = await cookie.parse(request.headers.get("Cookie"))
      return signed && signed.until > Date.now() ? signed.value : null
    },
    /** The `Set-Cookie` value that keeps it. */
    keep(value: z.output<Schema>): Promise<string> {
      return cookie.serialize({ value, until: Date.now() + seconds * 1_000 }, { maxAge: seconds })
    },
    /** The `Set-Cookie` value that takes it away. */
    forget(): Promise<string> {
      return cookie.serialize(null, { maxAge: 0 })
    },
  }
}
