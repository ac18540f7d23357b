import {
  type CookieOptions,
  combineChunks,
  isChunkLike,
  parseCookieHeader,
  serializeCookieHeader,
  stringFromBase64URL,
} from "@supabase/ssr"
import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { emailSchema } from "#app/domain/forms/account-forms.ts"
import { queueCookie } from "./response-cookies.server.ts"
import { cookieName, cookieOptions } from "./signed-cookie.server.ts"

export const SESSION_COOKIE = cookieName("luobi-session")

const sessionSchema = z.object({
  access_token: z.string().optional(),
  user: z.object({ email: emailSchema.optional() }).optional(),
})
const payloadSchema = z.object({ email: emailSchema })

/** The session cookies of one request. Its response stores their changes in the browser. */
export class SessionCookies {
  #context: Readonly<RouterContextProvider>
  #values = new Map<string, string>()

  constructor(request: Request, context: Readonly<RouterContextProvider>) {
    this.#context = context
    for (const { name, value } of parseCookieHeader(request.headers.get("Cookie") ?? "")) {
      if (isChunkLike(name, SESSION_COOKIE)) this.#values.set(name, value)
    }
  }

  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  getAll(): { name: string; value: string }[] {
    return [...this.#values].map(([name, value]) => ({ name, value }))
  }

  /** The mail address in the session; null if there is none. Its signature is not verified. */
  async findClaimedEmail(): Promise<string | null> {
    const value = await combineChunks(SESSION_COOKIE, (name) => this.#values.get(name))
    try {
      const session = sessionSchema.parse(decode(value?.replace(/^base64-/, "")))
      const payload = () => payloadSchema.parse(decode(session.access_token?.split(".")[1]))
      return session.user?.email ?? payload().email
    } catch {
      return null
    }
  }

  set(name: string, value: string, options: CookieOptions): void {
    if (value) this.#values.set(name, value)
    else this.#values.delete(name)
    queueCookie(this.#context, serializeCookieHeader(name, value, { ...options, ...cookieOptions }))
  }

  /** Deletes the session's cookies. */
  forget(): void {
    for (const name of [...this.#values.keys()]) this.set(name, "", { maxAge: 0 })
  }
}

function decode(part = ""): unknown {
  return JSON.parse(stringFromBase64URL(part))
}
