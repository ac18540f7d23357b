import { z } from "zod"
import {
  type Beat,
  GENERATION_FAILURES,
  GENERATION_STATUSES,
  type GenerationFailure,
  type GenerationRequest,
  type GenerationSnapshot,
  type GenerationStatus,
  type WritingRecord,
} from "../../domain/generation.ts"
import type { Json } from "../database.types.ts"
import { adminSupabase } from "../supabase.server.ts"

/** How long a process may be silent before another one may go on with its generations. */
export const LEASE_SECONDS = 15

/** Names this process in the rows that it writes. */
const WORKER = `${process.env.FLY_MACHINE_ID ?? "local"}-${crypto.randomUUID()}`

export interface StoredGeneration extends GenerationSnapshot {
  n: number
  owner: string
  /** Running, but its process has not been heard of for a lease. */
  lapsed: boolean
}

/** What was planned before the first word; read from older rows too, which held the beats alone. */
export interface StoredPlan {
  beats: Beat[]
  title: string | null
  style: string
}

/** One generation's news for the database. */
export interface GenerationChange {
  n: number
  epoch: number
  /** The text from this UTF-16 offset on is replaced by `text`. */
  from: number
  text: string
  plan?: StoredPlan
  stats?: WritingRecord
  beat?: number
  read?: boolean
  status?: GenerationStatus
  failure?: GenerationFailure
}

/** Whether the database will never take this, rather than not now (class 22 and 23: data, constraints). */
export function isContentRefused(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === "string" && /^(22|23|PT4)/.test(code)
}

/** Whether generations are stored at all, or only held in memory. */
export const storesGenerations = adminSupabase !== null

/** Makes the row, or finds the one that the same form of the same owner made before. */
export async function createGeneration(origin: {
  id: string
  owner: string
  key: string
  request: GenerationRequest
}): Promise<{ id: string; n: number; epoch: number; fresh: boolean }> {
  const { data, error } = await database().rpc("create_generation", {
    p_id: origin.id,
    p_owner: origin.owner,
    p_key: origin.key,
    p_request: json(origin.request),
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
  })
  if (error) throw error
  return z.tuple([createdRow]).parse(data)[0]
}

/** The stored generation with its text so far; null where there is none. */
export async function findGeneration(id: string): Promise<StoredGeneration | null> {
  const { data, error } = await database().rpc("get_generation", { p_id: id })
  if (error) throw error
  return z.array(storedRow).parse(data)[0] ?? null
}

/** Takes a paused or orphaned generation over; null when another process was faster or it has ended. */
export async function claimGeneration(
  id: string,
): Promise<{ n: number; epoch: number; plan: StoredPlan; text: string } | null> {
  const { data, error } = await database().rpc("claim_generation", {
    p_id: id,
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
  })
  if (error) throw error
  return z.array(claimedRow).parse(data)[0] ?? null
}

/**
 * Stores the news of every generation this process writes, and renews their leases, in one call.
 * A generation that is missing from the answer belongs to another process now.
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

/** Asks whoever writes it to stop; false where this owner has no such generation. */
export async function requestStop(id: string, owner: string): Promise<boolean> {
  const { data, error } = await database().rpc("stop_generation", { p_id: id, p_owner: owner })
  if (error) throw error
  return data !== null
}

/** Deletes what is older than 24 hours. */
export async function deleteExpiredGenerations(): Promise<void> {
  const { error } = await database().rpc("delete_expired_generations")
  if (error) throw error
}

const createdRow = z.object({ id: z.string(), n: z.number(), epoch: z.number(), fresh: z.boolean() })
const heldRow = z.object({ n: z.number(), cancelled: z.boolean(), idle_seconds: z.number() })
const beatsColumn = z.array(z.object({ summary: z.string(), characters: z.number() }))
const planColumn = z
  .union([
    z.object({ beats: beatsColumn, title: z.string().nullable(), style: z.string() }),
    beatsColumn.transform((beats) => ({ beats, title: null, style: "" })),
  ])
  .nullable()
  .transform((plan): StoredPlan => plan ?? { beats: [], title: null, style: "" })
const claimedRow = z.object({ n: z.number(), epoch: z.number(), plan: planColumn, text: z.string() })
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
  })
  .transform(({ epoch, beat, plan, ...row }) => ({
    ...row,
    plan: plan.beats,
    title: plan.title,
    beat: beat ?? 0,
    cursor: { epoch, offset: row.text.length },
  }))

function database() {
  if (!adminSupabase) throw new Error("No database is configured")
  return adminSupabase
}

/** Our shapes are JSON by construction; the generated `Json` type cannot see that. */
function json(value: object): Json {
  return value as unknown as Json
}
