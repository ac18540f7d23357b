import type { IncomingMessage } from "node:http"
import { env } from "#app/server/config/env.server.ts"

const SAFE_METHODS = ["GET", "HEAD"]
/** Our own pages, and the visitors themselves: an address they typed, a form that their browser restored. */
const OWN_SITES = ["same-origin", "none"]

const appOrigin = env.APP_ORIGIN ? new URL(env.APP_ORIGIN).origin : null

/** Whether `APP_ORIGIN` is https. Cookie names depend on it, at boot. */
export const isSecureOrigin = appOrigin?.startsWith("https:") ?? false

const PROTOCOLS = ["http", "https"]
/**
 * A host name of at most 253 characters (RFC 1035, 2.3.4) or an IPv6 address in brackets, with an optional port, and
 * nothing else that a URL could contain.
 */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const HOST_NAME = "host"
/** The last good host: a site has one, or few, and each request names it. */
let lastHost = ""

/** Whether a request has at most one, well-formed Host header. HTTP 1.0 may send none. */
export function hasOneHost({ rawHeaders, headers }: IncomingMessage): boolean {
  let named = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ""
    if (name.length === HOST_NAME.length && name.toLowerCase() === HOST_NAME) named += 1
  }
  return named <= 1 && (headers.host === undefined || isHost(headers.host))
}

/** Deletes malformed X-Forwarded-Proto and X-Forwarded-Host headers; anyone can send them. */
export function dropBadForwards({ headers }: IncomingMessage): void {
  const { "x-forwarded-proto": protocol, "x-forwarded-host": host } = headers
  if (protocol !== undefined && !PROTOCOLS.includes(firstOf(protocol))) delete headers["x-forwarded-proto"]
  if (host !== undefined && !isHost(firstOf(host))) delete headers["x-forwarded-host"]
}

function isHost(text: string): boolean {
  if (text === lastHost) return true
  const isGood = HOST.test(text) && URL.canParse(`http://${text}`)
  if (isGood) lastHost = text
  return isGood
}

/** This site's public origin: `APP_ORIGIN`, or else the request's own. */
export function requestOrigin(request: Request): string {
  return appOrigin ?? new URL(request.url).origin
}

/** Whether the visitor uses https, according to `APP_ORIGIN` or to the proxy that terminates TLS. */
export function isSecureSite({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return isSecureOrigin || firstOf(headers["x-forwarded-proto"]) === "https"
}

/**
 * Whether another site's page sent a request that may change something. Checks the browser's fetch metadata first
 * (https and localhost only), then `Origin`; an `Origin` of `null` is a frame or a page that hides its origin.
 * A request with neither header comes from no page, or from an old browser; SameSite then withholds the cookies.
 */
export function isFromElsewhere({ method, headers }: IncomingMessage): boolean {
  if (SAFE_METHODS.includes(method ?? "")) return false
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return !OWN_SITES.includes(String(site))
  const { origin } = headers
  if (origin === undefined) return false
  if (origin === appOrigin) return false
  // Compare hosts only, because a proxy that terminates TLS may not report the protocol.
  const host = URL.parse(origin)?.host
  return !host || ![headers.host, firstOf(headers["x-forwarded-host"])].includes(host)
}

/** The first value of a list, since each proxy appends its own. */
function firstOf(header: string | string[] | undefined): string {
  const [first = ""] = String(header ?? "").split(",")
  return first.trim().toLowerCase()
}
