import { setTimeout as sleep } from "node:timers/promises"
import { hasEnded, type WritingRecord, type WritingTurn } from "#app/domain/generation.ts"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { RunningSlot } from "#app/server/limits/take-quota.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { ActiveGeneration } from "./active-generation.server.ts"
import {
  createGeneration,
  type GenerationChange,
  isDatabaseAnswering,
  LEASE_SECONDS,
  noteDatabaseFailure,
  type StoredProgress,
  storeGenerations,
  storesGenerations,
} from "./generation-rows.server.ts"
import { StoredLength } from "./stored-length.server.ts"

const SECOND_MS = 1_000
const STORE_EVERY_MS = SECOND_MS
/** The most rows that the API returns at once. A row missing from the answer would seem to belong to another process. */
const STORE_MAX_ROWS = 1_000
/** Concurrent calls when rows are stored one by one. More would block the database for everyone else. */
const ALONE_AT_ONCE = 16
/** After this many refusals in a row, a generation lives in memory only and nothing waits for its row any more, ... */
const SET_ASIDE_AFTER = 5
/**
 * ... but we retry at every tick while the lease may last, because another process continues from less text after
 * that. The delay is shorter than a tick. It keeps the endings of other generations from retrying this row, too, ...
 */
const TRY_AGAIN_MS = STORE_EVERY_MS / 2
/** ... and later at this interval. */
const TRY_AGAIN_LATER_MS = 5_000
/** Before this process exits, it waits this long for a database that is down, ... */
const HAND_OVER_MS = 3_000
/** ... and retries at this interval. */
const HAND_OVER_RETRY_MS = 250
const MINUTE_MS = 60_000
/** Phones fall asleep, and their owners still want the text, so writing continues this long without a reader. */
const PAUSE_AFTER_IDLE_MS = 10 * MINUTE_MS
/** How long an ended generation stays readable if no database has it. */
const KEEP_UNSTORED_MS = 60 * MINUTE_MS

/** Three bytes a character, and room for the rest, are less than the 50 KB of the column. */
const DRAFT_MAX_UNITS = 10_000
/** A concurrency limit that is never reached; the greatest integer of the database. */
const WITHOUT_BOUNDS = 2 ** 31 - 1

interface Held {
  generation: ActiveGeneration
  storedText: StoredLength
  cutsStored: number
  /** The turns that are stored with the plan; null while it is not stored. */
  turnsStored: WritingTurn[] | null
  memoryStored: StoryMemory
  progressStored: StoredProgress
  recordStored: WritingRecord | null
  lastReadStored: number
  /** When someone last read it, in this process or another. */
  readAt: number
  /** How often in a row the database refused this row while it accepted other calls. */
  refusals: number
  /** When the first of these refusals came. */
  refusedSince: number
  /** When to retry. */
  tryAt: number
}

const held = new Map<string, Held>()
let ticking = false
/** Whether the next run stores all generations, as every tick does, or only ended ones. */
let isTickDue = false
let running: Promise<void> | null = null
/** The run that begins after it, for all who ask meanwhile. */
let next: Promise<void> | null = null

/** Stores this generation from now on, once per second together with all others, until it has ended. */
export function keepStored(generation: ActiveGeneration): void {
  held.set(generation.id, {
    generation,
    storedText: new StoredLength(generation.text.length),
    // After a takeover, the takeover's own cut is not stored yet.
    cutsStored: Math.max(0, generation.cuts.length - 1),
    turnsStored: generation.plan.length > 0 ? generation.turns : null,
    memoryStored: generation.memory,
    progressStored: { draft: generation.draft, reading: generation.reading },
    recordStored: null,
    lastReadStored: 0,
    readAt: Date.now(),
    refusals: 0,
    refusedSince: 0,
    tryAt: 0,
  })
  if (!ticking) setInterval(tick, STORE_EVERY_MS).unref()
  ticking = true
}

/** The generation that this process writes or still holds; null if there is none. */
export function findActive(id: string): ActiveGeneration | null {
  return held.get(id)?.generation ?? null
}

/** An owner's generations that this process writes or still holds, newest first. */
export function listActive(owner: string): ActiveGeneration[] {
  return [...held.values()]
    .map(({ generation }) => generation)
    .filter((generation) => generation.owner === owner)
    .reverse()
}

/** Whether this process alone stays below all of these limits. Without the database it cannot know more. */
export function hasRoomHere(slots: RunningSlot[]): boolean {
  const running = [...held.values()].filter(({ generation }) => generation.status === "running")
  const taken = running.flatMap(({ generation }) => generation.slots.map(({ key }) => key))
  return slots.every(({ key, count }) => taken.filter((one) => one === key).length < count)
}

/** Whether the database is still missing a part of this generation and may accept it. */
export function isStorable({ id }: ActiveGeneration): boolean {
  const entry = held.get(id)
  return storesGenerations && entry !== undefined && !isSetAside(entry)
}

/** Stores the ended generations now. Never throws: the next tick retries what failed. */
export function storeActive(): Promise<void> {
  next ??= Promise.resolve(running).then(() => {
    next = null
    running = storeOnce().finally(() => {
      running = null
    })
    return running
  })
  return next
}

/** Pauses and stores all generations before this process exits. The process of the next reader continues each. */
export async function handOverGenerations(): Promise<void> {
  const until = Date.now() + HAND_OVER_MS
  for (const entry of held.values()) {
    entry.generation.conclude({ status: "paused", failure: null })
    entry.tryAt = 0
  }
  do {
    await storeActive()
    if (isAnyLeft()) await sleep(HAND_OVER_RETRY_MS)
  } while (isAnyLeft() && Date.now() < until)
}

function isAnyLeft(): boolean {
  return storesGenerations && [...held.values()].some((entry) => !isSetAside(entry))
}

// Do not call a slow database again before it has answered.
function tick(): void {
  isTickDue = true
  if (!running) void storeActive()
}

async function storeOnce(): Promise<void> {
  pauseAbandoned()
  dropUnstored()
  if (!storesGenerations) return
  const due = [...held.values()].filter(isDue)
  isTickDue = false
  const together = due.filter((entry) => entry.generation.row && entry.refusals === 0)
  const alone = due.filter((entry) => !together.includes(entry)).sort((a, b) => a.refusals - b.refusals)
  try {
    for (let start = 0; start < together.length; start += STORE_MAX_ROWS) {
      await storeTogether(together.slice(start, start + STORE_MAX_ROWS))
    }
    await storeEach(alone)
  } catch (error) {
    log("error", "generations were not stored, trying again", { error: describeError(error) })
  }
}

async function storeTogether(entries: Held[]): Promise<void> {
  try {
    await store(entries)
  } catch (error) {
    if (!(await isDatabaseAnswering())) throw error
    await storeEach(entries)
  }
}

/**
 * Stores each row in its own call, so that a refused row does not block the others. While the database answers, a
 * failure here is the row's own fault, whatever the error says.
 */
async function storeEach(entries: Held[]): Promise<void> {
  let stored = 0
  for (let start = 0; start < entries.length; start += ALONE_AT_ONCE) {
    const some = entries.slice(start, start + ALONE_AT_ONCE)
    const outcomes = await Promise.allSettled(some.map(storeAlone))
    const [failed] = outcomes.filter((outcome) => outcome.status === "rejected")
    if (failed && !(await isDatabaseAnswering())) throw failed.reason
    for (const [index, entry] of some.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === "rejected") setBack(entry, outcome.reason)
      else stored += 1
    }
  }
  // A database with a full disk answers, but refuses every row.
  if (entries.length > 1 && stored === 0) noteDatabaseFailure()
}

async function storeAlone(entry: Held): Promise<void> {
  if (!entry.generation.row) await createMissingRow(entry.generation)
  await store([entry])
  if (isSetAside(entry)) log("info", "a generation is stored again", { generation: entry.generation.id })
  entry.refusals = 0
}

/** Creates the row of a generation that started while the database was down. */
async function createMissingRow(generation: ActiveGeneration): Promise<void> {
  const { id, owner, key, request, slots, memory } = generation
  // Already running, so it bypasses the concurrency limits.
  const taken = slots.map((slot) => ({ ...slot, count: WITHOUT_BOUNDS }))
  const origin = { id, owner, key, request, memory, slots: taken }
  const made = await createGeneration(origin)
  // Another process started the same form meanwhile. Both texts exist, so keep both under different keys.
  const created = made?.id === id ? made : await createGeneration({ ...origin, key: `${key}:${id}` })
  if (!created) throw new Error("no row was made")
  generation.row = { n: created.n, epoch: created.epoch }
}

async function store(entries: Held[]): Promise<void> {
  const sent = entries.map((entry) => ({ entry, change: changeOf(entry) }))
  const answers = await storeGenerations(sent.map(({ change }) => change))
  const answerOf = new Map(answers.map((answer) => [answer.n, answer]))
  for (const { entry, change } of sent) settle(entry, change, answerOf.get(change.n) ?? null)
}

function setBack(entry: Held, error: unknown): void {
  const now = Date.now()
  if (entry.refusals === 0) entry.refusedSince = now
  entry.refusals += 1
  const mayHoldLease = now - entry.refusedSince < LEASE_SECONDS * SECOND_MS
  entry.tryAt = now + (mayHoldLease ? TRY_AGAIN_MS : TRY_AGAIN_LATER_MS)
  if (entry.refusals !== SET_ASIDE_AFTER) return
  log("error", "a generation cannot be stored and stays in memory", {
    generation: entry.generation.id,
    error: describeError(error),
  })
}

function isSetAside({ refusals }: Held): boolean {
  return refusals >= SET_ASIDE_AFTER
}

// A tick includes generations without changes, because it renews leases and learns of stops requested elsewhere.
function isDue({ generation, tryAt }: Held): boolean {
  return tryAt <= Date.now() && (isTickDue || generation.ending !== null)
}

function changeOf(entry: Held): GenerationChange {
  const { generation, storedText } = entry
  const { plan: beats, isPlanWhole, turns, memory, record } = generation
  const { ending } = generation
  const cuts = generation.cuts.slice(entry.cutsStored)
  for (const { at } of cuts) storedText.withdraw(at)
  return {
    n: generation.row?.n ?? 0,
    epoch: generation.epoch,
    beat: generation.beat,
    from: storedText.length,
    text: generation.text.slice(storedText.length),
    ...(beats.length > 0 &&
      (turns !== entry.turnsStored || memory !== entry.memoryStored) && { plan: generation.storedPlan() }),
    ...(memory !== entry.memoryStored && { memory }),
    ...((beats.length === 0 || !isPlanWhole) && newProgress(entry)),
    ...(record && record !== entry.recordStored && { stats: record }),
    ...(cuts.length > 0 && { cuts }),
    ...(generation.lastReadAt > entry.lastReadStored && { read: true }),
    ...(ending && { status: ending.status }),
    ...(ending?.failure && { failure: ending.failure }),
  }
}

/** What readers on other processes see before there is a plan. A draft that is too long for its column waits for the plan. */
function newProgress({ generation, progressStored }: Held): { progress?: StoredProgress } {
  const { draft, reading } = generation
  const isStored = draft === progressStored.draft && reading === progressStored.reading
  const size = draft.reduce((sum, { text }) => sum + text.length, 0)
  return isStored || size > DRAFT_MAX_UNITS ? {} : { progress: { draft, reading } }
}

function settle(
  entry: Held,
  change: GenerationChange,
  answer: Awaited<ReturnType<typeof storeGenerations>>[number] | null,
): void {
  const { generation, storedText } = entry
  if (change.status || !answer) held.delete(generation.id)
  if (!answer) {
    generation.end("paused") // another process has taken it over
    return
  }
  if (answer.edits.length > 0) generation.edits = answer.edits
  storedText.stored(change.from, change.from + change.text.length)
  entry.turnsStored = change.plan?.turns ?? entry.turnsStored
  entry.memoryStored = change.memory ?? entry.memoryStored
  entry.progressStored = change.progress ?? entry.progressStored
  entry.recordStored = change.stats ?? entry.recordStored
  entry.cutsStored += change.cuts?.length ?? 0
  entry.readAt = Date.now() - answer.idle_seconds * 1_000
  if (change.read) entry.lastReadStored = generation.lastReadAt
  if (!change.status) {
    if (answer.cancelled) generation.stop()
    return
  }
  // A trigger has ended it instead, because somebody asked for a stop.
  const isStopped = answer.cancelled && !hasEnded(change.status)
  generation.end(isStopped ? "stopped" : change.status, change.failure)
}

// A generation that is only in memory could not be resumed, so it is written to its end.
function pauseAbandoned(): void {
  for (const entry of held.values()) {
    const { generation, readAt } = entry
    const wakes = storesGenerations && generation.row && !isSetAside(entry)
    const idleMs = Date.now() - Math.max(readAt, generation.lastReadAt)
    if (wakes && idleMs > PAUSE_AFTER_IDLE_MS) generation.end("paused")
  }
}

function dropUnstored(): void {
  for (const entry of held.values()) {
    const { generation } = entry
    const unstored = !storesGenerations || isSetAside(entry)
    const stale = generation.lastReadAt + KEEP_UNSTORED_MS < Date.now()
    if (unstored && stale && generation.status !== "running") held.delete(generation.id)
  }
}
