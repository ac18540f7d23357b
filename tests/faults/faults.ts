import { setTimeout as sleep } from "node:timers/promises"
import { CALL_FAULTS } from "./backend-line.ts"
import type { App, Cluster } from "./cluster.ts"
import type { Dice } from "./dice.ts"
import type { Reader } from "./reader.ts"
import type { StoryCall } from "./story-upstream.ts"

/** What a fault works with: one generation while it is being written and read. */
export interface Stage {
  cluster: Cluster
  dice: Dice
  story: number
  id: string
  /** The first reader; a second one stands beside it. */
  reader: Reader
  /** Every call that lost bytes on its way to the engine. */
  harmedCalls: Set<StoryCall>
  stop(app: App): Promise<void>
}

export interface Fault {
  name: string
  /** Whether it strikes everything that runs, so that one of its kind comes at a time. */
  isShared: boolean
  /** Of 200 generations, for how many it is the one. */
  per200: number
  /** Whether the visitor sends the form twice, and whether the database is away when it is sent. */
  isDoubleSubmit?: boolean
  isAwayAtStart?: boolean
  /** How the first reader reads, where that is what is tested. */
  reads?: "page"
  /** Only after the last character was read. */
  isAtEnd?: boolean
  strike(stage: Stage): Promise<void>
}

/** Longer than a lease, so that another process takes over meanwhile. */
const PAUSE_MS = 19_000
/** The database has been back for as long as a process needs to store what it kept. */
const SETTLE_MS = 2_500

export const FAULTS: readonly Fault[] = [
  line("connection dropped", 14, ({ reader }) => reader.connection()?.cut()),
  line("connection reset", 14, ({ reader }) => reader.connection()?.reset()),
  line("broken inside a frame", 14, ({ reader }) => reader.connection()?.breakInside()),
  line("connection stalls", 12, ({ reader, dice }) => reader.connection()?.stall(dice.between(1_000, 5_000))),
  line("connection drips", 12, ({ reader, dice }) => reader.connection()?.drip(dice.between(2_000, 6_000))),
  line("reload", 14, ({ reader }) => reader.forget()),
  line("phone sleeps", 10, async ({ reader, dice }) => {
    reader.goAway()
    await sleep(dice.between(1_000, 6_000))
    reader.comeBack()
  }),
  { ...line("double submit", 12, () => {}), isDoubleSubmit: true },
  { ...line("no script, dropped", 14, ({ reader }) => reader.connection()?.cut()), reads: "page" },
  line("model resets", 14, async (stage) => (await modelConnection(stage))?.breakInside()),
  line("model stalls", 6, async (stage) => (await modelConnection(stage))?.stall(3_000)),
  line("store call harmed", 10, ({ cluster, id, dice }) =>
    cluster.writerOf(id)?.backendLine.harmNextStore(dice.pick(CALL_FAULTS)),
  ),
  line("stop elsewhere", 6, async ({ cluster, id, stop }) => {
    const writer = cluster.writerOf(id)
    for (const app of cluster.apps) if (app !== writer) await stop(app)
  }),

  shared("SIGTERM of the writer", 10, async ({ cluster, id }) => {
    const writer = cluster.writerOf(id)
    await writer?.end("SIGTERM")
    await writer?.start()
  }),
  shared("kill -9 of the writer", 20, async ({ cluster, id }) => {
    const writer = cluster.writerOf(id)
    await writer?.end("SIGKILL")
    await writer?.start()
  }),
  shared("kill -9 of the backend", 10, async ({ cluster }) => {
    await cluster.killBackend()
    await sleep(SETTLE_MS)
  }),
  shared("writer paused, then wakes", 4, async ({ cluster, id, reader }) => {
    const writer = cluster.writerOf(id)
    writer?.pause()
    reader.connection()?.cut()
    await sleep(PAUSE_MS)
    writer?.wake()
    await sleep(SETTLE_MS)
  }),
  shared("backend away", 4, ({ cluster, dice }) => backendAway(cluster, dice.between(2_000, 8_000))),
  shared("backend away for long", 2, ({ cluster, dice }) =>
    backendAway(cluster, dice.between(17_000, 20_000)),
  ),
  { ...shared("backend away at start", 2, comeBackLater), isAwayAtStart: true },
  { ...shared("backend away at end", 2, ({ cluster }) => backendAway(cluster, 6_000)), isAtEnd: true },
]

function line(name: string, per200: number, strike: (stage: Stage) => unknown): Fault {
  return { name, per200, isShared: false, strike: async (stage) => void (await strike(stage)) }
}

function shared(name: string, per200: number, strike: (stage: Stage) => Promise<void>): Fault {
  return { name, per200, isShared: true, strike }
}

async function backendAway(cluster: Cluster, ms: number): Promise<void> {
  cluster.setBackendAway(true)
  await sleep(ms)
  await comeBackLater({ cluster })
}

async function comeBackLater({ cluster }: Pick<Stage, "cluster">): Promise<void> {
  cluster.setBackendAway(false)
  await sleep(SETTLE_MS)
}

/** The line of the call that is being answered now. */
async function modelConnection({ cluster, story, harmedCalls }: Stage) {
  const call = cluster.upstream.callsOf(story).findLast(({ state }) => state === "sending")
  if (!call) return null
  harmedCalls.add(call)
  for (const { upstreamLine } of cluster.apps) {
    const connection = upstreamLine.arrivingFrom(call.port)
    if (connection) return connection
  }
  return null
}
