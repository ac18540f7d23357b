import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"

/** The `Set-Cookie` values of this request's response, by the cookie's name. */
const cookiesContext = createContext<Map<string, string>>()

/** Adds the queued cookies to the response, which no cache may then store. Runs outside of every middleware that queues one. */
export const responseCookiesMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const cookies = new Map<string, string>()
  context.set(cookiesContext, cookies)
  const response = await next()
  for (const cookie of cookies.values()) response.headers.append("Set-Cookie", cookie)
  // A shared cache would hand these cookies to other visitors.
  const isStorable = !response.headers.get("Cache-Control")?.includes("no-store")
  if (cookies.size > 0 && isStorable) response.headers.set("Cache-Control", "private, no-store")
  return response
}

/** Sends a serialized cookie with this request's response, whatever that will be. The last one of a name wins. */
export function queueCookie(context: Readonly<RouterContextProvider>, cookie: string): void {
  context.get(cookiesContext).set(cookie.slice(0, cookie.indexOf("=")), cookie)
}
