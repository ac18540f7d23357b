import type { IncomingMessage } from "node:http"
import { env } from "#app/server/config/env.server.ts"

const SAFE_METHODS = ["GET", "HEAD"]
/** Our own pages, and the visitor himself: an address he typed, a form that his browser restored. */
const OWN_SITES = ["same-origin", "none"]

const appOrigin = env.APP_ORIGIN ? new URL(env.APP_ORIGIN).origin : null

/** Whether visitors come by https as far as this process was told: cookies are named by it, at boot. */
export const isSecureOrigin = appOrigin?.startsWith("https:") ?? false

const PROTOCOLS = ["http", "https"]
/** A name, or an address of version 6 in brackets, and perhaps a port: nothing that an address could hide behind. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether a request names one host, in the shape of one. HTTP 1.0 may name none. */
export function hasOneHost({ rawHeaders, headers }: IncomingMessage): boolean {
  const named = rawHeaders.filter((part, index) => index % 2 === 0 && part.toLowerCase() === "host")
  return named.length <= 1 && (headers.host === undefined || isHost(headers.host))
}

/** Takes away what a proxy, or whoever claims to be one, says of protocol and host in no known shape. */
export function dropBadForwards({ headers }: IncomingMessage): void {
  if (!PROTOCOLS.includes(firstOf(headers["x-forwarded-proto"]))) delete headers["x-forwarded-proto"]
  if (!isHost(firstOf(headers["x-forwarded-host"]))) delete headers["x-forwarded-host"]
}

function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}`)
}

/** The address that visitors know this site by. */
export function requestOrigin(request: Request): string {
  return appOrigin ?? new URL(request.url).origin
}

/** Whether this request came by https: by configuration, or by the word of the proxy that ended the encryption. */
export function isSecureSite({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return isSecureOrigin || firstOf(headers["x-forwarded-proto"]) === "https"
}

/**
 * Whether a request that may change something was sent by another site's page. The browser's own word counts
 * first (fetch metadata, on https and localhost), then `Origin`, of which `null` is a frame or a page that hides
 * where it comes from. A request with neither is no page's, or an old browser's, whose cookies SameSite keeps off.
 */
export function isFromElsewhere({ method, headers }: IncomingMessage): boolean {
  if (SAFE_METHODS.includes(method ?? "")) return false
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return !OWN_SITES.includes(String(site))
  const { origin } = headers
  if (origin === undefined) return false
  if (origin === appOrigin) return false
  // By host alone: whether the proxy in front says that it ended an encryption is no matter here.
  const host = URL.parse(origin)?.host
  return !host || ![headers.host, firstOf(headers["x-forwarded-host"])].includes(host)
}

/** The first of a list: each proxy adds its own word at the end. */
function firstOf(header: string | string[] | undefined): string {
  const [first = ""] = String(header ?? "").split(",")
  return first.trim().toLowerCase()
}
