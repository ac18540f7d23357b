import {
  type CookieOptions,
  combineChunks,
  isChunkLike,
  parseCookieHeader,
  serializeCookieHeader,
  stringFromBase64URL,
} from "@supabase/ssr"
import { z } from "zod"
import { emailSchema } from "#app/domain/account-form.ts"
import { cookieName, cookieOptions } from "./signed-cookie.server.ts"

export const SESSION_COOKIE = cookieName("luobi-session")

const sessionSchema = z.object({
  access_token: z.string().optional(),
  user: z.object({ email: emailSchema.optional() }).optional(),
})
const payloadSchema = z.object({ email: emailSchema })

/** The session cookies of one request, and the changes that its response makes to them. */
export class SessionCookies {
  #values = new Map<string, string>()
  #changes = new Map<string, string>()

  constructor(request: Request) {
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
    this.#changes.set(name, serializeCookieHeader(name, value, { ...options, ...cookieOptions }))
  }

  /** Deletes the session's cookies. */
  forget(): void {
    for (const name of [...this.#values.keys()]) this.set(name, "", { maxAge: 0 })
  }

  /** Writes the changes to the response headers, and forbids shared caches to store a response with a session. */
  addTo(headers: Headers): void {
    if (this.#changes.size === 0) return
    for (const change of this.#changes.values()) headers.append("Set-Cookie", change)
    if (!headers.get("Cache-Control")?.includes("no-store")) headers.set("Cache-Control", "private, no-store")
  }
}

function decode(part = ""): unknown {
  return JSON.parse(stringFromBase64URL(part))
}
