import { randomUUID } from "node:crypto"
import { type MiddlewareFunction, RouterContextProvider } from "react-router"

type Context = RouterContextProvider

const ORIGIN = "http://localhost:3000"

/** A browser's cookies in front of the session middleware, without the pages. */
export class SessionVisitor {
  cookies = new Map<string, string>()
  /** The cookies that the last answer set. */
  setCookies: string[] = []
  headers = new Headers()
  #middleware: MiddlewareFunction<Response>

  constructor(middleware: MiddlewareFunction<Response>) {
    this.#middleware = middleware
  }

  /** Makes one request and runs this callback in it. */
  async visit<Value>(
    act: (context: Context) => Value | Promise<Value>,
    headers: HeadersInit = {},
  ): Promise<Value> {
    const request = new Request(ORIGIN)
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    if (cookies) request.headers.set("Cookie", cookies)
    const context = new RouterContextProvider()
    let value: { done: Value } | null = null
    const args = { request, context, params: {}, pattern: "/", url: new URL(ORIGIN) }
    const response = await this.#middleware(args as Parameters<MiddlewareFunction<Response>>[0], async () => {
      value = { done: await act(context) }
      return new Response(null, { headers })
    })
    if (!response || !value) throw new Error("the middleware answered nothing")
    this.#keep(response.headers)
    return (value as { done: Value }).done
  }

  /** Another browser with the same cookies. */
  copy(): SessionVisitor {
    const copy = new SessionVisitor(this.#middleware)
    copy.cookies = new Map(this.cookies)
    return copy
  }

  #keep(headers: Headers): void {
    this.headers = headers
    this.setCookies = headers.getSetCookie()
    for (const cookie of this.setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** An address that no other test uses. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`
}

export const PASSWORD = "correct horse"
