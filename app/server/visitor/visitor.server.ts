import { hash } from "node:crypto"
import { createContext, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { createSignedCookie } from "./signed-cookie.server.ts"

type Context = Readonly<RouterContextProvider>

const DAY_SECONDS = 24 * 60 * 60
const YEAR_SECONDS = 365 * DAY_SECONDS

/** The visitor in this browser, from a signed cookie. */
export interface Visitor {
  id: string
  /** The id of the account that signed in here, which then owns the visitor's generations; null without one. */
  account: string | null
}

const visitorSchema = z.object({ id: z.uuid(), account: z.string().nullable() })
export const visitorCookie = createSignedCookie("visitor", visitorSchema, YEAR_SECONDS)
/** `visitorMiddleware` sets it. */
export const visitorContext = createContext<Visitor>()

const lastSchema = z.object({ generation: z.string(), owner: z.string() })
export const lastCookie = createSignedCookie("last", lastSchema, DAY_SECONDS)

/** The owner of this visitor's generations: a hash of the account's id, or else of the cookie's. */
export function ownerOf(context: Context): string {
  return ownerFor(context.get(visitorContext))
}

/** A hash of the cookie's id, signed in or not, for rate limits. */
export function visitorOf(context: Context): string {
  return hash("sha256", context.get(visitorContext).id)
}

/** The owner of a visitor's generations, as a SHA-256 hash. */
export function ownerFor({ id, account }: Visitor): string {
  return hash("sha256", account === null ? id : `account ${account}`)
}

/** The id of the generation that this owner started last, so that they find it again after leaving the page; null if none. */
export async function findLastGeneration(request: Request, context: Context): Promise<string | null> {
  const last = await lastCookie.parse(request)
  return last?.owner === ownerOf(context) ? last.generation : null
}

/** Remembers this generation as the last one. */
export function rememberGeneration(context: Context, id: string): Promise<void> {
  return lastCookie.keep(context, { generation: id, owner: ownerOf(context) })
}

const adultCookie = createSignedCookie("adult", z.literal("confirmed"), YEAR_SECONDS)

/** Whether this visitor confirmed that they are 18 or older. */
export async function isConfirmedAdult(request: Request): Promise<boolean> {
  return (await adultCookie.parse(request)) === "confirmed"
}

/** Stores the confirmation. */
export function confirmAdult(context: Context): Promise<void> {
  return adultCookie.keep(context, "confirmed")
}
