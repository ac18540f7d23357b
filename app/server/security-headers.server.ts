import { randomBytes } from "node:crypto"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { createSecureHeadersMiddleware } from "remix-utils/middleware/secure-headers"
import { env } from "./env.server.ts"

const nonceContext = createContext("")

/** The nonce of this response's inline scripts. */
export function nonceOf(context: Readonly<RouterContextProvider>): string {
  return context.get(nonceContext)
}

export const nonceMiddleware: MiddlewareFunction<Response> = ({ context }, next) => {
  context.set(nonceContext, randomBytes(16).toString("base64"))
  return next()
}

export const [secureHeadersMiddleware] = createSecureHeadersMiddleware({
  strictTransportSecurity: env.APP_ORIGIN?.startsWith("https:") ?? false,
  referrerPolicy: "same-origin",
  xFrameOptions: "DENY",
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
})

/** Scripts by nonce only; styles, pictures and connections from ourselves and the storage. */
export function contentSecurityPolicy(nonce: string): string {
  const storage = env.supabase ? ` ${new URL(env.supabase.url).origin}` : ""
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${storage}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}
