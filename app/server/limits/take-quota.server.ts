import { createHmac } from "node:crypto"
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router"
import { z } from "zod"
import { type Outcome, refusal, success } from "../../domain/outcome.ts"
import { env } from "../env.server.ts"
import { describeError, log } from "../log.server.ts"
import { findAccount } from "../session.server.ts"
import { adminSupabase } from "../supabase.server.ts"
import { visitorOf } from "../visitor.server.ts"
import { clientAddress } from "./client-address.server.ts"
import { MemoryQuotas, type Quota } from "./memory-quotas.server.ts"
import type { LimitedAction, Rate, Scope } from "./rate-limits.server.ts"
import { RUNNING_SCOPES } from "./running-limits.server.ts"

type Context = Readonly<RouterContextProvider>

const TIMEOUT_MS = 2_000
/** A database that was away is left alone for this long: nobody waits for it again at each attempt. */
const AWAY_MS = 10_000
const MEMORY_MAX_KEYS = 20_000

const TOO_MANY_REQUESTS = 429

const memory = new MemoryQuotas(MEMORY_MAX_KEYS)
let awayUntil = 0

const waitContext = createContext<number | null>(null)

/** Says when to come back on every answer that refuses for having come too often. */
export const retryAfterMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  const response = await next()
  const wait = context.get(waitContext)
  if (wait !== null && response.status === TOO_MANY_REQUESTS)
    response.headers.set("Retry-After", String(wait))
  return response
}

/**
 * Counts an attempt in all quotas of an action, or in none where one is full; the refusal then knows the
 * wait. The value is what was counted, for `giveBackQuota`. Whoever cannot be told is not counted.
 */
export async function takeQuota(
  context: Context,
  action: LimitedAction,
  email: string | null = null,
): Promise<Outcome<Quota[], "too-many-attempts">> {
  const quotas = quotasOf(context, action, email)
  const waitSeconds = await takeAll(quotas)
  if (waitSeconds === 0) return success(quotas)
  context.set(waitContext, waitSeconds)
  return refusal("too-many-attempts", waitSeconds)
}

/** Takes an attempt back that was none. Never fails: what stays counted is forgotten with time. */
export async function giveBackQuota(taken: Quota[]): Promise<void> {
  const answered = await askDatabase("return_quotas", taken)
  if (!answered) memory.giveBack(taken)
}

/** A place that a generation takes for as long as it runs: a keyed hash of whose it is, and how many there are. */
export interface Place {
  key: string
  count: number
}

/** The places that one more generation of this caller needs. Whoever cannot be told needs none. */
export function placesOf(context: Context): Place[] {
  return RUNNING_SCOPES.flatMap((scope) => {
    const subject = SUBJECT[scope](context, null)
    return subject ? [{ key: keyOf("running", scope, subject), count: env.RUNNING_LIMITS[scope] }] : []
  })
}

/** How long to wait where nobody can say when a place is free. */
const PLACE_WAIT_SECONDS = 30

/** The refusal of one who has no place left; its answer says when to come back. */
export function refuseForPlaces(context: Context): Outcome<never, "too-many-running"> {
  context.set(waitContext, PLACE_WAIT_SECONDS)
  return refusal("too-many-running")
}

function quotasOf(context: Context, action: LimitedAction, email: string | null): Quota[] {
  const rates = Object.entries(env.RATE_LIMITS[action]) as [Scope, Rate][]
  return rates.flatMap(([scope, rate]) => {
    const subject = SUBJECT[scope](context, email)
    return subject ? { key: keyOf(action, scope, subject), ...rate } : []
  })
}

const SUBJECT: Record<Scope, (context: Context, email: string | null) => string | null> = {
  visitor: (context) => visitorOf(context),
  account: (context) => findAccount(context)?.id ?? null,
  address: (context) => clientAddress(context),
  email: (_, email) => email,
  "email-at-address": (context, email) => {
    const address = clientAddress(context)
    return email && address && `${address} ${email}`
  },
}

/** A keyed hash: from what is stored nobody learns an address, not even by trying all. */
function keyOf(...parts: [action: string, scope: string, subject: string]): string {
  return createHmac("sha256", env.SESSION_SECRET).update(parts.join(" ")).digest("base64url")
}

async function takeAll(quotas: Quota[]): Promise<number> {
  if (quotas.length === 0) return 0
  const answered = await askDatabase("take_quotas", quotas)
  return answered ? z.number().parse(answered.data) : memory.take(quotas)
}

/** The answer, or null while the database is away. */
async function askDatabase(
  name: "take_quotas" | "return_quotas",
  quotas: Quota[],
): Promise<{ data: unknown } | null> {
  if (!adminSupabase || Date.now() < awayUntil) return null
  const { data, error } = await adminSupabase
    .rpc(name, { p_quotas: quotas.map(({ key, count, seconds }) => ({ key, count, seconds })) })
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
  if (!error) return { data }
  awayUntil = Date.now() + AWAY_MS
  log("error", "attempts are counted in memory", { error: describeError(error) })
  return null
}
