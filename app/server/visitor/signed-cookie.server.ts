import { type CookieOptions, createCookie, type RouterContextProvider } from "react-router"
import { createTypedCookie } from "remix-utils/typed-cookie"
import { z } from "zod"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import { isSecureOrigin } from "#app/server/http/request-origin.server.ts"
import { queueCookie } from "./response-cookies.server.ts"

type Context = Readonly<RouterContextProvider>

/** The options of every cookie: hidden from scripts, not sent with other sites' POSTs, and https only if we use https. */
export const cookieOptions = {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: isSecureOrigin,
} satisfies CookieOptions

/** Adds the `__Host-` prefix on https, with which browsers accept the cookie from this host only, not from a subdomain. */
export function cookieName(name: string): string {
  return isSecureOrigin ? `__Host-${name}` : name
}

/** A cookie that anybody may write, for what says nothing about anybody: its value must be checked like a form's. */
export function createPlainCookie(name: string) {
  return createCookie(cookieName(name), cookieOptions)
}

/**
 * A cookie that is signed for its name and expires after `seconds`, in copies of it, too. It reads as null if it has
 * expired, does not match the schema, or was signed for another cookie or with another secret.
 */
export function createSignedCookie<Schema extends z.ZodType>(name: string, schema: Schema, seconds: number) {
  const sent = createCookie(cookieName(name), { ...cookieOptions, secrets: [keyedHash("cookie", name)] })
  const cookie = createTypedCookie({
    cookie: sent,
    schema: z.object({ value: schema, until: z.number() }).nullable().catch(null),
  })

  const forgotten = () => sent.serialize("", { maxAge: 0 })

  return {
    async parse(request: Request): Promise<z.output<Schema> | null> {
      const signed = await cookie.parse(request.headers.get("Cookie"))
      return signed && signed.until > Date.now() ? signed.value : null
    },
    /** Stores it in the browser. */
    async keep(context: Context, value: z.output<Schema>): Promise<void> {
      const signed = { value, until: Date.now() + seconds * 1_000 }
      queueCookie(context, await cookie.serialize(signed, { maxAge: seconds }))
    },
    /** Deletes it from the browser. */
    async forget(context: Context): Promise<void> {
      queueCookie(context, await forgotten())
    },
    /** The headers that delete it, for a loader whose data a redirect may drop. */
    async forgettingHeaders(): Promise<HeadersInit> {
      return { "Set-Cookie": await forgotten() }
    },
  }
}
