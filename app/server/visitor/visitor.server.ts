import { createHash } from "node:crypto"
import { createContext, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

const DAY_SECONDS = 24 * 60 * 60
const YEAR_SECONDS = 365 * DAY_SECONDS

/** Who uses this browser, as a signed cookie says. */
export interface Visitor {
  id: string
  /** Whose account it came to be used by; what is written then is the account's. */
  account: string | null
}

const visitorSchema = z.object({ id: z.uuid(), account: z.string().nullable() })
export const visitorCookie = createSignedCookie("visitor", visitorSchema, YEAR_SECONDS)
/** Set by the visitor's middleware. */
export const visitorContext = createContext<Visitor>()

const lastSchema = z.object({ generation: z.string(), owner: z.string() })
export const lastCookie = createSignedCookie("last", lastSchema, DAY_SECONDS)

/** The owner that this visitor's generations are stored under: the account's hash, or else the cookie's. */
export function ownerOf(context: Context): string {
  return ownerFor(context.get(visitorContext))
}

/** The visitor's own hash, whether signed in or not: for counting. */
export function visitorOf(context: Context): string {
  return sha256(context.get(visitorContext).id)
}

export function ownerFor({ id, account }: Visitor): string {
  return sha256(account === null ? id : `account ${account}`)
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** The generation that this owner started last: leaving the page must not lose the way back to it. */
export async function findLastGeneration(request: Request, context: Context): Promise<string | null> {
  const last = await lastCookie.parse(request)
  return last?.owner === ownerOf(context) ? last.generation : null
}

/** The `Set-Cookie` value that remembers it. */
export function rememberGeneration(context: Context, id: string): Promise<string> {
  return lastCookie.keep({ generation: id, owner: ownerOf(context) })
}

const adultCookie = createSignedCookie("adult", z.literal("confirmed"), YEAR_SECONDS)

/** Whether this visitor said to be 18 or older. */
export async function isConfirmedAdult(request: Request): Promise<boolean> {
  return (await adultCookie.parse(request)) === "confirmed"
}

/** The `Set-Cookie` value that keeps the confirmation. */
export function confirmAdult(): Promise<string> {
  return adultCookie.keep("confirmed")
}
