import { z } from "zod"
import {
  type Beat,
  type BegunGeneration,
  type CardEdit,
  editedPlan,
  GENERATION_FAILURES,
  GENERATION_STATUSES,
  type GenerationFailure,
  type GenerationRequest,
  type GenerationStatus,
  hasEnded,
  type PlanLine,
  type ReadingProgress,
  type WritingRecord,
} from "#app/domain/generation.ts"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { storedBeats } from "#app/domain/outline/stored-plan.ts"
import type { RunningSlot } from "#app/server/limits/take-quota.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"
import type { Database, Json } from "#app/server/supabase/database.types.ts"

/** How long a process may be silent before another one may take over its generations. */
export const LEASE_SECONDS = 15

/** Identifies this process in the rows that it writes. */
const WORKER = `${process.env.FLY_MACHINE_ID ?? "local"}-${crypto.randomUUID()}`

/** What readers see before there is a plan. */
export interface StoredProgress {
  draft: PlanLine[]
  reading: ReadingProgress | null
}

const NO_PROGRESS: StoredProgress = { draft: [], reading: null }

/** A plan of which no turn is known yet. */
export const UNTOLD = {
  head: [],
  turns: [],
  scope: null,
  isWhole: true,
  isApproved: false,
  former: null,
  memoryBefore: null,
}

/** The author's cards, by their index in the plan. */
const editsColumn = z
  .record(z.string(), z.object({ summary: z.string(), stop: z.string() }))
  .nullish()
  .transform((cards): CardEdit[] =>
    Object.entries(cards ?? {}).map(([index, card]) => ({ index: Number(index), ...card })),
  )
const turn = z.object({
  at: z.number(),
  beat: z.number(),
  purpose: z.enum(["begin", "resume", "extend"]),
  asked: z.number(),
  needed: z.number(),
  hasLooped: z.boolean(),
  hasAskedForChinese: z.boolean(),
  recall: z.string().default(""),
  tics: z.array(z.string()),
  edits: z.array(z.object({ index: z.number(), summary: z.string(), stop: z.string() })).default([]),
  isMarked: z.boolean(),
})
const scope = z.object({
  beatCount: z.number(),
  memory: z.string().default(""),
  names: z.array(z.string()).default([]),
  existingFrom: z.number(),
  foldedTo: z.number(),
  foldFrom: z.number(),
  omitted: z.number(),
  contextTokens: z.number(),
  tokenRatio: z.number().nullable(),
  hasCards: z.boolean(),
})
const memoryColumn = z.unknown().transform(readMemory)
// Older rows hold neither a head nor turns and their scope, and the oldest only the beats.
const storedPlan = z.object({
  beats: storedBeats,
  title: z.string().nullable(),
  style: z.string(),
  head: z.array(z.string()).default([]),
  turns: z.array(turn).default([]),
  scope: scope.nullable().default(null),
  /** False: the first cards of a plan that was still being made. */
  isWhole: z.boolean().default(true),
  /** What was known of the story before this text; null where the row's memory still is that. */
  memoryBefore: z
    .unknown()
    .transform((memory) => (memory ? readMemory(memory) : null))
    .default(null),
  /** Its author has seen it, and wants it written. */
  isApproved: z.boolean().default(false),
  /** The one that its author had before asking for another one. */
  former: z
    .object({ beats: storedBeats, title: z.string().nullable(), head: z.array(z.string()) })
    .nullable()
    .default(null),
})
const planColumn = z
  .union([storedPlan, storedBeats.transform((beats) => ({ beats, title: null, style: "", ...UNTOLD }))])
  .nullable()
const progressColumn = z
  .object({
    draft: z.array(z.object({ kind: z.enum(["title", "head", "beat"]), text: z.string() })),
    reading: z.object({ done: z.number(), all: z.number() }).nullable(),
  })
  .nullable()
  .catch(null)
const cut = z.object({ epoch: z.number(), at: z.number() })
const status = z.enum(GENERATION_STATUSES)

export type StoredPlan = z.output<typeof storedPlan>
/** A withdrawal: text of this epoch or an earlier one may be invalid from this UTF-16 offset on. */
export type Cut = z.output<typeof cut>

const columns = z.object({
  id: z.string(),
  n: z.number(),
  owner: z.string(),
  status,
  failure: z.enum(GENERATION_FAILURES).nullable(),
  request: z
    .custom<GenerationRequest>((value) => typeof value === "object" && value !== null)
    // Rows of an older version have none of these fields.
    .transform(
      (request): GenerationRequest => ({
        ...request,
        direction: request.direction ?? "",
        sections: request.sections ?? [],
        novelTitle: request.novelTitle ?? null,
        novel: request.novel ?? null,
        rewrites: request.rewrites ?? null,
        outlineFirst: request.outlineFirst ?? false,
      }),
    ),
  plan: planColumn,
  beat: z
    .number()
    .nullable()
    .transform((beat) => beat ?? 0),
  text: z.string(),
  epoch: z.number(),
  cuts: z.array(cut),
  progress: progressColumn,
  memory: memoryColumn,
  edits: editsColumn,
  /** Running, but its process has let the lease expire. */
  lapsed: z.boolean(),
})
const createdRow = columns
  .pick({ id: true, n: true, epoch: true })
  .extend({ worker: z.string().nullable() })
  .transform(({ worker, ...row }) => ({ ...row, isHere: worker === WORKER }))
const claimedRow = columns.pick({
  n: true,
  epoch: true,
  plan: true,
  text: true,
  cuts: true,
  memory: true,
  edits: true,
})
/**
 * `text` replaces everything from the UTF-16 offset `from` on. `plan` is null if this process knows it already or
 * it does not exist yet.
 */
const newsRow = columns
  .omit({ id: true, owner: true, request: true, memory: true, edits: true })
  .extend({ from: z.number() })
const storedRow = columns.transform(({ epoch, plan, progress, ...row }) => ({
  ...row,
  ...(plan?.isWhole || hasEnded(row.status) || !progress ? NO_PROGRESS : progress),
  plan: plan ? shownPlan(plan, row) : [],
  former: plan?.former ?? null,
  approved: plan && approvedPlan(plan, row),
  head: plan?.head ?? [],
  isPlanWhole: plan?.isWhole ?? true,
  memoryBefore: plan?.memoryBefore ?? null,
  title: plan?.title ?? null,
  cursor: { epoch, offset: row.text.length },
}))
const toldRow = columns
  .pick({ id: true, owner: true, status: true, request: true, plan: true, text: true })
  // As it is, for a change of it is compared with the whole column.
  .extend({ memory: z.custom<Json>() })
const replaced = z.enum(["replaced", "changed", "writing"]).nullable()
const plannedRow = columns.pick({
  owner: true,
  status: true,
  request: true,
  plan: true,
  edits: true,
  beat: true,
})
const begunRow = z
  .object({
    id: z.string(),
    status,
    prompt: z.string(),
    created_at: z.coerce.date(),
    before_login: z.boolean(),
    is_saved: z.boolean(),
  })
  .transform(({ created_at, before_login: beforeLogin, is_saved: isSaved, ...row }) => ({
    ...row,
    startedAt: created_at.toISOString(),
    beforeLogin,
    isSaved,
  }))
const heldRow = z.object({
  n: z.number(),
  cancelled: z.boolean(),
  idle_seconds: z.number(),
  edits: editsColumn,
})

/** The plan as readers see it: with the cards that its turns were told, and with what its author has changed since. */
export function shownPlan(
  { beats, turns }: Pick<StoredPlan, "beats" | "turns">,
  { edits, beat }: { edits: readonly CardEdit[]; beat: number },
): Beat[] {
  const begun = turns.length > 0 ? beat : -1
  const told = turns.flatMap((turn) => turn.edits.filter(({ index }) => index === turn.beat))
  return editedPlan(beats, [...told, ...edits.filter(({ index }) => index > begun)])
}

/** The plan that its author has approved, as it is before any text; null if nobody has approved it. */
export function approvedPlan(
  plan: StoredPlan,
  known: { edits: readonly CardEdit[]; beat: number },
): StoredPlan | null {
  if (!plan.isApproved) return null
  return { ...plan, beats: shownPlan(plan, known), turns: [], scope: null, memoryBefore: null }
}

export type PlannedGeneration = z.output<typeof plannedRow>
/** A generation's row. `n` is the row's key. */
export type StoredGeneration = z.output<typeof storedRow>
type NewsRow = z.output<typeof newsRow>
/** What the database knows about a generation beyond what this process knows. */
export type GenerationNews = Omit<NewsRow, "n" | "lapsed">

/** What a generation's row is created from. */
export interface GenerationOrigin {
  id: string
  owner: string
  key: string
  request: GenerationRequest
  /** What is known of the text that it continues; empty if nothing is. */
  memory: StoryMemory
  /** The limits it counts against while it runs; empty if another process began it, since the database knows them. */
  slots: RunningSlot[]
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
  memory?: StoryMemory
  progress?: StoredProgress
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
 * Creates the row, or finds the one that the same owner's same form created before. `isHere`: this process writes it,
 * or wrote it last. Null if a concurrency limit is reached. Throws on any error, which may concern only this row.
 */
export async function createGeneration(
  origin: GenerationOrigin,
): Promise<z.output<typeof createdRow> | null> {
  const rows = await call("create_generation", {
    p_id: origin.id,
    p_owner: origin.owner,
    p_key: origin.key,
    p_request: json(origin.request),
    p_worker: WORKER,
    p_lease_seconds: LEASE_SECONDS,
    p_places: json(origin.slots),
    ...(origin.memory !== EMPTY_MEMORY && { p_memory: json(origin.memory) }),
  })
  return z.array(createdRow).max(1).parse(rows)[0] ?? null
}

/** The stored generation with its text so far; null if there is none. Throws if the database is down. */
export async function findGeneration(id: string): Promise<StoredGeneration | null> {
  return z.array(storedRow).parse(await ask("get_generation", { p_id: id }))[0] ?? null
}

/** What a generation was asked and told with its memory, as it is stored; null if there is none. Throws if the database is down. */
export async function findTold(id: string): Promise<z.output<typeof toldRow> | null> {
  return z.array(toldRow).parse(await ask("get_generation", { p_id: id }))[0] ?? null
}

/**
 * Stores a memory in place of this one, which came from `findTold`. `changed`: it is another one by now. Null if this
 * owner has no such generation. Throws if the database is down.
 */
export async function replaceMemory(
  { id, owner }: { id: string; owner: string },
  before: Json,
  memory: StoryMemory,
): Promise<"replaced" | "changed" | "writing" | null> {
  const values = { p_id: id, p_owner: owner, p_before: before, p_memory: json(memory) }
  return replaced.parse(await ask("replace_memory", values))
}

/** What is stored of a plan and of its author's changes; null if there is no such generation. */
export async function findPlan(id: string): Promise<z.output<typeof plannedRow> | null> {
  return z.array(plannedRow).parse(await ask("get_generation", { p_id: id }))[0] ?? null
}

/** An owner's generations of the last 24 hours, newest first. Throws if the database is down. */
export async function listGenerations(owner: string, limit: number): Promise<BegunGeneration[]> {
  return z.array(begunRow).parse(await ask("list_generations", { p_owner: owner, p_limit: limit }))
}

/** Takes over a paused or orphaned generation; null if another process was faster or it has ended. */
export async function claimGeneration(id: string): Promise<z.output<typeof claimedRow> | null> {
  const values = { p_id: id, p_worker: WORKER, p_lease_seconds: LEASE_SECONDS }
  return z.array(claimedRow).parse(await ask("claim_generation", values))[0] ?? null
}

/**
 * Stores the changes of all these generations and renews their leases, in one call. A generation that is missing
 * from the answer belongs to another process now. Throws on any error, which may concern only one of the rows.
 */
export async function storeGenerations(changes: GenerationChange[]): Promise<z.output<typeof heldRow>[]> {
  const values = { p_worker: WORKER, p_lease_seconds: LEASE_SECONDS, p_batch: json(changes) }
  return z.array(heldRow).parse(await call("store_generations", values))
}

/**
 * The news of generations that have readers here and are written elsewhere, in one call. A generation that is
 * missing from the answer no longer exists.
 */
export async function followGenerations(followers: GenerationFollower[]): Promise<NewsRow[]> {
  return z.array(newsRow).parse(await ask("follow_generations", { p_batch: json(followers) }))
}

/** Asks the writing process to stop. False if this owner has no such generation. */
export async function requestStop(id: string, owner: string): Promise<boolean> {
  return (await ask("stop_generation", { p_id: id, p_owner: owner })) !== null
}

/**
 * Lets the next reader have it written: by its author's plan, or by a new one if this plan has no beats. False where
 * no plan of this owner waits.
 */
export async function resumeOutlined(id: string, owner: string, plan: StoredPlan): Promise<boolean> {
  return z.boolean().parse(await ask("resume_outlined", { p_id: id, p_owner: owner, p_plan: json(plan) }))
}

/** With the spaces that the database puts in, these are less than the 50 KB of the column. */
const EDITS_MAX_BYTES = 49_000

/** Whether there is room for the author's cards in a row. */
export function areStorable(edits: readonly CardEdit[]): boolean {
  return Buffer.byteLength(JSON.stringify(columnOf(edits))) <= EDITS_MAX_BYTES
}

/** Keeps the author's cards for the process that writes. False where this owner has nothing that is still written. */
export async function storeEdits(id: string, owner: string, edits: readonly CardEdit[]): Promise<boolean> {
  const values = { p_id: id, p_owner: owner, p_edits: json(columnOf(edits)) }
  return z.boolean().parse(await ask("edit_cards", values))
}

function columnOf(edits: readonly CardEdit[]): Record<number, Pick<CardEdit, "summary" | "stop">> {
  return Object.fromEntries(edits.map(({ index, ...card }) => [index, card]))
}

/** A text that its author has made of an ended generation's. */
export interface Edition {
  id: string
  owner: string
  key: string
  /** Its `edits` names the generation whose text was changed. */
  request: GenerationRequest & { edits: string }
  text: string
}

/**
 * Creates the row of an edition, which has ended, or finds the one that the same form created before, and returns its
 * id. Null if this owner has no such generation that has ended. Throws if the database is down.
 */
export async function createEdition({ id, owner, key, request, text }: Edition): Promise<string | null> {
  const values = { p_id: id, p_owner: owner, p_key: key, p_of: request.edits }
  const made = await ask("create_edition", { ...values, p_request: json(request), p_text: text })
  return z.string().nullable().parse(made)
}

/** Gives all of an owner's rows to another owner. Throws if the database is down. */
export async function storeCarriedGenerations(from: string, to: string): Promise<void> {
  if (storesGenerations) await ask("carry_generations", { p_from: from, p_to: to })
}

/** Deletes generations that were kept long enough. Throws if the database is down. */
export async function deleteExpiredGenerations(): Promise<void> {
  await ask("delete_expired_generations", {})
}

type Functions = Database["public"]["Functions"]

/** Calls a database function. Its error may concern a single row. */
async function call<Name extends keyof Functions>(
  name: Name,
  values: Functions[Name]["Args"],
): Promise<unknown> {
  if (!adminSupabase) throw new Error("No database is configured")
  const { data, error } = await adminSupabase.rpc(name, values)
  if (error) throw error
  return data
}

/** Calls a database function. If it fails because the database is down, that is noted; a refused row is no failure. */
const ask: typeof call = (name, values) =>
  call(name, values).catch(async (error: unknown) => {
    await isDatabaseAnswering()
    throw error
  })

/** Our shapes are JSON by construction, but the generated `Json` type cannot express that. */
function json(value: object): Json {
  return value as unknown as Json
}
