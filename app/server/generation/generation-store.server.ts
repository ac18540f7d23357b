import { z } from "zod"
import {
  type Beat,
  type BegunGeneration,
  GENERATION_FAILURES,
  GENERATION_STATUSES,
  type GenerationFailure,
  type GenerationRequest,
  type GenerationSnapshot,
  type GenerationStatus,
  type WritingRecord,
} from "#app/domain/generation.ts"
import type { Place } from "#app/server/limits/take-quota.server.ts"
import { adminSupabase } from "#app/server/supabase/admin-client.server.ts"
import type { Json } from "#app/server/supabase/database.types.ts"

/** How long a process may be silent before another one may go on with its generations. */
const LEASE_SECONDS = 15

/** Names this process in the rows that it writes. */
const WORKER = `${process.env.FLY_MACHINE_ID ?? "local"}-${crypto.randomUUID()}`

export interface StoredGeneration extends GenerationSnapshot {
  n: number
  owner: string
  cuts: Cut[]
  /** Running, but its process has not been heard of for a lease. */
  lapsed: boolean
}

/** What was planned before the first word; read from older rows too, which held the beats alone. */
export interface StoredPlan {
  beats: Beat[]
  title: string | null
  style: string
}

/** What a reader holds of this epoch, or of an earlier one, from this offset on may not stand any more. */
export interface Cut {
  epoch: number
  at: number
}

/** What the database knows of a generation beyond what is known here. */
export interface GenerationNews {
  epoch: number
  status: GenerationStatus
  failure: GenerationFailure | null
  /** Null where it is known or not made yet. */
  plan: StoredPlan | null
  beat: number
  cuts: Cut[]
  /** The text from this UTF-16 offset on is replaced by `text`. */
  from: number
  text: string
}

/** How far this process knows a generation that another one writes. */
export interface GenerationFollower {
  n: number
  /** The length of the text that is known. */
  at: number
  /** How many of its stored cuts are known. */
  cuts: number
  planned: boolean
  /** Marks it as being read. */
  read: boolean
}

/** One generation's news for the database. */
export interface GenerationChange {
  n: number
  epoch: number
  /** The text from this UTF-16 offset on is replaced by `text`. */
  from: number
  text: string
  cuts?: Cut[]
  plan?: StoredPlan
  stats?: WritingRecord
  beat?: number
  read?: boolean
  status?: Exclude<GenerationStatus, "running">
  failure?: GenerationFailure
}

/** So long after its last failure the database may not know yet what the processes kept meanwhile. */
const UNSETTLED_MS = 7_000
let failedAt = 0

/**
 * Whether everyone could store what they have: no call of this process failed of late. Until then a lease
 * that has lapsed says nothing about its process, and a generation that is not there may still come.
 */
export function isDatabaseSettled(): boolean {
  return Date.now() - failedAt >= UNSETTLED_MS
}

/** From here on, for a while, others may not have stored what they have. */
export function noteDatabaseTrouble(): void {
  failedAt = Date.now()
}

/**
 * Whether the database takes the very call that stores, with no row in it: if so, a row that failed was refused;
 * if not, nobody's row could be stored now. No list of error codes tells the two apart.
 */
export async function isDatabaseAnswering(): Promise<boolean> {
  try {
    await storeGenerations([])
    return true
  } catch {
    noteDatabaseTrouble()
    return false
  }
}

/** Whether generations are stored at all, or only held in memory. */
export const storesGenerations = adminSupabase !== null

/**
 * Makes the row, or finds the one that the same form of the same owner made before; null where one of the places
 * that it needs is not free. That it fails says nothing of the database: it may be this row that is refused.
 */
export async function createGeneration(origin: {
  id: string
  owner: string
  key: string
  request: GenerationRequest
  places: Place[]
}): Promise<{ id: string; n: number; epoch: number; fresh: boolean } | null> {
  const { data, error } = await database().rpc("create_generation", {
    p_id: origin.id,
    p_owner: origin.owner,
    p_key: origin.key,
    p_request: json(origin.request),
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
    p_places: json(origin.places),
  })
  if (error) throw error
  return z.array(createdRow).max(1).parse(data)[0] ?? null
}

/** The stored generation with its text so far; null where there is none. */
export async function findGeneration(id: string): Promise<StoredGeneration | null> {
  const { data, error } = await database().rpc("get_generation", { p_id: id })
  if (error) throw failed(error)
  return z.array(storedRow).parse(data)[0] ?? null
}

/** The newest generations of an owner, of the last 24 hours, newest first. */
export async function listGenerations(owner: string, limit: number): Promise<BegunGeneration[]> {
  const { data, error } = await database().rpc("list_generations", { p_owner: owner, p_limit: limit })
  if (error) throw failed(error)
  return z.array(begunRow).parse(data)
}

/** Takes a paused or orphaned generation over; null when another process was faster or it has ended. */
export async function claimGeneration(
  id: string,
): Promise<{ n: number; epoch: number; plan: StoredPlan; text: string; cuts: Cut[] } | null> {
  const { data, error } = await database().rpc("claim_generation", {
    p_id: id,
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
  })
  if (error) throw failed(error)
  return z.array(claimedRow).parse(data)[0] ?? null
}

/**
 * Stores the news of every generation this process writes, and renews their leases, in one call.
 * A generation that is missing from the answer belongs to another process now. Where it fails, one of the
 * generations may be what is refused.
 */
export async function storeGenerations(
  changes: GenerationChange[],
): Promise<{ n: number; cancelled: boolean; idle_seconds: number }[]> {
  const { data, error } = await database().rpc("store_generations", {
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
    p_batch: json(changes),
  })
  if (error) throw error
  return z.array(heldRow).parse(data)
}

/**
 * The news of every generation that is read here and written elsewhere, in one call. One that is missing
 * from the answer is no longer there. `lapsed`: its process has not been heard of for a lease.
 */
export async function followGenerations(
  followers: GenerationFollower[],
): Promise<(GenerationNews & { n: number; lapsed: boolean })[]> {
  const { data, error } = await database().rpc("follow_generations", { p_batch: json(followers) })
  if (error) throw failed(error)
  return z.array(newsRow).parse(data)
}

/** Asks whoever writes it to stop; false where this owner has no such generation. */
export async function requestStop(id: string, owner: string): Promise<boolean> {
  const { data, error } = await database().rpc("stop_generation", { p_id: id, p_owner: owner })
  if (error) throw failed(error)
  return data !== null
}

/** Makes another owner's all that an owner has. Throws where the database is away. */
export async function storeCarriedGenerations(from: string, to: string): Promise<void> {
  if (!adminSupabase) return
  const { error } = await adminSupabase.rpc("carry_generations", { p_from: from, p_to: to })
  if (error) throw failed(error)
}

/** Deletes what is older than 24 hours. */
export async function deleteExpiredGenerations(): Promise<void> {
  const { error } = await database().rpc("delete_expired_generations")
  if (error) throw failed(error)
}

const createdRow = z.object({ id: z.string(), n: z.number(), epoch: z.number(), fresh: z.boolean() })
const begunRow = z
  .object({
    id: z.string(),
    status: z.enum(GENERATION_STATUSES),
    prompt: z.string(),
    created_at: z.coerce.date(),
  })
  .transform(({ created_at, ...row }) => ({ ...row, startedAt: created_at.toISOString() }))
const heldRow = z.object({ n: z.number(), cancelled: z.boolean(), idle_seconds: z.number() })
const beatsColumn = z.array(z.object({ summary: z.string(), characters: z.number() }))
const planColumn = z
  .union([
    z.object({ beats: beatsColumn, title: z.string().nullable(), style: z.string() }),
    beatsColumn.transform((beats) => ({ beats, title: null, style: "" })),
  ])
  .nullable()
  .transform((plan): StoredPlan => plan ?? { beats: [], title: null, style: "" })
const cutsColumn = z.array(z.object({ epoch: z.number(), at: z.number() }))
const claimedRow = z.object({
  n: z.number(),
  epoch: z.number(),
  plan: planColumn,
  text: z.string(),
  cuts: cutsColumn,
})
const newsRow = z
  .object({
    n: z.number(),
    epoch: z.number(),
    status: z.enum(GENERATION_STATUSES),
    failure: z.enum(GENERATION_FAILURES).nullable(),
    plan: planColumn,
    beat: z.number().nullable(),
    cuts: cutsColumn,
    from: z.number(),
    text: z.string(),
    lapsed: z.boolean(),
  })
  .transform(({ plan, beat, ...row }) => ({
    ...row,
    plan: plan.beats.length > 0 ? plan : null,
    beat: beat ?? 0,
  }))
const storedRow = z
  .object({
    n: z.number(),
    id: z.string(),
    owner: z.string(),
    status: z.enum(GENERATION_STATUSES),
    failure: z.enum(GENERATION_FAILURES).nullable(),
    request: z
      .custom<GenerationRequest>((value) => typeof value === "object" && value !== null)
      // Rows of yesterday know neither.
      .transform(
        (request): GenerationRequest => ({
          ...request,
          direction: request.direction ?? "",
          rewrites: request.rewrites ?? null,
        }),
      ),
    plan: planColumn,
    beat: z.number().nullable(),
    text: z.string(),
    epoch: z.number(),
    lapsed: z.boolean(),
    cuts: cutsColumn,
  })
  .transform(({ epoch, beat, plan, ...row }) => ({
    ...row,
    plan: plan.beats,
    title: plan.title,
    beat: beat ?? 0,
    cursor: { epoch, offset: row.text.length },
  }))

function failed(error: unknown): unknown {
  noteDatabaseTrouble()
  return error
}

function database() {
  if (!adminSupabase) throw new Error("No database is configured")
  return adminSupabase
}

/** Our shapes are JSON by construction; the generated `Json` type cannot see that. */
function json(value: object): Json {
  return value as unknown as Json
}
