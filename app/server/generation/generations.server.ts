import { hash, randomBytes } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { RouterContextProvider } from "react-router"
import { demoShare } from "#app/domain/demo-share.ts"
import type {
  BegunGeneration,
  GenerationCursor,
  GenerationRequest,
  GenerationSnapshot,
} from "#app/domain/generation.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import { memoryBefore } from "#app/domain/memory/stored-memory.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { type Outcome, success } from "#app/domain/outcome.ts"
import {
  giveBackQuota,
  refuseForSlots,
  runningSlotsOf,
  takeQuota,
} from "#app/server/limits/take-quota.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { countRefusal } from "#app/server/metrics/metrics.server.ts"
import { admit, type Visit } from "#app/server/moderation/admit.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { ActiveGeneration } from "./active-generation.server.ts"
import { isDemo } from "./chosen-writer.server.ts"
import { findFollowed, followStored, joinReaders } from "./follow-stored.server.ts"
import {
  createGeneration,
  findGeneration,
  isDatabaseAnswering,
  isDatabaseSettled,
  listGenerations,
  requestStop,
  type StoredPlan,
  storesGenerations,
} from "./generation-rows.server.ts"
import { FrameReader, type Joining } from "./read-frames.server.ts"
import { runGeneration } from "./run-generation.server.ts"
import { findActive, hasRoomHere, listActive } from "./storage-loop.server.ts"

const ID_BYTES = 16
const STOP_WAIT_MS = 2_000
/** How many times the app calls for a row while the database answers. A call without an answer costs five seconds. */
const ROW_TRIES = 4
const LOOK_AGAIN_MS = 250
/** What a generation's id looks like. */
const ID_PATTERN = /^[\w-]{22}$/

type Started =
  | Outcome<string, "too-many-attempts" | "too-many-running">
  | { ok: false; failure: "refused"; refusal: Refusal }
const starting = new Map<string, Promise<Started>>()

interface Beginning extends Visit {
  /** What is known of the text to continue; nothing by default. */
  memory?: StoryMemory
  /** A plan that its author has approved already; by default one is made. */
  plan?: StoredPlan | null
}

/**
 * Starts a generation, or joins the one that the same owner's same form already started. Returns its id: 128
 * random bits, readable by its owner only. The writing continues without the caller. Joining does not count against
 * the rate limit. A refused request does, because checking it is the costly part and probing the rules must have
 * a limit.
 */
export async function startGeneration(
  context: Readonly<RouterContextProvider>,
  formKey: string,
  request: GenerationRequest,
  visit: Beginning,
): Promise<Started> {
  const owner = ownerOf(context)
  // Hashed, because the visitor controls the length of both and an index limits its keys.
  const key = hash("sha256", JSON.stringify([formKey, request]), "base64url")
  const joined = starting.get(owner + key)
  // Do not await unless there is one: between two parallel submissions, both would find none.
  const outcome = joined && (await joined)
  if (outcome?.ok) return outcome

  const started = start(context, owner, key, request, visit).then(counted)
  starting.set(owner + key, started)
  return started
}

/** Why a generation cannot be read: this owner has no such generation, or the database is down. */
export type Unreadable = "unknown-generation" | "store-away"

/** The generation as it is now, or why it cannot be read. */
export async function findSnapshot(id: string, owner: string): Promise<GenerationSnapshot | Unreadable> {
  const found = await findRemembered(id, owner)
  return typeof found === "string" ? found : found.snapshot
}

/** A generation with what the engine remembers of its whole story, which no page of the text shows. */
export interface RememberedGeneration {
  snapshot: GenerationSnapshot
  memory: StoryMemory
  /** What was known before its new text, for another version of that. */
  memoryBefore: StoryMemory
  /** The plan that its author has approved; null if nobody has. */
  approved: StoredPlan | null
}

/** The generation as it is now with its memory, or why it cannot be read. */
export async function findRemembered(id: string, owner: string): Promise<RememberedGeneration | Unreadable> {
  const active = findActive(id)
  if (active?.owner === owner) return remembered(active.snapshot(), active)
  const stored = await findOwnRow(id, owner, findGeneration)
  if (typeof stored === "string") return stored
  if (active) return remembered(carriedElsewhere(active, owner).snapshot(), active)
  const { status, failure, request, plan, head, draft, reading, title, beat, text, cursor, former } = stored
  const known = { request, plan, head, draft, reading, title, beat, text, cursor, former }
  return remembered({ id, status, failure, ...known }, stored)
}

function remembered(
  snapshot: GenerationSnapshot,
  known: { memory: StoryMemory; memoryBefore: StoryMemory | null; approved: StoredPlan | null },
): RememberedGeneration {
  const { memory, approved } = known
  return { snapshot, memory, memoryBefore: memoryBefore(known.memoryBefore, memory), approved }
}

/** The owner's newest readable generations, newest first; only this process's own while the database is down. */
export async function listBegun(owner: string, limit: number): Promise<BegunGeneration[]> {
  const stored = await listStored(owner, limit)
  // This process knows the status sooner than the database; only the database knows the rest, also after a takeover.
  const listed = listActive(owner).filter(({ request }) => !request.paragraph)
  const here = listed.map((generation) => {
    const begun = generation.begun()
    return { ...begun, ...stored.find(({ id }) => id === begun.id), status: begun.status }
  })
  const elsewhere = stored.filter(({ id }) => !here.some((begun) => begun.id === id))
  const newestFirst = [...here, ...elsewhere].sort((one, other) =>
    other.startedAt.localeCompare(one.startedAt),
  )
  return newestFirst.slice(0, limit)
}

/** A generation as one reader follows it. */
export interface GenerationFeed extends Joining {
  snapshot: GenerationSnapshot
}

/**
 * Follows a generation from a cursor to its end, or says why it cannot. If it was paused or its process died, this
 * process continues writing it.
 */
export async function followGeneration(
  id: string,
  owner: string,
  from: GenerationCursor | null,
): Promise<GenerationFeed | Unreadable> {
  const here = findActive(id) ?? findFollowed(id)
  if (here?.owner === owner) return readersView(here, from)
  const stored = await findOwnRow(id, owner, findGeneration)
  if (typeof stored === "string") return stored
  // Another reader may have started following it while this one waited.
  const known = findActive(id) ?? findFollowed(id)
  const followed = known ? carriedElsewhere(known, owner) : await followStored(stored)
  return readersView(followed, from)
}

/** Stops the writing and keeps the text. Returns null, or why it could not request the stop. */
export async function stopGeneration(id: string, owner: string): Promise<Unreadable | null> {
  const active = findActive(id)
  // The row has to know, too: this process may hand the text over, or may have lost it while it slept.
  const asked = stopRow(id, owner)
  if (active?.owner !== owner) return asked
  active.stop()
  active.stopOutlined()
  // It will stop in any case, so wait only briefly for the stored ending.
  await active.untilEnded(AbortSignal.timeout(STOP_WAIT_MS))
  return null
}

/**
 * An owner's row as `find` reads it, or why it cannot be read. Visitors send any id; `find` gets only such as the
 * database takes, because its refusal would pass for an outage.
 */
export async function findOwnRow<Row extends { owner: string }>(
  id: string,
  owner: string,
  find: (id: string) => Promise<Row | null>,
): Promise<Row | Unreadable> {
  if (!storesGenerations || !ID_PATTERN.test(id)) return "unknown-generation"
  const stored = await find(id).catch(storeAway)
  if (stored === "store-away") return stored
  // Another process may have started it while the database was down, and not stored it yet.
  if (!stored && !isDatabaseSettled()) return "store-away"
  return stored?.owner === owner ? stored : "unknown-generation"
}

/** Updates the owner: the visitor signed in at another process, and only the database knew. */
function carriedElsewhere(generation: ActiveGeneration, owner: string): ActiveGeneration {
  generation.owner = owner
  return generation
}

// The list is a convenience, so it does not wait for a database that failed a moment ago.
async function listStored(owner: string, limit: number): Promise<BegunGeneration[]> {
  if (!storesGenerations || !isDatabaseSettled()) return []
  const stored = await listGenerations(owner, limit).catch(storeAway)
  return stored === "store-away" ? [] : stored
}

async function stopRow(id: string, owner: string): Promise<Unreadable | null> {
  if (!storesGenerations || !ID_PATTERN.test(id)) return "unknown-generation"
  const asked = await requestStop(id, owner).catch(storeAway)
  if (asked === "store-away") return asked
  return asked ? null : "unknown-generation"
}

/** Logs that the database failed, for a call whose answer says so. */
export function storeAway(error: unknown): "store-away" {
  log("error", "the database is away", { error: describeError(error) })
  return "store-away"
}

function readersView(generation: ActiveGeneration, from: GenerationCursor | null): GenerationFeed {
  const reader = new FrameReader(generation, from)
  return {
    snapshot: generation.snapshot(),
    reader,
    join(hear) {
      const leave = joinReaders(generation.id)
      const unlisten = reader.listen(hear)
      return () => {
        unlisten()
        leave()
      }
    },
  }
}

async function start(
  context: Readonly<RouterContextProvider>,
  owner: string,
  key: string,
  asked: GenerationRequest,
  visit: Beginning,
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
  // Kept with the text: a server that gets a model later still knows what the demo wrote.
  const request = { ...admitted.request, demo: demoShare(admitted.request, isDemo) }
  const slots = runningSlotsOf(context)
  const id = randomBytes(ID_BYTES).toString("base64url")
  const memory = (request.existing !== "" && visit.memory) || EMPTY_MEMORY
  const generation = new ActiveGeneration({ id, owner, key, request, slots, memory })
  const created = await createRow(generation)
  const giveUp = async (answer: Started) => {
    starting.delete(owner + key)
    await giveBackQuota(taken.value)
    return answer
  }
  // Check and start without an await in between: two parallel requests would both find the last slot free.
  if (created === "no-room" || (!created && !hasRoomHere(slots))) return giveUp(refuseForSlots(context))
  // Another process began it, or took it over while this one waited for the answer.
  if (created && (created.id !== id || !created.isHere)) return giveUp(success(created.id))
  if (created) generation.row = { n: created.n, epoch: created.epoch }
  if (visit.plan) generation.takeApproved(visit.plan)
  void runGeneration(generation).finally(() => starting.delete(owner + key))
  return success(id)
}

/** Counts why a generation did not start. */
function counted(started: Started): Started {
  if (!started.ok) countRefusal(started.failure === "refused" ? started.refusal.reason : started.failure)
  return started
}

/**
 * Creates the row; null if the database is down or refuses it. The generation then starts without it, and the store
 * tick creates it later.
 */
async function createRow({ id, owner, key, request, slots, memory }: ActiveGeneration) {
  if (!storesGenerations) return null
  for (let tries = 1; ; tries += 1) {
    try {
      return (await createGeneration({ id, owner, key, request, slots, memory })) ?? "no-room"
    } catch (error) {
      // Perhaps only the line failed, or this process slept. Another process, or an earlier call, may have made the
      // row of this form. Without it, two processes would write the story.
      if (tries < ROW_TRIES && ((await isDatabaseAnswering()) || (await isBackSoon()))) continue
      log("error", "a generation starts without its row", { error: describeError(error) })
      return null
    }
  }
}

/** Looks once more, because the first look may have met the same bad line. */
async function isBackSoon(): Promise<boolean> {
  await sleep(LOOK_AGAIN_MS)
  return isDatabaseAnswering()
}
