/**
 * What a thousand generations at once cost the database, and what readers who stop reading cost the process.
 *
 *   npm run bench:store -- [--generations 1000] [--readers 1000] [--seconds 20]
 *
 * Takes some two minutes; loopback only, and Linux alone, which tells the processor time of other processes. The last
 * line is one JSON object.
 *
 * Definitions
 * - generations: of the demo writer in one process, at 40 characters a second each where the machine can. They are
 *   stored in a plain Postgres 17 behind functions of an API, with `fsync` off: the disk is not in the figures.
 * - cores of Postgres: the processor time of all its processes in the window, by the window's length.
 * - statements: the process' calls of the API, each one statement in a transaction. The window begins and ends with one.
 * - growth: the processor time for one generation of those processes of Postgres that answer the API, with all of them
 *   by with a tenth. What it does by its own clock, such as autovacuum once a minute, falls into one window or none.
 * - open stream: a reader who reads nothing: resident memory of the process once they are open, and how it grows by
 *   text that waits for them.
 */
import { execFileSync } from "node:child_process"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { buildWhenNeeded } from "../scripts/build-when-needed.ts"
import { Cluster } from "../tests/faults/cluster.ts"
import { Visitor } from "../tests/faults/visitor.ts"
import { FAULT_PORTS } from "../tests/support/ports.ts"
import { atLeast, atMost, type Figure, printFigures } from "./figures.ts"
import { PostgresBackend } from "./postgres-backend.ts"
import { processorMs } from "./processor-time.ts"

/** The speed of a typical model; a novel of 10,000 characters takes four minutes. */
const CHARACTERS_PER_SECOND = 40
const LONGEST = "5"
const STARTED_AT_ONCE = 20
const STORIES_READ = 10
const FEW_SHARE = 0.1
const POSTGRES_CORES_MAX = 0.1
const STATEMENTS_MAX = 1
const SECOND_MS = 1_000
const LOOK_AGAIN_MS = 2

const { values } = parseArgs({
  options: {
    generations: { type: "string", default: "1000" },
    readers: { type: "string", default: "1000" },
    seconds: { type: "string", default: "20" },
  },
})
const generations = Number(values.generations)
const measuredMs = Number(values.seconds) * SECOND_MS

type App = Cluster["apps"][number]

/** How many generations were started. */
let begun = 0

if (await buildWhenNeeded()) await run()
else process.exitCode = 1

async function run(): Promise<void> {
  const backend = await PostgresBackend.start()
  const cluster = await Cluster.start({
    seed: 1,
    ports: FAULT_PORTS.slice(0, 1),
    charactersPerSecond: CHARACTERS_PER_SECOND,
    variables: {
      OPENAI_BASE_URL: "",
      DEMO_CHARACTERS_PER_SECOND: String(CHARACTERS_PER_SECOND),
    },
    backend: { ...backendKeys(backend), stop: () => backend.stop(), kill: () => backend.stop() },
  })
  try {
    const [app] = cluster.apps
    if (!app) throw new Error("no process was started")
    const few = Math.max(STORIES_READ, Math.round(generations * FEW_SHARE))
    // Measured first, while little else grows in the process.
    const stories = await start(app, STORIES_READ)
    const readers = await measureIdleReaders(app, stories)
    await start(app, few - STORIES_READ)
    const before = await measureStore(cluster, { app, backend, count: few })
    await start(app, generations - few)
    const store = await measureStore(cluster, { app, backend, count: generations })
    printFigures([...figuresOf(store, before), ...readers], { generations, store, before })
  } finally {
    await cluster.stop()
  }
}

function backendKeys({ url, publishableKey, secretKey, sessionSecret }: PostgresBackend) {
  return { url, publishableKey, secretKey, sessionSecret }
}

async function start(app: App, count: number): Promise<{ id: string; cookie: string }[]> {
  const started: { id: string; cookie: string }[] = []
  const until = begun + count
  const lane = async () => {
    while (begun < until) {
      const story = begun
      begun += 1
      const visitor = new Visitor()
      await visitor.arrive(app)
      const id = await visitor.generate(app, story, `key-${story}`, LONGEST)
      started.push({ id, cookie: visitor.cookie })
    }
  }
  await Promise.all(Array.from({ length: STARTED_AT_ONCE }, lane))
  return started
}

interface Stored {
  count: number
  statementsPerSecond: number
  postgresCores: number
  sessionCoresPerGeneration: number
  appCores: number
  bytesPerCharacter: number
  charactersPerGenerationAndSecond: number
  millisecondsPerStatement: number
}

async function measureStore(
  { ledger }: Cluster,
  { app, backend, count }: { app: App; backend: PostgresBackend; count: number },
): Promise<Stored> {
  const read = () => ({
    at: performance.now(),
    calls: allCalls(backend),
    postgresMs: backend.processorMs,
    sessionsMs: backend.sessionsMs,
    appMs: processorMs(app.pid ?? 0),
    characters: ledger.characters,
    traffic: { ...trafficOf(app) },
  })
  await untilNextCall(app)
  const before = read()
  await sleep(measuredMs)
  await untilNextCall(app)
  const after = read()
  const ms = after.at - before.at
  const characters = after.characters - before.characters
  const statements = after.traffic.calls - before.traffic.calls
  return {
    count,
    statementsPerSecond: ((after.calls - before.calls) * SECOND_MS) / ms,
    postgresCores: (after.postgresMs - before.postgresMs) / ms,
    sessionCoresPerGeneration: (after.sessionsMs - before.sessionsMs) / ms / count,
    appCores: (after.appMs - before.appMs) / ms,
    bytesPerCharacter: (after.traffic.bytesOut - before.traffic.bytesOut) / characters,
    charactersPerGenerationAndSecond: (characters * SECOND_MS) / ms / count,
    millisecondsPerStatement: (after.traffic.ms - before.traffic.ms) / statements,
  }
}

function figuresOf(store: Stored, before: Stored): Figure[] {
  const growth = store.sessionCoresPerGeneration / before.sessionCoresPerGeneration
  const many = `${store.count} generations`
  return [
    atMost(`${many}: cores of Postgres`, store.postgresCores, POSTGRES_CORES_MAX),
    atMost(`${many}: statements a second of the process`, store.statementsPerSecond, STATEMENTS_MAX),
    atMost(`processor time of Postgres for one generation, ${store.count} by ${before.count}`, growth, 1),
    atLeast(
      `${many}: characters stored by those of the pace`,
      store.charactersPerGenerationAndSecond / CHARACTERS_PER_SECOND,
      null,
    ),
    atMost(`${many}: processor time of Postgres by the process'`, store.postgresCores / store.appCores, null),
    atMost(`${many}: bytes sent by characters stored`, store.bytesPerCharacter, null),
    atMost(`${many}: a statement`, store.millisecondsPerStatement, null, "ms"),
  ]
}

/** Opens streams and reads nothing from them: what an open stream costs, and what its unread text adds. */
async function measureIdleReaders(
  app: App,
  stories: readonly { id: string; cookie: string }[],
): Promise<Figure[]> {
  await sleep(measuredMs / 2)
  const before = residentKilobytes(app)
  const readers = Array.from({ length: Number(values.readers) }, (_, at) => stories[at % stories.length])
  const sockets = readers.flatMap((story) => (story ? openUnread(app.port, story.id, story.cookie) : []))
  await sleep(measuredMs)
  const opened = residentKilobytes(app)
  await sleep(measuredMs)
  const later = residentKilobytes(app)
  for (const socket of sockets) socket.destroy()
  return [
    atMost("an open stream: resident memory", (opened - before) / sockets.length, null, "KB"),
    atMost("an open stream: growth by unread text", (later - opened) / sockets.length, null, "KB"),
  ]
}

function openUnread(port: number, id: string, cookie: string): Socket {
  const socket = connect(port, "127.0.0.1")
  socket.pause()
  socket.write(`GET /generations/${id}/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  return socket
}

async function untilNextCall(app: App): Promise<void> {
  const { calls } = trafficOf(app)
  while (trafficOf(app).calls === calls) await sleep(LOOK_AGAIN_MS)
}

function allCalls({ calls }: PostgresBackend): number {
  return [...calls.values()].reduce((sum, count) => sum + count, 0)
}

function trafficOf(app: App) {
  return app.backendLine.traffic.get("store_generations") ?? { calls: 0, bytesOut: 0, bytesIn: 0, ms: 0 }
}

function residentKilobytes({ pid }: App): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }))
}
