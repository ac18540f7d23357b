import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import type { MiddlewareFunction } from "react-router"

/** What the log knows about a request. `route` is a pattern, because an id in a URL grants access to what it names. */
export interface RequestRecord {
  id: string
  route: string | null
  isOpen: boolean
}

/** A proxy's request id that is safe in a header, a page and the log. */
const SAFE_ID = /^[\w.-]{8,64}$/

const records = new AsyncLocalStorage<RequestRecord>()
const open = new Set<RequestRecord>()

/** Begins the record of a request. Its id is the proxy's, if that is safe, or a new one. */
export function openRecord(proxyId: string | string[] | undefined): RequestRecord {
  const id = typeof proxyId === "string" && SAFE_ID.test(proxyId) ? proxyId : randomUUID()
  const record = { id, route: null, isOpen: true }
  open.add(record)
  return record
}

/** Runs a request's handler, and all that it begins, with the request's record. */
export function withRecord(record: RequestRecord, answer: () => void): void {
  records.run(record, answer)
}

/** Ends a request's record: what continues after its response is not part of it. */
export function closeRecord(record: RequestRecord): void {
  record.isOpen = false
  open.delete(record)
}

/** The route of every request that is being answered; null for one that has none yet. */
export function openRoutes(): (string | null)[] {
  return [...open].map(({ route }) => route)
}

/** The id of the current request; empty outside of one, and in work that continues after its response. */
export function requestId(): string {
  const record = records.getStore()
  return record?.isOpen ? record.id : ""
}

/** The headers of a response: they carry the request's id, and our error page shows it. */
export function requestHeaders(id: string): Record<string, string> {
  return { "X-Request-Id": id, "Server-Timing": `request;desc="${id}"` }
}

/** Sets the route pattern in the request's log line. */
export function nameRoute(route: string): void {
  const record = records.getStore()
  if (record) record.route = route
}

/** The route pattern of the current request; null before it has one. */
export function requestRoute(): string | null {
  return records.getStore()?.route ?? null
}

/** Names the log line after the matched route. */
export const routeNameMiddleware: MiddlewareFunction<Response> = ({ pattern }, next) => {
  nameRoute(pattern.startsWith("/") ? pattern : `/${pattern}`)
  return next()
}
