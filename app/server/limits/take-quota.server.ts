import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { env } from "#app/server/config/env.server.ts"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import type { LimitedAction, Rate, Scope } from "#app/server/config/rate-limits.server.ts"
import { RUNNING_SCOPES } from "#app/server/config/running-limits.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { adminSupabase } from "#app/server/supabase/admin-client.server.ts"
import { clientAddress, clientSite } from "#app/server/visitor/client-address.server.ts"
import { findDevice, findKnownDevice } from "#app/server/visitor/known-device.server.ts"
import { findAccount } from "#app/server/visitor/session.server.ts"
import { visitorOf } from "#app/server/visitor/visitor.server.ts"
import { MemoryQuotas, type Quota } from "./memory-quotas.server.ts"

type Context = Readonly<RouterContextProvider>

const TIMEOUT_MS = 2_000
/** A database that was away is left alone for this long: nobody waits for it again at each attempt. */
const AWAY_MS = 10_000
/** One slow answer says nothing about the next attempt; so many in a row do. */
const SLOW_ANSWERS_MAX = 3
const MEMORY_MAX_KEYS = 50_000
/** How many networks' worth the /48 around a network of version 6 has. */
const SITE_FACTOR = 2

const TOO_MANY_REQUESTS = 429

const memory = new MemoryQuotas(MEMORY_MAX_KEYS)
let awayUntil = 0
/** In a row. */
let slowAnswers = 0

const waitContext = createContext<number | null>(null)

/** Says when to come back on every answer that refuses for having come too often. */
export const retryAfterMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const wait = context.get(waitContext)
  if (wait !== null && response.status === TOO_MANY_REQUESTS)
    response.headers.set("Retry-After", String(wait))
  return response
}

/** An attempt that was counted. */
export interface Attempt {
  quotas: Quota[]
  /** Where the database did not answer, only this process knows of it. */
  isStored: boolean
}

/**
 * Counts an attempt in all quotas of an action, or in none where one is full; the refusal then knows the
 * wait. The value is for `giveBackQuota`. Whoever cannot be told is not counted. The subject is the mail address
 * that was typed, or the token of a mailed link.
 */
export async function takeQuota(
  context: Context,
  action: LimitedAction,
  subject: string | null = null,
): Promise<Outcome<Attempt, "too-many-attempts">> {
  const quotas = quotasOf(context, action, subject)
  const { waitSeconds, isStored } = await takeAll(quotas)
  if (waitSeconds === 0) return success({ quotas, isStored })
  context.set(waitContext, waitSeconds)
  return refusal("too-many-attempts", waitSeconds)
}

/** Takes an attempt back that was none. Never fails: what stays counted is forgotten with time. */
export async function giveBackQuota({ quotas, isStored }: Attempt): Promise<void> {
  memory.giveBack(quotas)
  if (isStored) await askDatabase("return_quotas", quotas)
}

/** A place that a generation takes for as long as it runs: a keyed hash of whose it is, and how many there are. */
export interface Place {
  key: string
  count: number
}

/** The places that one more generation of this caller needs. Whoever cannot be told needs none. */
export function placesOf(context: Context): Place[] {
  return RUNNING_SCOPES.flatMap((scope) => {
    const count = env.RUNNING_LIMITS[scope]
    return counted(context, scope, null).map(({ name, factor }) => ({
      key: keyedHash("running", scope, name),
      count: count * factor,
    }))
  })
}

/** How long to wait where nobody can say when a place is free. */
const PLACE_WAIT_SECONDS = 30

/** The refusal of one who has no place left; its answer says when to come back. */
export function refuseForPlaces(context: Context): Outcome<never, "too-many-running"> {
  context.set(waitContext, PLACE_WAIT_SECONDS)
  return refusal("too-many-running")
}

function quotasOf(context: Context, action: LimitedAction, subject: string | null): Quota[] {
  const rates = Object.entries(env.RATE_LIMITS[action]) as [Scope, Rate][]
  const isKnown = rates.some(([scope]) => isOwn(scope) && counted(context, scope, subject).length > 0)
  return rates.flatMap(([scope, { count, seconds }]) => {
    if (isKnown && isSharedWithStrangers(scope)) return []
    return counted(context, scope, subject).map(({ name, factor }) => ({
      key: keyedHash(action, scope, name),
      count: count * factor,
      seconds,
    }))
  })
}

function isOwn(scope: Scope): boolean {
  return scope === "device" || scope === "any-device"
}

function isSharedWithStrangers(scope: Scope): boolean {
  return scope === "address" || scope === "email" || scope === "email-at-address"
}

interface Counted {
  name: string
  factor: number
}

function counted(context: Context, scope: Scope, subject: string | null): Counted[] {
  const names = NAMES[scope](context, subject)
  return names.flatMap((name, nth) => (name === null ? [] : { name, factor: nth === 0 ? 1 : SITE_FACTOR }))
}

/** Whom each scope counts; of a network the second name is what it lies in. */
const NAMES: Record<Scope, (context: Context, subject: string | null) => (string | null)[]> = {
  visitor: (context) => [visitorOf(context)],
  account: (context) => [findAccount(context)?.id ?? null],
  address: (context) => [clientAddress(context), clientSite(context)],
  email: (_, email) => [email],
  "email-at-address": (context, email) =>
    [clientAddress(context), clientSite(context)].map((place) => email && place && `${place} ${email}`),
  device: (context, email) => [email && findKnownDevice(context, email)],
  "any-device": (context) => [findDevice(context)],
  link: (_, token) => [token],
  // Strangers cannot use up what is there for the browsers of owners.
  everyone: (context) => [findDevice(context) ? "owners" : "strangers"],
}

/**
 * This process counts each attempt whatever the database says, so one that is slow or away finds no empty count
 * here, and one who has used up his attempts here costs it nothing.
 */
async function takeAll(quotas: Quota[]): Promise<{ waitSeconds: number; isStored: boolean }> {
  if (quotas.length === 0) return { waitSeconds: 0, isStored: false }
  const waitHere = memory.take(quotas)
  if (waitHere > 0) return { waitSeconds: waitHere, isStored: false }
  const answered = await askDatabase("take_quotas", quotas)
  if (!answered) return { waitSeconds: 0, isStored: false }
  const waitSeconds = z.number().parse(answered.data)
  if (waitSeconds > 0) memory.giveBack(quotas)
  return { waitSeconds, isStored: true }
}

/** The answer, or null while the database is away. */
async function askDatabase(
  name: "take_quotas" | "return_quotas",
  quotas: Quota[],
): Promise<{ data: unknown } | null> {
  if (!adminSupabase || Date.now() < awayUntil) return null
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const { data, error } = await adminSupabase
    .rpc(name, { p_quotas: quotas.map(({ key, count, seconds }) => ({ key, count, seconds })) })
    .abortSignal(timeout)
  slowAnswers = timeout.aborted ? slowAnswers + 1 : 0
  if (!error) return { data }
  if (!timeout.aborted || slowAnswers >= SLOW_ANSWERS_MAX) awayUntil = Date.now() + AWAY_MS
  log("error", "attempts are counted in memory", { error: describeError(error) })
  return null
}
