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
import type { RunningSlot } from "#app/server/limits/take-quota.server.ts"
import { adminSupabase } from "#app/server/supabase/admin-client.server.ts"
import type { Json } from "#app/server/supabase/database.types.ts"

/** How long a process may be silent before another one may take over its generations. */
const LEASE_SECONDS = 15

/** Identifies this process in the rows that it writes. */
const WORKER = `${process.env.FLY_MACHINE_ID ?? "local"}-${crypto.randomUUID()}`

/** A generation's row. `n` is the row's key. */
export interface StoredGeneration extends GenerationSnapshot {
  n: number
  owner: string
  cuts: Cut[]
  /** Running, but its process has let the lease expire. */
  lapsed: boolean
}

/** The plan of a generation. Older rows hold only the beats. */
export interface StoredPlan {
  beats: Beat[]
  title: string | null
  style: string
}

/** A withdrawal: text of this epoch or an earlier one may be invalid from this UTF-16 offset on. */
export interface Cut {
  epoch: number
  at: number
}

/** What the database knows about a generation beyond what this process knows. */
export interface GenerationNews {
  epoch: number
  status: GenerationStatus
  failure: GenerationFailure | null
  /** Null if this process knows it already or it does not exist yet. */
  plan: StoredPlan | null
  beat: number
  cuts: Cut[]
  /** `text` replaces everything from this UTF-16 offset on. */
  from: number
  text: string
}

/** How much this process knows of a generation that another one writes. */
export interface GenerationFollower {
  n: number
  /** The length of the known text in UTF-16 units. */
  at: number
  /** How many of its stored cuts this process knows. */
  cuts: number
  planned: boolean
  /** Tells the writing process that it has readers. */
  read: boolean
}

/** One generation's changes for the database. */
export interface GenerationChange {
  n: number
  epoch: number
  /** `text` replaces everything from this UTF-16 offset on. */
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

/** For this long after a failure, other processes may not have stored what they kept in memory meanwhile. */
const UNSETTLED_MS = 7_000
let failedAt = 0

/**
 * Whether all processes have had time to store their state, since no call of this process failed recently. Until
 * then an expired lease does not mean that its process died, and a missing generation may still appear.
 */
export function isDatabaseSettled(): boolean {
  return Date.now() - failedAt >= UNSETTLED_MS
}

/** Records a failure: for `UNSETTLED_MS`, `isDatabaseSettled` is false. */
export function noteDatabaseFailure(): void {
  failedAt = Date.now()
}

/**
 * Whether the database accepts the storing call without any row. If so, it refused a row that failed; if not, it
 * could store no row at all. No list of error codes tells the two apart.
 */
export async function isDatabaseAnswering(): Promise<boolean> {
  try {
    await storeGenerations([])
    return true
  } catch {
    noteDatabaseFailure()
    return false
  }
}

/** Whether a database stores generations; otherwise they live in memory only. */
export const storesGenerations = adminSupabase !== null

/**
 * Creates the row, or finds the one that the same owner's same form created before (`fresh` is false). Null if a
 * concurrency limit is reached. Throws on any error, which may concern only this row.
 */
export async function createGeneration(origin: {
  id: string
  owner: string
  key: string
  request: GenerationRequest
  slots: RunningSlot[]
}): Promise<{ id: string; n: number; epoch: number; fresh: boolean } | null> {
  const { data, error } = await database().rpc("create_generation", {
    p_id: origin.id,
    p_owner: origin.owner,
    p_key: origin.key,
    p_request: json(origin.request),
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
    p_places: json(origin.slots),
  })
  if (error) throw error
  return z.array(createdRow).max(1).parse(data)[0] ?? null
}

/** The stored generation with its text so far; null if there is none. Throws if the database is down. */
export async function findGeneration(id: string): Promise<StoredGeneration | null> {
  const { data, error } = await database().rpc("get_generation", { p_id: id })
  if (error) throw failed(error)
  return z.array(storedRow).parse(data)[0] ?? null
}

/** An owner's generations of the last 24 hours, newest first. Throws if the database is down. */
export async function listGenerations(owner: string, limit: number): Promise<BegunGeneration[]> {
  const { data, error } = await database().rpc("list_generations", { p_owner: owner, p_limit: limit })
  if (error) throw failed(error)
  return z.array(begunRow).parse(data)
}

/** Takes over a paused or orphaned generation; null if another process was faster or it has ended. */
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
 * Stores the changes of all these generations and renews their leases, in one call. A generation that is missing
 * from the answer belongs to another process now. Throws on any error, which may concern only one of the rows.
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
 * The news of generations that have readers here and are written elsewhere, in one call. A generation that is
 * missing from the answer no longer exists. `lapsed`: its process has let the lease expire.
 */
export async function followGenerations(
  followers: GenerationFollower[],
): Promise<(GenerationNews & { n: number; lapsed: boolean })[]> {
  const { data, error } = await database().rpc("follow_generations", { p_batch: json(followers) })
  if (error) throw failed(error)
  return z.array(newsRow).parse(data)
}

/** Asks the writing process to stop. False if this owner has no such generation. */
export async function requestStop(id: string, owner: string): Promise<boolean> {
  const { data, error } = await database().rpc("stop_generation", { p_id: id, p_owner: owner })
  if (error) throw failed(error)
  return data !== null
}

/** Gives all of an owner's rows to another owner. Throws if the database is down. */
export async function storeCarriedGenerations(from: string, to: string): Promise<void> {
  if (!adminSupabase) return
  const { error } = await adminSupabase.rpc("carry_generations", { p_from: from, p_to: to })
  if (error) throw failed(error)
}

/** Deletes generations older than 24 hours. */
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
      // Rows of an older version have neither field.
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
  noteDatabaseFailure()
  return error
}

function database() {
  if (!adminSupabase) throw new Error("No database is configured")
  return adminSupabase
}

/** Our shapes are JSON by construction, but the generated `Json` type cannot express that. */
function json(value: object): Json {
  return value as unknown as Json
}
