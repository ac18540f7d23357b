import { randomUUID } from "node:crypto"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import { createSignedCookie } from "./signed-cookie.server.ts"

const YEAR_SECONDS = 365 * 24 * 60 * 60
const MAX_ACCOUNTS = 8

const deviceSchema = z.object({ device: z.uuid(), accounts: z.array(z.string()) })
type Device = z.output<typeof deviceSchema>

const deviceCookie = createSignedCookie("device", deviceSchema, YEAR_SECONDS)

const deviceContext = createContext<Device | null>(null)

/** Recognises browsers in which an account signed in before, so that strangers cannot use up its owner's attempts there. */
export const knownDeviceMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const before = await deviceCookie.parse(request)
  context.set(deviceContext, before)

  const response = await next()
  const device = context.get(deviceContext)
  if (device && device !== before) await deviceCookie.keep(context, device)
  return response
}

/** Remembers that this account signed in here, even after it logs out. */
export function rememberDevice(context: Readonly<RouterContextProvider>, email: string): void {
  const { device, accounts } = context.get(deviceContext) ?? { device: randomUUID(), accounts: [] }
  const entered = nameOf(email)
  const others = accounts.filter((account) => account !== entered)
  context.set(deviceContext, { device, accounts: [entered, ...others].slice(0, MAX_ACCOUNTS) })
}

/** The name to count this account by in a browser in which it signed in before; null for other browsers. */
export function findKnownDevice(context: Readonly<RouterContextProvider>, email: string): string | null {
  const known = context.get(deviceContext)
  return known?.accounts.includes(nameOf(email)) ? `${known.device} ${email}` : null
}

/** The id of a browser in which any account signed in before; null for other browsers. */
export function findDevice(context: Readonly<RouterContextProvider>): string | null {
  return context.get(deviceContext)?.device ?? null
}

function nameOf(email: string): string {
  return keyedHash("device", email.toLowerCase())
}
