import { type CookieOptions, isChunkLike, parseCookieHeader, serializeCookieHeader } from "@supabase/ssr"
import { cookieName, cookieOptions } from "../signed-cookie.server.ts"

export const SESSION_COOKIE = cookieName("luobi-session")

/** The session's cookies of one request, and what its response changes about them. */
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

  set(name: string, value: string, options: CookieOptions): void {
    if (value) this.#values.set(name, value)
    else this.#values.delete(name)
    this.#changes.set(name, serializeCookieHeader(name, value, { ...options, ...cookieOptions }))
  }

  /** Whatever session there was is nobody's. */
  forget(): void {
    for (const name of [...this.#values.keys()]) this.set(name, "", { maxAge: 0 })
  }

  /** Writes the changes on the response. With a session on it, it is for one reader only. */
  addTo(headers: Headers): void {
    if (this.#changes.size === 0) return
    for (const change of this.#changes.values()) headers.append("Set-Cookie", change)
    if (!headers.get("Cache-Control")?.includes("no-store")) headers.set("Cache-Control", "private, no-store")
  }
}
