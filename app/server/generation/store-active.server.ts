import type { ActiveGeneration } from "./active-generation.server.ts"
import {
  createGeneration,
  deleteExpiredGenerations,
  type GenerationChange,
  LEASE_SECONDS,
  storeGenerations,
  storesGenerations,
} from "./generation-store.server.ts"
import { StoredText } from "./stored-text.server.ts"

const STORE_EVERY_MS = 1_000
/** As many rows as the API answers at once; one left out would look taken by another process. */
const STORE_MAX_ROWS = 1_000
const RENEW_EVERY_MS = (LEASE_SECONDS / 3) * 1_000
const MINUTE_MS = 60_000
/** Phones sleep and text is the product: writing goes on this long without a reader. */
const PAUSE_AFTER_IDLE_MS = 10 * MINUTE_MS
const CLEAN_EVERY_MS = 60 * MINUTE_MS

interface Held {
  generation: ActiveGeneration
  storedText: StoredText
  rewindsStored: number
  planStored: boolean
  storedAt: number
  lastReadStored: number
}

const held = new Map<string, Held>()
let ticking = false
let cleanedAt = 0
let storing: Promise<void> = Promise.resolve()

/** Stores this generation from now on, once a second together with all others, until it has ended. */
export function keepStored(generation: ActiveGeneration): void {
  held.set(generation.id, {
    generation,
    storedText: new StoredText(generation.text.length),
    rewindsStored: 0,
    planStored: generation.plan.length > 0,
    storedAt: 0,
    lastReadStored: 0,
  })
  if (!ticking) setInterval(() => void storeActive(), STORE_EVERY_MS).unref()
  ticking = true
}

export function findActive(id: string): ActiveGeneration | null {
  return held.get(id)?.generation ?? null
}

/** Stores what is new now. Never fails: what could not be stored is tried again at the next tick. */
export function storeActive(): Promise<void> {
  storing = storing.then(storeOnce)
  return storing
}

/** Pauses and stores all: whoever reads one of them next, in whatever process, wakes it there. */
export function pauseActive(): Promise<void> {
  for (const { generation } of held.values()) generation.end("paused")
  return storeActive()
}

async function storeOnce(): Promise<void> {
  pauseAbandoned()
  if (!storesGenerations) return dropEnded([...held.values()])
  try {
    await createMissingRows()
    const due = [...held.values()].filter(isDue)
    for (let start = 0; start < due.length; start += STORE_MAX_ROWS) {
      await storeSome(due.slice(start, start + STORE_MAX_ROWS))
    }
    await cleanUp()
  } catch (error) {
    console.error("generations were not stored, trying again:", (error as Error).message)
  }
}

async function storeSome(entries: Held[]): Promise<void> {
  const sent = entries.map((entry) => ({ entry, change: changeOf(entry) }))
  const answers = await storeGenerations(sent.map(({ change }) => change))
  const answerOf = new Map(answers.map((answer) => [answer.n, answer]))
  for (const { entry, change } of sent) settle(entry, change, answerOf.get(change.n) ?? null)
}

/** Those that began while the database was away. */
async function createMissingRows(): Promise<void> {
  for (const { generation } of held.values()) {
    if (generation.row) continue
    const { id, owner, key, request } = generation
    const created = await createGeneration({ id, owner, key, request })
    // The same form was taken by another process meanwhile; this text stays readable here under its own id.
    if (created.id === id) generation.row = { n: created.n, epoch: created.epoch }
    else held.delete(id)
  }
}

function isDue({ generation, storedText, rewindsStored, storedAt }: Held): boolean {
  if (!generation.row) return false
  return (
    generation.status !== "running" ||
    generation.text.length !== storedText.length ||
    generation.rewinds.length !== rewindsStored ||
    Date.now() - storedAt >= RENEW_EVERY_MS
  )
}

function changeOf(entry: Held): GenerationChange {
  const { generation, storedText } = entry
  for (const to of generation.rewinds.slice(entry.rewindsStored)) storedText.withdraw(to)
  entry.rewindsStored = generation.rewinds.length
  const change: GenerationChange = {
    n: generation.row?.n ?? 0,
    epoch: generation.epoch,
    beat: generation.beat,
  }
  change.from = storedText.length
  change.text = generation.text.slice(storedText.length)
  if (!entry.planStored && generation.plan.length > 0) change.plan = generation.plan
  if (generation.lastReadAt > entry.lastReadStored) change.read = true
  if (generation.status !== "running") change.status = generation.status
  if (generation.failure) change.failure = generation.failure
  return change
}

function settle(
  entry: Held,
  change: GenerationChange,
  answer: { cancelled: boolean; idle_seconds: number } | null,
): void {
  const { generation, storedText } = entry
  if (change.status || !answer) held.delete(generation.id)
  if (!answer && generation.status === "running") generation.end("paused") // fenced: another process writes it
  if (!answer) return
  const from = change.from ?? storedText.length
  storedText.stored(from, from + (change.text?.length ?? 0))
  entry.planStored ||= change.plan !== undefined
  entry.storedAt = Date.now()
  if (change.read) entry.lastReadStored = generation.lastReadAt
  if (answer.cancelled) generation.end("stopped")
}

async function cleanUp(): Promise<void> {
  if (Date.now() - cleanedAt < CLEAN_EVERY_MS) return
  cleanedAt = Date.now()
  await deleteExpiredGenerations()
}

function pauseAbandoned(): void {
  for (const { generation } of held.values()) {
    if (Date.now() - generation.lastReadAt > PAUSE_AFTER_IDLE_MS) generation.end("paused")
  }
}

function dropEnded(entries: Held[]): void {
  for (const { generation } of entries) {
    const kept = generation.lastReadAt + 60 * MINUTE_MS > Date.now()
    if (generation.status !== "running" && !kept) held.delete(generation.id)
  }
}
