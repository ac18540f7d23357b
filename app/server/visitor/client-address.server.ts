import { isIP, isIPv6 } from "node:net"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { env } from "#app/server/config/env.server.ts"

/** In IPv6 groups of 16 bits: the network of one line (/64), and the most that a provider gives to one customer (/48). */
const NETWORK_GROUPS = 4
const SITE_GROUPS = 3

/** The remote address of the connection, which server/app.ts sets; null if there is none. */
export const socketAddressContext = createContext<string | null>(null)

const clientAddressContext = createContext<string | null>(null)

/** Finds the client's network address in the header that our own proxy sets, or else from the connection. */
export const clientAddressMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const trusted = env.TRUSTED_IP_HEADER && request.headers.get(env.TRUSTED_IP_HEADER)
  // In a list, only the last entry is from our proxy; the client can forge the others.
  const named = trusted?.split(",").at(-1)?.trim()
  const address = named && isIP(named) ? named : context.get(socketAddressContext)
  context.set(clientAddressContext, address && networkOf(address))
  return next()
}

/** The IPv4 address or IPv6 /64 network that limits count by; null if unknown. */
export function clientAddress(context: Readonly<RouterContextProvider>): string | null {
  return context.get(clientAddressContext)
}

/** The /48 that contains an IPv6 client, because one customer may own all of its /64 networks; null for IPv4. */
export function clientSite(context: Readonly<RouterContextProvider>): string | null {
  const groups = clientAddress(context)?.split(":") ?? []
  return groups.length === NETWORK_GROUPS ? `${groups.slice(0, SITE_GROUPS).join(":")}::/48` : null
}

// One line has 2^64 IPv6 addresses and may use a different one for each request.
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [before = [], after] = address.split("::").map((half) => half.split(":").filter(Boolean))
  const zeros = after ? Array<string>(8 - before.length - after.length).fill("0") : []
  const groups = [...before, ...zeros, ...(after ?? [])].slice(0, NETWORK_GROUPS)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}
