import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { env } from "#app/server/config/env.server.ts"
import { keyedHash } from "#app/server/config/keyed-hash.server.ts"
import type { LimitedAction, Rate, Scope } from "#app/server/config/rate-limits.server.ts"
import { RUNNING_SCOPES } from "#app/server/config/running-limits.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"
import { clientAddress, clientSite } from "#app/server/visitor/client-address.server.ts"
import { findDevice, findKnownDevice } from "#app/server/visitor/known-device.server.ts"
import { findAccount } from "#app/server/visitor/session.server.ts"
import { visitorOf } from "#app/server/visitor/visitor.server.ts"
import { MemoryQuotas, type Quota } from "./memory-quotas.server.ts"

type Context = Readonly<RouterContextProvider>

const TIMEOUT_MS = 2_000
/** After a failure, skip the database for this long, so that not every attempt waits for it. */
const AWAY_MS = 10_000
/** One slow answer says nothing about the next attempt; this many in a row mean that the database is down. */
const SLOW_ANSWERS_MAX = 3
const MEMORY_MAX_KEYS = 50_000
/** An IPv6 site (/48) gets this many times the limit of one network. */
const SITE_FACTOR = 2

const TOO_MANY_REQUESTS = 429

const memory = new MemoryQuotas(MEMORY_MAX_KEYS)
let awayUntil = 0
/** Consecutive slow answers. */
let slowAnswers = 0

const waitContext = createContext<number | null>(null)

/** Adds Retry-After to every 429 response whose wait is known. */
export const retryAfterMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const wait = context.get(waitContext)
  if (wait !== null && response.status === TOO_MANY_REQUESTS)
    response.headers.set("Retry-After", String(wait))
  return response
}

/** A counted attempt, for `giveBackQuota`. */
export interface Attempt {
  quotas: Quota[]
  /** False if the database did not answer, so that only this process counted it. */
  isStored: boolean
}

/**
 * Counts an attempt in all quotas of an action, or in none if one is full; the refusal then carries the wait in
 * seconds. Skips quotas whose owner is unknown. `subject` is the submitted mail address, or a mailed link's token or proof.
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

/** Takes a counted attempt back. Never throws: an attempt that stays counted expires with time. */
export async function giveBackQuota({ quotas, isStored }: Attempt): Promise<void> {
  memory.giveBack(quotas)
  if (isStored) await askDatabase("return_quotas", quotas)
}

/** A concurrency limit that a running generation counts against: a keyed hash of whose limit it is, and its size. */
export interface RunningSlot {
  key: string
  count: number
}

/** The concurrency limits for one more generation of this caller. Skips limits whose owner is unknown. */
export function runningSlotsOf(context: Context): RunningSlot[] {
  return RUNNING_SCOPES.flatMap((scope) => {
    const count = env.RUNNING_LIMITS[scope]
    return counted(context, scope, null).map(({ name, factor }) => ({
      key: keyedHash("running", scope, name),
      count: count * factor,
    }))
  })
}

/** The suggested wait, because nobody knows when a running generation will end. */
const SLOT_WAIT_SECONDS = 30

/** Refuses a caller who has too many running generations, and sets Retry-After. */
export function refuseForSlots(context: Context): Outcome<never, "too-many-running"> {
  context.set(waitContext, SLOT_WAIT_SECONDS)
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

function counted(context: Context, scope: Scope, subject: string | null) {
  const names = NAMES[scope](context, subject)
  return names.flatMap((name, nth) => (name === null ? [] : { name, factor: nth === 0 ? 1 : SITE_FACTOR }))
}

/** The names that each scope counts by. A network's second name is the site that contains it. */
const NAMES: Record<Scope, (context: Context, subject: string | null) => (string | null)[]> = {
  visitor: (context) => [visitorOf(context)],
  account: (context) => [findAccount(context)?.id ?? null],
  address: (context) => [clientAddress(context), clientSite(context)],
  email: (_, email) => [email],
  "email-at-address": (context, email) =>
    [clientAddress(context), clientSite(context)].map((place) => email && place && `${place} ${email}`),
  device: (context, email) => [email && findKnownDevice(context, email)],
  "any-device": (context) => [findDevice(context)],
  link: (_, link) => [link],
  // Browsers with an account have a quota of their own, which strangers cannot use up.
  everyone: (context) => [findDevice(context) ? "owners" : "strangers"],
}

/**
 * This process counts every attempt, too. Its counts are then up to date if the database fails, and a visitor
 * without attempts left costs the database nothing.
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

/** Calls a database function; null while the database is down. */
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
