import { setTimeout as sleep } from "node:timers/promises"
import { STORE_FAULTS } from "./backend-line.ts"
import type { App, Cluster } from "./cluster.ts"
import type { Dice } from "./dice.ts"
import type { FaultConnection } from "./fault-line.ts"
import type { Reader } from "./reader.ts"
import type { StoryCall } from "./story-upstream.ts"

/** What a fault works with: one generation while it is written and read. */
export interface Stage {
  cluster: Cluster
  dice: Dice
  story: number
  id: string
  /** The first reader. A second one reads beside it. */
  reader: Reader
  /** Every call that lost bytes on its way to the engine. */
  harmedCalls: Set<StoryCall>
  stop(app: App): Promise<void>
}

export interface Fault {
  name: string
  /** Whether it strikes every running generation, so that such faults come one at a time. */
  isShared: boolean
  /** How many of 200 generations get it. */
  per200: number
  isInSmallRun?: boolean
  /** Whether the visitor submits the form twice, and whether the database is down at that moment. */
  isDoubleSubmit?: boolean
  isAwayAtStart?: boolean
  /** Whether the call that makes the row is harmed. */
  isRowHarmed?: boolean
  /** How the first reader reads, where the test is about that. */
  reads?: "page"
  /** Strikes only after the last character was read. */
  isAtEnd?: boolean
  /** Returns false when there was nothing to strike. */
  strike(stage: Stage): Promise<boolean>
}

/** Longer than a lease, so that another process takes over meanwhile. */
const PAUSE_MS = 19_000
/** Long enough for the waking process to try to store what it has. */
const AWAKE_MS = 2_500
/** Long enough for a refused row to be set aside. */
const REFUSED_MS = 9_000
/** A generation that is not stored for this long is waiting for another one's row. */
const STORED_EVERY_MS = 4_000
const REFUSALS = [400, 404, 413, 500, 503]

export const FAULTS: readonly Fault[] = [
  onConnection("connection dropped", 14, (connection) => connection.cut()),
  onConnection("connection reset", 14, (connection) => connection.reset()),
  onConnection("broken inside a frame", 14, (connection) => connection.breakInside()),
  onConnection("connection stalls", 12, (connection, dice) => connection.stall(dice.between(1_000, 5_000))),
  onConnection("connection drips", 12, (connection, dice) => connection.drip(dice.between(2_000, 6_000))),
  { ...onConnection("no script, dropped", 14, (connection) => connection.cut()), reads: "page" },
  onOne("reload", 14, ({ reader }) => reader.forget()),
  onOne("phone sleeps", 10, async ({ reader, dice }) => {
    reader.goAway()
    await sleep(dice.between(1_000, 6_000))
    reader.comeBack()
  }),
  { ...onOne("double submit", 12, () => {}), isDoubleSubmit: true },
  { ...onOne("double submit, call harmed", 8, () => {}), isDoubleSubmit: true, isRowHarmed: true },
  onModel("model resets", 14, (connection) => connection.breakInside()),
  onModel("model stalls", 6, (connection) => connection.stall(3_000)),
  {
    ...onWriter("store call harmed", 10, (writer, { dice }) => {
      void writer.backendLine.harmNext("store_generations", dice.pick(STORE_FAULTS))
    }),
    isShared: false,
  },
  {
    ...onWriter("stop elsewhere", 6, async (writer, { cluster, stop }) => {
      for (const app of cluster.apps) if (app !== writer) await stop(app)
    }),
    isShared: false,
  },

  {
    ...onWriter("kill -9 of the writer", 20, async (writer, { cluster }) => {
      await cluster.untilStored()
      await cluster.restart(writer, "SIGKILL")
    }),
    isInSmallRun: true,
  },
  {
    ...onWriter("SIGTERM of the writer", 10, (writer, { cluster }) => cluster.restart(writer, "SIGTERM")),
    isInSmallRun: true,
  },
  {
    ...onAll("kill -9 of the backend", 10, async ({ cluster }) => {
      await cluster.killBackend()
      await cluster.untilStored()
    }),
    isInSmallRun: true,
  },
  {
    ...onWriter("writer paused, then wakes", 4, async (writer, { cluster, reader }) => {
      await cluster.untilStored()
      writer.pause()
      reader.connection()?.cut()
      await sleep(PAUSE_MS)
      writer.wake()
      await sleep(AWAKE_MS)
    }),
    isInSmallRun: true,
  },
  {
    ...onWriter("row refused", 6, async (writer, { cluster, dice, id }) => {
      writer.backendLine.refuse(id, dice.pick(REFUSALS))
      await sleep(REFUSED_MS)
      for (const other of cluster.ledger.unstoredBeside(id, writer.name, Date.now() - STORED_EVERY_MS)) {
        cluster.ledger.broken.push(`${other} was not stored while the row of ${id} was refused`)
      }
      writer.backendLine.takeAll()
      // Waits for the store instead of a fixed time: on a busy machine, the next fault would destroy text that
      // only memory holds.
      const isStored = await cluster.untilRowStored(id)
      if (!isStored) cluster.ledger.broken.push(`${id} was not stored once its row was accepted again`)
    }),
    isInSmallRun: true,
  },
  onAll("backend away", 4, ({ cluster, dice }) => backendAway(cluster, dice.between(2_000, 8_000))),
  onAll("backend away for long", 2, ({ cluster, dice }) =>
    backendAway(cluster, dice.between(17_000, 20_000)),
  ),
  { ...onAll("backend away at start", 2, comeBackLater), isAwayAtStart: true },
  { ...onAll("backend away at end", 2, ({ cluster }) => backendAway(cluster, 6_000)), isAtEnd: true },
]

type Harm = (connection: FaultConnection, dice: Dice) => void

function onConnection(name: string, per200: number, harm: Harm): Fault {
  const strike = async ({ reader, dice }: Stage) => harmed(reader.connection(), dice, harm)
  return { name, per200, isShared: false, strike }
}

function onModel(name: string, per200: number, harm: Harm): Fault {
  const strike = async (stage: Stage) => harmed(modelConnection(stage), stage.dice, harm)
  return { name, per200, isShared: false, strike }
}

function harmed(connection: FaultConnection | null, dice: Dice, harm: Harm): boolean {
  if (connection) harm(connection, dice)
  return connection !== null
}

/** While the database is down, nobody knows which process writes a new generation. */
function onWriter(
  name: string,
  per200: number,
  harm: (writer: App, stage: Stage) => Promise<void> | void,
): Fault {
  return {
    name,
    per200,
    isShared: true,
    async strike(stage) {
      const writer = stage.cluster.writerOf(stage.id)
      if (writer) await harm(writer, stage)
      return writer !== null
    },
  }
}

function onOne(name: string, per200: number, strike: (stage: Stage) => Promise<void> | void): Fault {
  return { ...onAll(name, per200, strike), isShared: false }
}

function onAll(name: string, per200: number, strike: (stage: Stage) => Promise<void> | void): Fault {
  return {
    name,
    per200,
    isShared: true,
    async strike(stage) {
      await strike(stage)
      return true
    },
  }
}

async function backendAway(cluster: Cluster, ms: number): Promise<void> {
  cluster.setBackendAway(true)
  await sleep(ms)
  await comeBackLater({ cluster })
}

async function comeBackLater({ cluster }: Pick<Stage, "cluster">): Promise<void> {
  cluster.setBackendAway(false)
  await cluster.untilStored()
}

/** The connection of the call that the model is answering now. */
function modelConnection({ cluster, story, harmedCalls }: Stage): FaultConnection | null {
  const call = cluster.upstream.callsOf(story).findLast(({ state }) => state === "sending")
  if (!call) return null
  for (const { upstreamLine } of cluster.apps) {
    const connection = upstreamLine.arrivingFrom(call.port)
    if (!connection) continue
    harmedCalls.add(call)
    return connection
  }
  return null
}
