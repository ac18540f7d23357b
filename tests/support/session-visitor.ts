import { randomUUID } from "node:crypto"
import { type MiddlewareFunction, RouterContextProvider } from "react-router"

type Context = RouterContextProvider

/** The site's own address. */
export const ORIGIN = "http://localhost:3000"

interface App {
  responseCookiesMiddleware: MiddlewareFunction<Response>
  sessionMiddleware: MiddlewareFunction<Response>
}

/** A browser's cookies in front of the session middleware, without the pages. */
export class SessionVisitor {
  cookies = new Map<string, string>()
  /** The cookies that the last answer set. */
  setCookies: string[] = []
  headers = new Headers()
  #app: App | undefined

  /** `app` holds the middlewares of an app whose modules the test has loaded again. */
  constructor(app?: App) {
    this.#app = app
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
    const answer = async () => {
      value = { done: await act(context) }
      return new Response(null, { headers })
    }
    const { responseCookiesMiddleware, sessionMiddleware } = this.#app ?? (await loadApp())
    const passed = args as Parameters<MiddlewareFunction<Response>>[0]
    const inSession = async () => (await sessionMiddleware(passed, answer)) ?? Response.error()
    const response = await responseCookiesMiddleware(passed, inSession)
    if (!response || !value) throw new Error("the middleware answered nothing")
    this.#keep(response.headers)
    return (value as { done: Value }).done
  }

  /** Another browser with the same cookies. */
  copy(): SessionVisitor {
    const copy = new SessionVisitor(this.#app)
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

// Not at the top, because browser tests import this file without the app's environment.
async function loadApp(): Promise<App> {
  return {
    ...(await import("#app/server/visitor/response-cookies.server.ts")),
    ...(await import("#app/server/visitor/session.server.ts")),
  }
}

/** An address that no other test uses. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`
}

export const PASSWORD = "correct horse"
