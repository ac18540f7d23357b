import { createHash, randomBytes } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import type {
  BegunGeneration,
  GenerationCursor,
  GenerationRequest,
  GenerationSnapshot,
} from "#app/domain/generation.ts"
import type { GenerationFrame } from "#app/domain/generation-frame.ts"
import { type Outcome, success } from "#app/domain/outcome.ts"
import { giveBackQuota, placesOf, refuseForPlaces, takeQuota } from "#app/server/limits/take-quota.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { admit, type Refusal, type Visit } from "#app/server/moderation/admit.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { ActiveGeneration } from "./active-generation.server.ts"
import { findFollowed, followStored, joinReaders } from "./follow-stored.server.ts"
import {
  createGeneration,
  findGeneration,
  isDatabaseSettled,
  listGenerations,
  requestStop,
  type StoredGeneration,
  storesGenerations,
} from "./generation-store.server.ts"
import { readFrames } from "./read-frames.server.ts"
import { runGeneration } from "./run-generation.server.ts"
import { findActive, hasRoomHere, listActive, pauseActive } from "./store-active.server.ts"

const ID_BYTES = 16
const STOP_WAIT_MS = 2_000
const ID_PATTERN = /^[\w-]{22}$/

type Started =
  | Outcome<string, "too-many-attempts" | "too-many-running">
  | { ok: false; failure: "refused"; refusal: Refusal }
const starting = new Map<string, Promise<Started>>()

/**
 * Starts writing, or joins what the same form of the same owner already started. Answers the
 * generation's id: 128 random bits, readable by its owner only. The writing goes on without the caller.
 * Who joins is not counted. A request that the walls refuse is: looking at it is the costly part, and whoever
 * tries out what passes would try without end.
 */
export async function startGeneration(
  context: Readonly<RouterContextProvider>,
  formKey: string,
  request: GenerationRequest,
  visit: Visit,
): Promise<Started> {
  const owner = ownerOf(context)
  // Hashed together: the visitor wrote both, and an index takes no key of any length.
  const key = createHash("sha256")
    .update(JSON.stringify([formKey, request]))
    .digest("base64url")
  const joined = starting.get(owner + key)
  // Awaited only where there is one: two presses at once must not both find none.
  const outcome = joined && (await joined)
  if (outcome?.ok) return outcome

  const started = start(context, owner, key, request, visit)
  starting.set(owner + key, started)
  return started
}

/** What keeps a generation from being read: it is not there for this owner, or the database is away. */
export type Unreadable = "unknown-generation" | "store-away"

/** What is written so far, or why that cannot be said. */
export async function findSnapshot(id: string, owner: string): Promise<GenerationSnapshot | Unreadable> {
  const active = findActive(id)
  if (active?.owner === owner) return active.snapshot()
  const stored = await findStored(id, owner)
  if (typeof stored === "string" || !active) return stored
  return carriedElsewhere(active, owner).snapshot()
}

/** The owner's newest generations that are still readable, newest first; while the database is away, those held here. */
export async function listBegun(owner: string, limit: number): Promise<BegunGeneration[]> {
  const stored = await listStored(owner, limit)
  // This process knows the state sooner than the database, and after a takeover the database alone the beginning.
  const here = listActive(owner).map((generation) => {
    const begun = generation.begun()
    return { ...begun, startedAt: stored.find(({ id }) => id === begun.id)?.startedAt ?? begun.startedAt }
  })
  const elsewhere = stored.filter(({ id }) => !here.some((begun) => begun.id === id))
  const newestFirst = [...here, ...elsewhere].sort((one, other) =>
    other.startedAt.localeCompare(one.startedAt),
  )
  return newestFirst.slice(0, limit)
}

export interface Followed {
  snapshot: GenerationSnapshot
  /** As it is when a frame comes: a takeover begins a new one. */
  readonly epoch: number
  frames: AsyncIterable<GenerationFrame>
}

/**
 * The frames of a generation from a cursor to its end, or why there are none. One that was
 * paused, or whose process died, goes on being written here.
 */
export async function followGeneration(
  id: string,
  owner: string,
  from: GenerationCursor | null,
  signal: AbortSignal,
): Promise<Followed | Unreadable> {
  const here = findActive(id) ?? findFollowed(id)
  if (here?.owner === owner) return readersView(here, from, signal)
  const stored = await findStored(id, owner)
  if (typeof stored === "string") return stored
  // Another reader may have been first while this one waited.
  const known = findActive(id) ?? findFollowed(id)
  const followed = known ? carriedElsewhere(known, owner) : await followStored(stored)
  return readersView(followed, from, signal)
}

/** Stops the writing and keeps the text; answers null, or why it could not be asked to stop. */
export async function stopGeneration(id: string, owner: string): Promise<Unreadable | null> {
  const active = findActive(id)
  if (active?.owner !== owner) return stopElsewhere(id, owner)
  active.stop()
  // It stops; whether that is stored yet is nothing to keep a visitor waiting for.
  const patience = AbortSignal.timeout(STOP_WAIT_MS)
  while (active.status === "running" && !patience.aborted) await active.waitForFrame(STOP_WAIT_MS, patience)
  return null
}

/** Before this process ends: what was written is stored, and the next reader's process goes on with it. */
export function handOverGenerations(): Promise<void> {
  return pauseActive()
}

async function findStored(id: string, owner: string): Promise<StoredGeneration | Unreadable> {
  if (!storesGenerations || !ID_PATTERN.test(id)) return "unknown-generation"
  try {
    const stored = await findGeneration(id)
    // Written elsewhere from before the database went away, it is not there before that process stored it.
    if (!stored && !isDatabaseSettled()) return "store-away"
    return stored?.owner === owner ? stored : "unknown-generation"
  } catch (error) {
    return storeAway(error)
  }
}

/** Its visitor signed in at another process: the database knows whose it is now. */
function carriedElsewhere(generation: ActiveGeneration, owner: string): ActiveGeneration {
  generation.owner = owner
  return generation
}

// The list is a convenience: nobody waits for a database that did not answer a moment ago.
async function listStored(owner: string, limit: number): Promise<BegunGeneration[]> {
  if (!storesGenerations || !isDatabaseSettled()) return []
  try {
    return await listGenerations(owner, limit)
  } catch (error) {
    storeAway(error)
    return []
  }
}

async function stopElsewhere(id: string, owner: string): Promise<Unreadable | null> {
  if (!storesGenerations || !ID_PATTERN.test(id)) return "unknown-generation"
  try {
    return (await requestStop(id, owner)) ? null : "unknown-generation"
  } catch (error) {
    return storeAway(error)
  }
}

function storeAway(error: unknown): "store-away" {
  log("error", "the database is away", { error: describeError(error) })
  return "store-away"
}

function readersView(
  generation: ActiveGeneration,
  from: GenerationCursor | null,
  signal: AbortSignal,
): Followed {
  return {
    snapshot: generation.snapshot(),
    get epoch() {
      return generation.epoch
    },
    frames: framesWhileRead(generation, from, signal),
  }
}

/** It is followed from the first frame that is asked for until the last one was taken. */
async function* framesWhileRead(
  generation: ActiveGeneration,
  from: GenerationCursor | null,
  signal: AbortSignal,
): AsyncGenerator<GenerationFrame, void> {
  const leave = joinReaders(generation.id, signal)
  try {
    yield* readFrames(generation, from, signal)
  } finally {
    leave()
  }
}

async function start(
  context: Readonly<RouterContextProvider>,
  owner: string,
  key: string,
  asked: GenerationRequest,
  visit: Visit,
): Promise<Started> {
  const taken = await takeQuota(context, "generation")
  if (!taken.ok) {
    starting.delete(owner + key)
    return taken
  }
  const admitted = await admit(asked, visit)
  if (!admitted.ok) {
    starting.delete(owner + key)
    return { ok: false, failure: "refused", refusal: admitted.refusal }
  }
  const { request } = admitted
  const places = placesOf(context)
  const id = randomBytes(ID_BYTES).toString("base64url")
  const generation = new ActiveGeneration({ id, owner, key, request, places })
  const created = await createRow(generation)
  const giveUp = async (answer: Started) => {
    starting.delete(owner + key)
    await giveBackQuota(taken.value)
    return answer
  }
  // Looked at in the same turn in which it takes them: two at once would both find the last place free.
  if (created === "no-room" || (!created && !hasRoomHere(places))) return giveUp(refuseForPlaces(context))
  if (created && created.id !== id) return giveUp(success(created.id))
  if (created) generation.row = { n: created.n, epoch: created.epoch }
  void runGeneration(generation).finally(() => starting.delete(owner + key))
  return success(id)
}

/** Without a database the writing begins all the same; the row is made when it returns. */
async function createRow({ id, owner, key, request, places }: ActiveGeneration) {
  if (!storesGenerations) return null
  try {
    return (await createGeneration({ id, owner, key, request, places })) ?? "no-room"
  } catch (error) {
    log("error", "a generation starts without its row", { error: describeError(error) })
    return null
  }
}
