import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createContext, type RouterContextProvider } from "react-router"
import { isSecureSite } from "./request-origin.server.ts"

const nonceContext = createContext("")

/** The nonce of this response's inline scripts and styles. */
export function nonceOf(context: Readonly<RouterContextProvider>): string {
  // Created on first use, because a URL that matches no route gets its answer without any middleware.
  if (!context.get(nonceContext)) context.set(nonceContext, createNonce())
  return context.get(nonceContext)
}

/** A new nonce of 128 bits, as the Content-Security-Policy standard asks for. */
export function createNonce(): string {
  return randomBytes(16).toString("base64")
}

/** The policy for pages: scripts and styles with the nonce, if there is one, or from this site, everything else from this site or not at all. */
export function contentSecurityPolicy(nonce?: string): string {
  const inline = nonce === undefined ? "" : ` 'nonce-${nonce}'`
  // The development server's inline styles have no nonce.
  const inlineStyle = import.meta.env.DEV ? " 'unsafe-inline'" : inline
  return [
    "default-src 'none'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inlineStyle}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

const TWO_YEARS_SECONDS = 2 * 365 * 24 * 60 * 60
const FEATURES = ["camera", "microphone", "geolocation", "payment", "usb", "browsing-topics"]

const HEADERS = {
  // For responses that are not pages: browsers run and load nothing.
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Origin-Agent-Cluster": "?1",
  "Permissions-Policy": FEATURES.map((feature) => `${feature}=()`).join(", "),
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "X-Permitted-Cross-Domain-Policies": "none",
}

/** Excludes subdomains, because they may belong to someone else. */
const TLS_HEADERS = { "Strict-Transport-Security": `max-age=${TWO_YEARS_SECONDS}` }

/** The default security headers of every response. */
export function securityHeaders(request: Pick<IncomingMessage, "headers">): Record<string, string> {
  return isSecureSite(request) ? { ...HEADERS, ...TLS_HEADERS } : HEADERS
}

/** Adds the default headers when the response begins. Set earlier, the router would append to them instead of replacing them. */
export function addSecurityHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  const writeHead = response.writeHead as (...parts: unknown[]) => ServerResponse
  response.writeHead = (...parts: unknown[]) => {
    for (const [name, value] of Object.entries(securityHeaders(request))) {
      if (!response.headersSent && !response.hasHeader(name)) response.setHeader(name, value)
    }
    return writeHead.apply(response, parts)
  }
  next()
}
