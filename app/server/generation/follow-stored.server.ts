import { describeError, log } from "#app/server/log/log.server.ts"
import { ActiveGeneration } from "./active-generation.server.ts"
import {
  followGenerations,
  type GenerationFollower,
  isDatabaseSettled,
  type StoredGeneration,
  UNTOLD,
} from "./generation-rows.server.ts"
import { takeOver } from "./run-generation.server.ts"

const FOLLOW_EVERY_MS = 1_000
/** The most rows that the API returns at once. */
const FOLLOW_MAX_ROWS = 1_000
/** Stop following a generation that gets no reader within this time. */
const UNREAD_MS = 30_000
/** How often we tell the writing process that its generation has readers here. */
const TELL_READ_EVERY_MS = 60_000

interface FollowedEntry {
  generation: ActiveGeneration
  n: number
  readers: Set<symbol>
  /** How many of its stored cuts this process knows. */
  cutsKnown: number
  readTold: number
}

const followed = new Map<string, FollowedEntry>()
let ticking = false
let isPolling = false

/** All generations that this process follows but does not write. */
export function listFollowed(): ActiveGeneration[] {
  return [...followed.values()].map(({ generation }) => generation)
}

/** The generation that this process follows; null if it does not follow it. */
export function findFollowed(id: string): ActiveGeneration | null {
  return followed.get(id)?.generation ?? null
}

/**
 * Follows a generation that another process writes, for as long as it has readers here. One query per second
 * fetches the news of all followed generations. If it is paused or orphaned, this process takes it over.
 */
export async function followStored(stored: StoredGeneration): Promise<ActiveGeneration> {
  const { id, n, owner, request, title, head, cuts, status, memory, draft, reading } = stored
  const { epoch } = stored.cursor
  const generation = new ActiveGeneration({ id, owner, key: "", request, slots: [], memory })
  generation.row = { n, epoch }
  const known = { title, head, isWhole: stored.isPlanWhole, former: stored.former }
  const plan = { beats: stored.plan, style: "", ...UNTOLD, ...known }
  generation.follow({ ...stored, epoch, plan, progress: { draft, reading }, from: 0 })
  if (generation.status !== "running") return generation
  const readers = new Set<symbol>()
  const entry = { generation, n, readers, cutsKnown: cuts.length, readTold: 0 }
  followed.set(id, entry)
  if (status === "paused") await takeUp(entry)
  if (!ticking) setInterval(() => void poll(), FOLLOW_EVERY_MS).unref()
  ticking = true
  return generation
}

/** Counts one more reader, until the caller calls the returned function. */
export function joinReaders(id: string): () => void {
  const entry = followed.get(id)
  const reader = Symbol()
  entry?.readers.add(reader)
  return () => {
    entry?.readers.delete(reader)
    if (entry?.readers.size === 0 && followed.get(id) === entry) followed.delete(id)
  }
}

async function poll(): Promise<void> {
  for (const [id, { generation, readers }] of followed) {
    if (readers.size === 0 && Date.now() - generation.startedAt.getTime() > UNREAD_MS) followed.delete(id)
  }
  if (isPolling || followed.size === 0) return
  isPolling = true
  try {
    const entries = [...followed.values()]
    for (let start = 0; start < entries.length; start += FOLLOW_MAX_ROWS) {
      await pollSome(entries.slice(start, start + FOLLOW_MAX_ROWS))
    }
  } catch (error) {
    log("error", "generations were not followed, trying again", { error: describeError(error) })
  } finally {
    isPolling = false
  }
}

async function pollSome(entries: FollowedEntry[]): Promise<void> {
  const answers = await followGenerations(entries.map(followerOf))
  const newsOf = new Map(answers.map((news) => [news.n, news]))
  const abandoned: FollowedEntry[] = []
  for (const entry of entries) {
    const { generation, n } = entry
    const news = newsOf.get(n)
    if (followed.get(generation.id) !== entry) continue
    // The row has expired. A reader who reconnects gets "gone".
    if (!news) generation.end("paused")
    else generation.follow(news)
    entry.cutsKnown += news?.cuts.length ?? 0
    if (generation.status !== "running") followed.delete(generation.id)
    else if (news?.status === "paused" || (news?.lapsed && isDatabaseSettled())) abandoned.push(entry)
  }
  await Promise.all(abandoned.map(takeUp))
}

function followerOf(entry: FollowedEntry): GenerationFollower {
  const { generation, n, cutsKnown, readTold } = entry
  const read = generation.lastReadAt - readTold >= TELL_READ_EVERY_MS
  if (read) entry.readTold = generation.lastReadAt
  const planned = generation.plan.length > 0 && generation.isPlanWhole
  return { n, at: generation.text.length, cuts: cutsKnown, planned, read }
}

async function takeUp({ generation, cutsKnown }: FollowedEntry): Promise<void> {
  if (await takeOver(generation, cutsKnown)) followed.delete(generation.id)
}
