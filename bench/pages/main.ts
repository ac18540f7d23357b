/**
 * Measures what pages cost beside the same bytes from a bare server, in one run. Each row has a target, which it prints.
 *
 *   npm run bench:pages
 *
 * Takes about a minute; plain Node, loopback only. The last line is one JSON object. Exits with 1 when an answer was
 * wrong, not when a figure misses its target.
 *
 * Definitions
 * - share page: a public novel of 10,000 characters, packed as a browser asks for it, for readers without a session.
 * - 304: the same, for readers who have it.
 * - bare server: node:http with the bytes and the headers that the app sent for the same request, and nothing else.
 *   Its ratio for `/`, which is rendered for each visitor, is a figure without a target.
 * - `/`: a first visitor's page. Its target is 400 a second on one core, so the server's processor time for one answer.
 * - readers: plain sockets in a thread of their own, each asking again as soon as it has its answer. They read both
 *   servers by turns, a second each, and the median of the turns counts.
 * - ratio: requests a second, the app's by the bare server's. All share the same cores, so that of the processor time
 *   of the server alone for one request stands beside it.
 * - turns: no garbage collection is forced before them, as none is in production: in the second after one, the app's
 *   answers take up to twice the time.
 * - asked: how often the app asked the backend for the novel in each second that begins while the page is read.
 */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Worker } from "node:worker_threads"
import { buildWhenNeeded } from "../../scripts/build-when-needed.ts"
import { startEmbeddedBackend } from "../../tests/support/backend/embedded-backend.ts"
import { countingLine } from "../../tests/support/counting-line.ts"
import { atLeast, atMost, type Figure, printFigures } from "../figures.ts"
import { endAll, Measurable, startApp } from "../streams/processes.ts"
import { round } from "../streams/report.ts"
import { median } from "../streams/text.ts"
import type { Recorded } from "./bare.ts"
import type { Load, LoadCommand } from "./load-thread.ts"
import { publishNovel } from "./published-novel.ts"

const ACCEPTED = "gzip, deflate, br"
const CONNECTIONS = 32
const ASKED_MAX = 1
const DESK_CPU_MAX_US = 1_000_000 / 400
const SECOND_MS = 1_000
/** Less than a whole number of seconds, because the second that begins last counts, too. */
const ASKED_MS = 4.9 * SECOND_MS
const OWN_HEADERS = ["date", "connection", "keep-alive", "transfer-encoding"]

const { values } = parseArgs({
  options: { turns: { type: "string", default: "5" }, ms: { type: "string", default: "1000" } },
})
const turns = Number(values.turns)
const ms = Number(values.ms)

interface Figures {
  perSecond: number
  /** Processor time of the server for one answer. */
  cpuUs: number
}

interface Turn extends Figures {
  broken: number
}

/** The smallest ratio, or the most processor time of the server for one answer. */
type Target = { ratioMin: number } | { cpuMaxUs: number }

interface Row {
  what: string
  ours: Figures
  bare: Figures
  target: Target
  broken: number
}

if (await buildWhenNeeded()) await run()
else process.exitCode = 1

async function run(): Promise<void> {
  const backend = await startEmbeddedBackend()
  const line = await countingLine(backend.url)
  const readers = new Worker(new URL("./load-thread.ts", import.meta.url), { execArgv: [] })
  const folder = mkdtempSync(join(tmpdir(), "luobi-pages-"))
  const file = join(folder, "recorded.json")
  try {
    const id = await publishNovel(backend)
    const app = await startApp(0, { ...backend, url: line.url })
    const page = await record(app, `/shared/${id}`)
    const known = await record(app, `/shared/${id}`, String(page.headers.etag))
    const desk = await record(app, "/")
    writeFileSync(file, JSON.stringify([page, known, desk]))
    const bare = await Measurable.start(join(import.meta.dirname, "bare.ts"), { RECORDED: file })

    const asked = await countAsks(app, readers, page, () => line.countOf(id))
    const rows = [
      await measure("share page, 200", { app, bare, readers, recorded: page, target: { ratioMin: 0.5 } }),
      await measure("share page, 304", { app, bare, readers, recorded: known, target: { ratioMin: 0.9 } }),
      await measure("/, 200", { app, bare, readers, recorded: desk, target: { cpuMaxUs: DESK_CPU_MAX_US } }),
    ]
    print(rows, asked)
  } finally {
    await readers.terminate()
    await endAll()
    line.close()
    await backend.stop()
    rmSync(folder, { recursive: true })
  }
}

/** What the app sends a browser. `Date` and what concerns the connection is every server's own. */
async function record({ port }: Measurable, path: string, known?: string): Promise<Recorded> {
  const sent = request({ port, host: "127.0.0.1", path, headers: headersOf(port, known), agent: false }).end()
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  const headers: OutgoingHttpHeaders = Object.fromEntries(
    Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.includes(name)),
  )
  if (response.statusCode === 200) headers["content-length"] = String(body.length)
  return { path, known, status: response.statusCode ?? 0, headers, body: body.toString("base64") }
}

function headersOf(port: number, known: string | undefined): Record<string, string> {
  return {
    host: `127.0.0.1:${port}`,
    "accept-encoding": ACCEPTED,
    ...(known !== undefined && { "if-none-match": known }),
  }
}

/** How often the backend is asked in each second that begins, while the page is read. */
async function countAsks(
  app: Measurable,
  readers: Worker,
  recorded: Recorded,
  count: () => number,
): Promise<number> {
  const before = count()
  await take(app, readers, recorded, ASKED_MS)
  return (count() - before) / Math.ceil(ASKED_MS / SECOND_MS)
}

interface Measuring {
  app: Measurable
  bare: Measurable
  readers: Worker
  recorded: Recorded
  target: Target
}

async function measure(what: string, { app, bare, readers, recorded, target }: Measuring): Promise<Row> {
  const sides = { ours: [] as Turn[], bare: [] as Turn[] }
  for (let turn = 0; turn < turns; turn += 1) {
    sides.ours.push(await take(app, readers, recorded))
    sides.bare.push(await take(bare, readers, recorded))
  }
  const all = [...sides.ours, ...sides.bare]
  const [ours, plain] = [sides.ours, sides.bare].map((side) => ({
    perSecond: median(side.map(({ perSecond }) => perSecond)),
    cpuUs: median(side.map(({ cpuUs }) => cpuUs)),
  }))
  if (!ours || !plain) throw new Error("no side was measured")
  return { what, ours, bare: plain, target, broken: all.reduce((sum, { broken }) => sum + broken, 0) }
}

async function take(
  server: Measurable,
  readers: Worker,
  { path, known, status }: Recorded,
  forMs = ms,
): Promise<Turn> {
  const lines = Object.entries(headersOf(server.port, known)).map(([name, value]) => `${name}: ${value}\r\n`)
  const command: LoadCommand = {
    port: server.port,
    request: `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`,
    status,
    connections: CONNECTIONS,
    ms: forMs,
  }
  const before = await server.probe("time")
  readers.postMessage(command)
  const [load] = (await once(readers, "message")) as [Load]
  const after = await server.probe("time")
  const answers = load.perSecond * (forMs / SECOND_MS)
  return { ...load, cpuUs: ((after.cpuMs - before.cpuMs) * 1_000) / answers }
}

function print(rows: Row[], asked: number): void {
  for (const { what, ours, bare } of rows) {
    console.log(
      `${what}: ours ${round(ours.perSecond, 0)}/s, ${round(ours.cpuUs, 0)} us | bare ${round(bare.perSecond, 0)}/s, ${round(bare.cpuUs, 0)} us`,
    )
  }
  printFigures([...rows.flatMap(figuresOf), atMost("asked of the backend a second", asked, ASKED_MAX)], {
    rows,
  })
  const broken = rows.reduce((sum, row) => sum + row.broken, 0)
  if (broken === 0) return
  console.error(`${broken} answers were wrong`)
  process.exitCode = 1
}

function figuresOf({ what, ours, bare, target }: Row): Figure[] {
  const isRatio = "ratioMin" in target
  const figures = [
    atLeast(
      `${what}: requests a second by bare`,
      ours.perSecond / bare.perSecond,
      isRatio ? target.ratioMin : null,
    ),
    atLeast(`${what}: processor time, bare by ours`, bare.cpuUs / ours.cpuUs, null),
  ]
  if (!isRatio) figures.push(atMost(`${what}: processor time`, ours.cpuUs, target.cpuMaxUs, "us"))
  return figures
}
