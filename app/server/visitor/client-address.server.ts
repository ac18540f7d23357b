import { isIP, isIPv6 } from "node:net"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { env } from "#app/server/config/env.server.ts"

/** Of version 6, in groups of 16 bits: a line's network, and what a provider gives to one customer at the most. */
const NETWORK_GROUPS = 4
const SITE_GROUPS = 3

/** The other end of the connection, as server.ts knows it; null where there is none. */
export const socketAddressContext = createContext<string | null>(null)

const clientAddressContext = createContext<string | null>(null)

/** Finds out where a request comes from: by the header that our own proxy writes, else by its connection. */
export const clientAddressMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const trusted = env.TRUSTED_IP_HEADER && request.headers.get(env.TRUSTED_IP_HEADER)
  // In a list, only the last entry is the proxy's own; whoever calls writes the ones before.
  const named = trusted?.split(",").at(-1)?.trim()
  const address = named && isIP(named) ? named : context.get(socketAddressContext)
  context.set(clientAddressContext, address && networkOf(address))
  return next()
}

/** Whom limits per address count; null where nobody knows. */
export function clientAddress(context: Readonly<RouterContextProvider>): string | null {
  return context.get(clientAddressContext)
}

/** The /48 around an address of version 6, whose /64s may all be one customer's; null elsewhere. */
export function clientSite(context: Readonly<RouterContextProvider>): string | null {
  const groups = clientAddress(context)?.split(":") ?? []
  return groups.length === NETWORK_GROUPS ? `${groups.slice(0, SITE_GROUPS).join(":")}::/48` : null
}

// One line has 2^64 addresses of version 6, and may use another one for each request.
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [before = [], after] = address.split("::").map((half) => half.split(":").filter(Boolean))
  const zeros = after ? Array<string>(8 - before.length - after.length).fill("0") : []
  const groups = [...before, ...zeros, ...(after ?? [])].slice(0, NETWORK_GROUPS)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")
}
