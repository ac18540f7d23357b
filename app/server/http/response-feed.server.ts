import type { IncomingMessage, ServerResponse } from "node:http"
import type { Writable } from "node:stream"
import { createContext, type RouterContextProvider } from "react-router"

/** What writes the body of an answer for as long as its reader stays. */
export interface ResponseFeed {
  writeTo(response: Writable): void
}

const feedContext = createContext<ResponseFeed | null>(null)

/** A route's answer of headers alone, whose body the server lets the feed write. */
export function answerWithFeed(
  context: Readonly<RouterContextProvider>,
  feed: ResponseFeed,
  headers: Record<string, string>,
): Response {
  context.set(feedContext, feed)
  return new Response(null, { headers })
}

/** The feed that the route left, if this is its answer and the request asks for a body. */
export function feedOf(
  context: RouterContextProvider,
  { method, status }: { method: string | undefined; status: number },
): ResponseFeed | null {
  return method !== "HEAD" && status === 200 ? context.get(feedContext) : null
}

/** Lets the route's feed go on where the router's adapter ends an answer that has no body. */
export function letFeedWrite(
  { method }: IncomingMessage,
  response: ServerResponse,
  context: RouterContextProvider,
): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse
  response.end = (...rest: unknown[]) => {
    response.end = end
    const feed = feedOf(context, { method, status: response.statusCode })
    if (!feed) return end(...rest)
    feed.writeTo(response)
    return response
  }
}
