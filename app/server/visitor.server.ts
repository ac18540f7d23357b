import { createHash, randomUUID } from "node:crypto"
import { createContext, type MiddlewareFunction } from "react-router"
import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"

const DAY_SECONDS = 24 * 60 * 60
const YEAR_SECONDS = 365 * DAY_SECONDS

const visitorCookie = createSignedCookie("visitor", z.uuid().nullable().catch(null), { maxAge: YEAR_SECONDS })

const visitorContext = createContext<string>()

/** Gives every visitor a signed, random id: it owns what is written without an account. */
export const visitorMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const known = await visitorCookie.parse(request.headers.get("Cookie"))
  const visitor = known ?? randomUUID()
  context.set(visitorContext, visitor)

  const response = await next()
  if (!known) response.headers.append("Set-Cookie", await visitorCookie.serialize(visitor))
  return response
}

/** The owner that generations of this visitor are stored under: a hash, so that the cookie is not. */
export function ownerOf(context: { get(key: typeof visitorContext): string }): string {
  return createHash("sha256").update(context.get(visitorContext)).digest("hex")
}

const lastCookie = createSignedCookie("last", z.string().nullable().catch(null), { maxAge: DAY_SECONDS })

/** The generation this visitor started last: leaving the page must not lose the way back to it. */
export function findLastGeneration(request: Request): Promise<string | null> {
  return lastCookie.parse(request.headers.get("Cookie"))
}

/** The `Set-Cookie` value that remembers it. */
export function rememberGeneration(id: string): Promise<string> {
  return lastCookie.serialize(id)
}

const adultCookie = createSignedCookie("adult", z.literal("confirmed").nullable().catch(null), {
  maxAge: YEAR_SECONDS,
})

/** Whether this visitor said to be 18 or older. */
export async function isConfirmedAdult(request: Request): Promise<boolean> {
  return (await adultCookie.parse(request.headers.get("Cookie"))) === "confirmed"
}

/** The `Set-Cookie` value that keeps the confirmation. */
export function confirmAdult(): Promise<string> {
  return adultCookie.serialize("confirmed")
}
