/**
 * `npm run bench:store -- --generations 1000`: what that many generations at once cost the database, and what
 * readers who stop reading cost the process. The last line is one JSON object with the same figures.
 */
import { execFileSync } from "node:child_process"
import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { Cluster } from "../tests/faults/cluster.ts"
import { Visitor } from "../tests/faults/visitor.ts"
import { FAULT_PORTS } from "../tests/support/ports.ts"

/** The speed of a typical model; a novel of 10,000 characters takes four minutes. */
const CHARACTERS_PER_SECOND = 40
const LONGEST = "5"
const STARTED_AT_ONCE = 20
const STORIES_READ = 10
const MEASURED_MS = 20_000
const SECOND_MS = 1_000

const { values } = parseArgs({
  options: { generations: { type: "string", default: "1000" }, readers: { type: "string", default: "1000" } },
})
const generations = Number(values.generations)

type App = Cluster["apps"][number]

const cluster = await Cluster.start({
  seed: 1,
  ports: FAULT_PORTS.slice(0, 1),
  charactersPerSecond: CHARACTERS_PER_SECOND,
  variables: {
    OPENAI_BASE_URL: "",
    DEMO_CHARACTERS_PER_SECOND: String(CHARACTERS_PER_SECOND),
  },
})
const [app] = cluster.apps
if (!app) throw new Error("no process was started")
// Measured first, while little else grows in the process.
const memory = await measureIdleReaders(app, await start(app, STORIES_READ))
await start(app, generations - STORIES_READ)
const store = await measureStore(app)
const figures = { generations, ...store, ...memory }
for (const [name, value] of Object.entries(figures)) console.log(name.padEnd(28), value)
console.log(JSON.stringify(figures))
await cluster.stop()

async function start(app: App, count: number): Promise<{ id: string; cookie: string }[]> {
  const started: { id: string; cookie: string }[] = []
  const lane = async () => {
    while (started.length < count) {
      const place = started.push({ id: "", cookie: "" }) - 1
      const visitor = new Visitor()
      await visitor.arrive(app)
      const id = await visitor.generate(app, place, `key-${place}`, LONGEST)
      started[place] = { id, cookie: visitor.cookie }
    }
  }
  await Promise.all(Array.from({ length: STARTED_AT_ONCE }, lane))
  return started
}

async function measureStore(app: App) {
  const charactersBefore = cluster.ledger.characters
  const before = { ...trafficOf(app) }
  await sleep(MEASURED_MS)
  const after = trafficOf(app)
  const seconds = MEASURED_MS / SECOND_MS
  const characters = (cluster.ledger.characters - charactersBefore) / seconds
  const perSecond = (name: keyof typeof after) => (after[name] - before[name]) / seconds
  return {
    statementsPerSecond: round(perSecond("calls")),
    kilobytesSentPerSecond: round(perSecond("bytesOut") / 1_000),
    kilobytesAnsweredPerSecond: round(perSecond("bytesIn") / 1_000),
    charactersPerGenerationAndSecond: round(characters / generations),
    bytesPerGenerationAndSecond: round(perSecond("bytesOut") / generations),
    millisecondsPerStatement: round((after.ms - before.ms) / (after.calls - before.calls)),
  }
}

/** Opens streams and reads nothing from them: what an open stream costs, and what its unread text adds. */
async function measureIdleReaders(app: App, stories: readonly { id: string; cookie: string }[]) {
  await sleep(MEASURED_MS / 2)
  const before = residentKilobytes(app)
  const readers = Array.from({ length: Number(values.readers) }, (_, at) => stories[at % stories.length])
  const sockets = readers.flatMap((story) => (story ? openUnread(app.port, story.id, story.cookie) : []))
  await sleep(MEASURED_MS)
  const opened = residentKilobytes(app)
  await sleep(MEASURED_MS)
  const later = residentKilobytes(app)
  for (const socket of sockets) socket.destroy()
  return {
    idleReaders: sockets.length,
    kilobytesPerOpenStream: round((opened - before) / sockets.length),
    kilobytesGrownPerIdleReader: round((later - opened) / sockets.length),
  }
}

function openUnread(port: number, id: string, cookie: string): Socket {
  const socket = connect(port, "127.0.0.1")
  socket.pause()
  socket.write(`GET /generations/${id}/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  return socket
}

function trafficOf(app: App) {
  return app.backendLine.traffic.get("store_generations") ?? { calls: 0, bytesOut: 0, bytesIn: 0, ms: 0 }
}

function residentKilobytes({ pid }: App): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
