import { AsyncLocalStorage } from "node:async_hooks"
import { randomUUID } from "node:crypto"
import type { MiddlewareFunction } from "react-router"

/** What the log says of a request; `route` is its pattern, since ids in addresses are keys to what they name. */
export interface RequestRecord {
  id: string
  route: string | null
  isOpen: boolean
}

/** A proxy's own id is kept where it can stand in a header, a page and a log as it is. */
const SAFE_ID = /^[\w.-]{8,64}$/

const records = new AsyncLocalStorage<RequestRecord>()

/** Runs the answering of a request under an id: the proxy's where it is one, else a new one. */
export function recordRequest(
  proxyId: string | string[] | undefined,
  answer: (record: RequestRecord) => void,
): void {
  const id = typeof proxyId === "string" && SAFE_ID.test(proxyId) ? proxyId : randomUUID()
  const record = { id, route: null, isOpen: true }
  records.run(record, () => answer(record))
}

/** The id of the request that is being answered; empty outside of one, as in what goes on after its answer. */
export function requestId(): string {
  const record = records.getStore()
  return record?.isOpen ? record.id : ""
}

/** Gives the request's line in the log a name. */
export function nameRoute(route: string): void {
  const record = records.getStore()
  if (record) record.route = route
}

export const routeNameMiddleware: MiddlewareFunction<Response> = ({ pattern }, next) => {
  nameRoute(pattern.startsWith("/") ? pattern : `/${pattern}`)
  return next()
}
