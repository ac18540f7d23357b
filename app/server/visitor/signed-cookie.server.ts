import { createHmac } from "node:crypto"
import { type CookieOptions, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr"
import { createCookie, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import { isSameSecret } from "#app/server/config/same-secret.server.ts"
import { isSecureOrigin } from "#app/server/http/request-origin.server.ts"
import { queueCookie } from "./response-cookies.server.ts"

type Context = Readonly<RouterContextProvider>

const signedSchema = z.object({ value: z.unknown(), until: z.number() })

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
 * expired, does not match the schema, or was signed for another cookie or with another secret. Its form is that of the
 * router's own cookies, which sign with WebCrypto: two errands to other threads for each.
 */
export function createSignedCookie<Schema extends z.ZodType>(name: string, schema: Schema, seconds: number) {
  const ownName = cookieName(name)
  const secret = keyedHash("cookie", name)
  const signatureOf = (text: string) =>
    createHmac("sha256", secret).update(text).digest("base64").replace(/=+$/, "")
  const serialize = (text: string, maxAge: number) =>
    serializeCookieHeader(ownName, text, { ...cookieOptions, maxAge })
  const forgotten = () => serialize("", 0)

  return {
    async parse(request: Request): Promise<z.output<Schema> | null> {
      const cookies = parseCookieHeader(request.headers.get("Cookie") ?? "")
      const sent = cookies.find((cookie) => cookie.name === ownName)?.value ?? ""
      const dot = sent.lastIndexOf(".")
      const text = sent.slice(0, dot)
      if (dot < 0 || !isSameSecret(sent.slice(dot + 1), signatureOf(text))) return null
      const signed = signedSchema.safeParse(JSON.parse(Buffer.from(text, "base64").toString()))
      if (!signed.success || signed.data.until <= Date.now()) return null
      return schema.safeParse(signed.data.value).data ?? null
    },
    /** Stores it in the browser. */
    async keep(context: Context, value: z.output<Schema>): Promise<void> {
      const signed = { value, until: Date.now() + seconds * 1_000 }
      const text = Buffer.from(JSON.stringify(signed)).toString("base64")
      queueCookie(context, serialize(`${text}.${signatureOf(text)}`, seconds))
    },
    /** Deletes it from the browser. */
    async forget(context: Context): Promise<void> {
      queueCookie(context, forgotten())
    },
    /** The headers that delete it, for a loader whose data a redirect may drop. */
    async forgettingHeaders(): Promise<HeadersInit> {
      return { "Set-Cookie": forgotten() }
    },
  }
}
