import { setTimeout as sleep } from "node:timers/promises"
import type { WritingRecord } from "../../domain/generation.ts"
import type { Place } from "../limits/take-quota.server.ts"
import { describeError, log } from "../log.server.ts"
import { deleteExpiredReferences } from "../references/expired-references.server.ts"
import type { ActiveGeneration } from "./active-generation.server.ts"
import {
  createGeneration,
  deleteExpiredGenerations,
  type GenerationChange,
  isContentRefused,
  storeGenerations,
  storesGenerations,
} from "./generation-store.server.ts"
import { StoredText } from "./stored-text.server.ts"

const STORE_EVERY_MS = 1_000
/** As many rows as the API answers at once; one left out would look taken by another process. */
const STORE_MAX_ROWS = 1_000
/** Before this process ends, a database that is away is waited for this long, ... */
const HAND_OVER_MS = 3_000
/** ... and asked again after this. */
const HAND_OVER_RETRY_MS = 250
const MINUTE_MS = 60_000
/** Phones sleep and text is the product: writing goes on this long without a reader. */
const PAUSE_AFTER_IDLE_MS = 10 * MINUTE_MS
const CLEAN_EVERY_MS = 60 * MINUTE_MS
/** How long an ended generation stays readable where no database has it. */
const KEEP_UNSTORED_MS = 60 * MINUTE_MS

/** More than ever run at once; an integer to the database. */
const WITHOUT_BOUNDS = 2 ** 31 - 1

interface Held {
  generation: ActiveGeneration
  storedText: StoredText
  cutsStored: number
  planStored: boolean
  recordStored: WritingRecord | null
  lastReadStored: number
  /** When anyone read it, in this process or another. */
  readAt: number
  /** The database will never take it: it lives in memory alone, and stops nobody else's storing. */
  refused: boolean
}

const held = new Map<string, Held>()
let ticking = false
/** Whether the next store is one of the tick's, which has all in it. */
let isTickDue = false
let cleanedAt = 0
let running: Promise<void> | null = null
let next: Promise<void> | null = null

/** Stores this generation from now on, once a second together with all others, until it has ended. */
export function keepStored(generation: ActiveGeneration): void {
  held.set(generation.id, {
    generation,
    storedText: new StoredText(generation.text.length),
    // Of one that was taken over, the takeover itself is not stored yet.
    cutsStored: Math.max(0, generation.cuts.length - 1),
    planStored: generation.plan.length > 0,
    recordStored: null,
    lastReadStored: 0,
    readAt: Date.now(),
    refused: false,
  })
  if (!ticking) setInterval(tick, STORE_EVERY_MS).unref()
  ticking = true
}

export function findActive(id: string): ActiveGeneration | null {
  return held.get(id)?.generation ?? null
}

/** What this process holds of an owner's, newest first. */
export function listActive(owner: string): ActiveGeneration[] {
  return [...held.values()]
    .map(({ generation }) => generation)
    .filter((generation) => generation.owner === owner)
    .reverse()
}

/** Whether every one of these places is free of what this process writes: all that is known without the database. */
export function hasRoomHere(places: Place[]): boolean {
  const running = [...held.values()].filter(({ generation }) => generation.status === "running")
  return places.every(({ key, count }) => {
    return (
      running.filter(({ generation }) => generation.places.some((place) => place.key === key)).length < count
    )
  })
}

/** Whether the database will have more of it than it has now. */
export function isStorable({ id }: ActiveGeneration): boolean {
  return storesGenerations && held.get(id)?.refused === false
}

/** Stores now what has come to its end. Never fails: what could not be stored is tried again at the next tick. */
export function storeActive(): Promise<void> {
  if (running) {
    next ??= running.then(() => {
      next = null
      return storeActive()
    })
    return next
  }
  running = storeOnce().finally(() => {
    running = null
  })
  return running
}

/** Pauses and stores all: whoever reads one of them next, in whatever process, wakes it there. */
export async function pauseActive(): Promise<void> {
  const until = Date.now() + HAND_OVER_MS
  for (const { generation } of held.values()) generation.conclude({ status: "paused", failure: null })
  do {
    await storeActive()
    if (isAnyLeft()) await sleep(HAND_OVER_RETRY_MS)
  } while (isAnyLeft() && Date.now() < until)
}

function isAnyLeft(): boolean {
  return storesGenerations && [...held.values()].some(({ refused }) => !refused)
}

// A database that answers slowly is not asked again before it has answered.
function tick(): void {
  isTickDue = true
  if (!running) void storeActive()
}

async function storeOnce(): Promise<void> {
  pauseAbandoned()
  dropUnstored()
  if (!storesGenerations) return
  try {
    await createMissingRows()
    const due = [...held.values()].filter(isDue)
    isTickDue = false
    for (let start = 0; start < due.length; start += STORE_MAX_ROWS) {
      await storeSome(due.slice(start, start + STORE_MAX_ROWS))
    }
    await cleanUp()
  } catch (error) {
    log("error", "generations were not stored, trying again", { error: describeError(error) })
  }
}

/** Those that began while the database was away. */
async function createMissingRows(): Promise<void> {
  for (const entry of held.values()) {
    const { id, owner, key, request, places } = entry.generation
    if (entry.generation.row || entry.refused) continue
    try {
      // It runs already: its places are taken, however many there are.
      const taken = places.map((place) => ({ ...place, count: WITHOUT_BOUNDS }))
      const origin = { id, owner, key, request, places: taken }
      const made = await createGeneration(origin)
      // The same form was taken up by another process meanwhile: both texts are there, and both stay.
      const created = made?.id === id ? made : await createGeneration({ ...origin, key: `${key}:${id}` })
      if (created) entry.generation.row = { n: created.n, epoch: created.epoch }
    } catch (error) {
      refuseOrThrow(entry, error)
    }
  }
}

async function storeSome(entries: Held[]): Promise<void> {
  const sent = entries.map((entry) => ({ entry, change: changeOf(entry) }))
  try {
    const answers = await storeGenerations(sent.map(({ change }) => change))
    const answerOf = new Map(answers.map((answer) => [answer.n, answer]))
    for (const { entry, change } of sent) settle(entry, change, answerOf.get(change.n) ?? null)
  } catch (error) {
    const [first, ...others] = entries
    if (first && others.length === 0) refuseOrThrow(first, error)
    else if (isContentRefused(error)) for (const entry of entries) await storeSome([entry])
    else throw error
  }
}

function refuseOrThrow(entry: Held, error: unknown): void {
  if (!isContentRefused(error)) throw error
  log("error", "a generation cannot be stored and stays in memory", { error: describeError(error) })
  entry.refused = true
}

// A tick has even those in it that have no news: it renews leases, and brings word of a stop from elsewhere.
function isDue({ generation, refused }: Held): boolean {
  if (!generation.row || refused) return false
  return isTickDue || generation.ending !== null
}

function changeOf(entry: Held): GenerationChange {
  const { generation, storedText } = entry
  const { plan: beats, title, style, record } = generation
  const { ending } = generation
  const cuts = generation.cuts.slice(entry.cutsStored)
  for (const { at } of cuts) storedText.withdraw(at)
  return {
    n: generation.row?.n ?? 0,
    epoch: generation.epoch,
    beat: generation.beat,
    from: storedText.length,
    text: generation.text.slice(storedText.length),
    ...(!entry.planStored && beats.length > 0 && { plan: { beats, title, style } }),
    ...(record && record !== entry.recordStored && { stats: record }),
    ...(cuts.length > 0 && { cuts }),
    ...(generation.lastReadAt > entry.lastReadStored && { read: true }),
    ...(ending && { status: ending.status }),
    ...(ending?.failure && { failure: ending.failure }),
  }
}

function settle(
  entry: Held,
  change: GenerationChange,
  answer: { cancelled: boolean; idle_seconds: number } | null,
): void {
  const { generation, storedText } = entry
  if (change.status || !answer) held.delete(generation.id)
  if (!answer) {
    generation.end("paused") // fenced: another process writes it
    return
  }
  storedText.stored(change.from, change.from + change.text.length)
  entry.planStored ||= change.plan !== undefined
  entry.recordStored = change.stats ?? entry.recordStored
  entry.cutsStored += change.cuts?.length ?? 0
  entry.readAt = Date.now() - answer.idle_seconds * 1_000
  if (change.read) entry.lastReadStored = generation.lastReadAt
  if (change.status) generation.end(change.status, change.failure)
  else if (answer.cancelled) generation.stop()
}

async function cleanUp(): Promise<void> {
  if (Date.now() - cleanedAt < CLEAN_EVERY_MS) return
  cleanedAt = Date.now()
  await deleteExpiredGenerations()
  await deleteExpiredReferences()
}

// What only memory has could not be woken again, so it is written to its end.
function pauseAbandoned(): void {
  for (const { generation, refused, readAt } of held.values()) {
    const wakes = storesGenerations && generation.row && !refused
    const idleMs = Date.now() - Math.max(readAt, generation.lastReadAt)
    if (wakes && idleMs > PAUSE_AFTER_IDLE_MS) generation.end("paused")
  }
}

function dropUnstored(): void {
  for (const { generation, refused } of held.values()) {
    const unstored = !storesGenerations || refused
    const stale = generation.lastReadAt + KEEP_UNSTORED_MS < Date.now()
    if (unstored && stale && generation.status !== "running") held.delete(generation.id)
  }
}
