/**
 * What 2 and 4 processes of the app on one database cost by what one costs, each with as many generations, and what is
 * left when one of the four is killed.
 *
 *   npm run bench:containers -- [--generations 30] [--seconds 12]
 *
 * Takes some three minutes; loopback only, and Linux alone, which tells the processor time of other processes. The last
 * line is one JSON object. Exits with 1 when text was lost or doubled, not when a figure misses its target.
 *
 * Definitions
 * - generation: 2,000 characters of a scripted endpoint, at 40 characters a second. Each has a reader, who is attached
 *   to another process than the one that writes, wherever there are two. All of them run before the window begins.
 * - database: one plain Postgres behind functions of an API, started once for all numbers of processes, as the processes
 *   are; those that are not in use rest.
 * - characters read: by all readers in a second. All processes share this machine's cores, far from their limit: the
 *   figure tells whether each process keeps the pace of one. News of another process comes once a second, so a window
 *   of twelve may hold eleven.
 * - processor time: in the window, for a character that was read: of all processes of the app, or of those of Postgres
 *   that answer the API.
 * - Postgres beside its statements: the processor time of its other processes, which work by their own clocks, by that
 *   of those that answer the API, from the first window to the end. Autovacuum comes once a minute, and one that ends
 *   within a window would count for as much there as all statements of a process.
 * - spread: the generations of the four processes by as many on one. What a process and its statements cost whatever
 *   they carry, four pay four times.
 * - statements: of one process to the API, each one statement in a transaction, in each second that begins. A process
 *   that writes and has readers of other processes' generations both stores and follows.
 * - killed: the last of four processes, by SIGKILL, after the window. Its generations are taken over once their leases
 *   have lapsed (15 s), and everything is read to its end.
 * - whole: it ended as done, and its reader, the download and what the endpoint sent are one text.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { buildWhenNeeded } from "../../scripts/build-when-needed.ts"
import { accountFor } from "../../tests/faults/account.ts"
import { Cluster } from "../../tests/faults/cluster.ts"
import { Dice } from "../../tests/faults/dice.ts"
import { EventReader } from "../../tests/faults/event-reader.ts"
import { Visitor } from "../../tests/faults/visitor.ts"
import { FAULT_PORTS } from "../../tests/support/ports.ts"
import { atLeast, atMost, type Figure, FLAT_MAX, printFigures } from "../figures.ts"
import { PostgresBackend } from "../postgres-backend.ts"
import { processorMs } from "../processor-time.ts"

const MOST = 4
const CHARACTERS_PER_SECOND = 40
const STARTED_AT_ONCE = 10
/** As in bench:streams. */
const KEPT_PACE_MIN = 0.9
const STATEMENTS_MAX = 1
const SECOND_MS = 1_000
/** The window is so much shorter than whole seconds, because a second that begins counts. */
const SHORTER_MS = 100
const FIRST_TEXT_MS = 30_000
const END_MS = 120_000

const { values } = parseArgs({
  options: { generations: { type: "string", default: "30" }, seconds: { type: "string", default: "12" } },
})
/** Of each process. */
const generations = Number(values.generations)
const seconds = Number(values.seconds)

type App = Cluster["apps"][number]

interface Written {
  story: number
  id: string
  writer: App
  visitor: Visitor
  reader: EventReader
  leave: AbortController
  read: Promise<void>
}

interface Window {
  processes: number
  generations: number
  charactersPerSecond: number
  appUsPerCharacter: number
  postgresUsPerCharacter: number
  /** Of one process, a second. */
  statements: number
  stores: number
}

interface PostgresTime {
  allMs: number
  /** Of the processes that answer the API. */
  sessionsMs: number
}

interface Survival {
  taken: number
  ofKilled: number
  whole: number
  lost: number
  doubled: number
  silenceMs: number
}

let stories = 0

if (await buildWhenNeeded()) await run()
else process.exitCode = 1

async function run(): Promise<void> {
  const backend = await PostgresBackend.start()
  const { url, publishableKey, secretKey, sessionSecret } = backend
  const stop = () => backend.stop()
  const cluster = await Cluster.start({
    seed: 1,
    ports: Array.from({ length: MOST }, (_, at) => Number(FAULT_PORTS[0]) + at),
    charactersPerSecond: CHARACTERS_PER_SECOND,
    backend: { url, publishableKey, secretKey, sessionSecret, stop, kill: stop },
  })
  try {
    // The compiler would count for the processes that begin last.
    const warming = await write(cluster, { processes: MOST, count: generations * MOST })
    await sleep(seconds * SECOND_MS)
    await leave(warming)
    const postgresBefore = postgresOf(backend)
    const measureAlone = async (processes: number, count: number) => {
      const written = await write(cluster, { processes, count })
      const window = await measure(cluster, { backend, processes, written })
      await leave(written)
      return window
    }
    const one = await measureAlone(1, generations)
    const two = await measureAlone(2, generations * 2)
    const crowded = await measureAlone(1, generations * MOST)
    const written = await write(cluster, { processes: MOST, count: generations * MOST })
    const four = await measure(cluster, { backend, processes: MOST, written })
    const survival = await killOne(cluster, written)
    const postgresAfter = postgresOf(backend)
    printFigures(
      [
        ...statementsOf(one),
        ...grownFrom(one, two),
        ...grownFrom(one, four),
        ...spreadFrom(crowded, four),
        besideStatements(postgresBefore, postgresAfter),
        ...survivalOf(survival, written.length),
      ],
      { windows: [one, two, crowded, four], survival },
    )
    const { broken } = cluster.ledger
    if (survival.lost + survival.doubled + broken.length > 0) {
      console.error(`text went wrong: ${survival.lost} lost, ${survival.doubled} doubled`, ...broken)
      process.exitCode = 1
    }
  } finally {
    await cluster.stop()
  }
}

/** Begins the generations on so many processes, and returns once each reader has some text. */
async function write(
  { apps }: Cluster,
  { processes, count }: { processes: number; count: number },
): Promise<Written[]> {
  const used = apps.slice(0, processes)
  const written: Written[] = []
  const until = stories + count
  const lane = async () => {
    while (stories < until) {
      const story = stories
      stories += 1
      const writer = used[story % used.length]
      if (!writer) throw new Error("no process was started")
      const visitor = new Visitor()
      await visitor.arrive(writer)
      const id = await visitor.generate(writer, story, `key-${story}`)
      const others = used.filter((app) => app !== writer)
      const reading = {
        id,
        visitor,
        apps: others.length > 0 ? others : [writer],
        dice: new Dice(story),
      }
      const reader = new EventReader(reading)
      const leave = new AbortController()
      written.push({ story, id, writer, visitor, reader, leave, read: reader.follow(leave.signal) })
    }
  }
  await Promise.all(Array.from({ length: STARTED_AT_ONCE }, lane))
  const all = Promise.all(written.map(({ reader }) => reader.reaches(1)))
  await Promise.race([all, sleep(FIRST_TEXT_MS, null, { ref: false })])
  const silent = written.filter(({ reader }) => reader.text === "").length
  if (silent > 0) throw new Error(`${silent} of ${count} readers on ${processes} processes got no text`)
  return written
}

async function measure(
  { apps }: Cluster,
  { backend, processes, written }: { backend: PostgresBackend; processes: number; written: Written[] },
): Promise<Window> {
  const used = apps.slice(0, processes)
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)
  const callsOf = ({ backendLine }: App, names: (name: string) => boolean) =>
    sum([...backendLine.traffic].filter(([name]) => names(name)).map(([, { calls }]) => calls))
  const read = () => ({
    at: performance.now(),
    characters: sum(written.map(({ reader }) => reader.text.length)),
    appMs: sum(used.map(({ pid }) => processorMs(pid ?? 0))),
    postgresMs: backend.sessionsMs,
    statements: sum(used.map((app) => callsOf(app, () => true))),
    stores: sum(used.map((app) => callsOf(app, (name) => name === "store_generations"))),
  })
  const before = read()
  await sleep(seconds * SECOND_MS - SHORTER_MS)
  const after = read()
  const gained = (what: keyof typeof before) => after[what] - before[what]
  return {
    processes,
    generations: written.length,
    charactersPerSecond: (gained("characters") * SECOND_MS) / gained("at"),
    appUsPerCharacter: (gained("appMs") * 1_000) / gained("characters"),
    postgresUsPerCharacter: (gained("postgresMs") * 1_000) / gained("characters"),
    statements: gained("statements") / seconds / processes,
    stores: gained("stores") / seconds / processes,
  }
}

function postgresOf({ processorMs, sessionsMs }: PostgresBackend): PostgresTime {
  return { allMs: processorMs, sessionsMs }
}

async function leave(written: readonly Written[]): Promise<void> {
  for (const { leave } of written) leave.abort()
  await Promise.all(written.map(({ visitor, writer, id }) => visitor.stop(writer, id)))
  await Promise.all(written.map(({ read }) => read))
}

/** Kills the last process, and reads everything to its end. */
async function killOne({ apps, ledger, upstream }: Cluster, written: Written[]): Promise<Survival> {
  const [survivor] = apps
  const killed = apps.at(-1)
  if (!survivor || !killed) throw new Error("no process was started")
  const orphans = written.filter(({ writer, reader }) => writer === killed && reader.end === null)
  await killed.end("SIGKILL")
  const all = Promise.all(written.map(({ read }) => read))
  await Promise.race([all, sleep(END_MS, null, { ref: false })])
  const takeoversOf = (id: string) => ledger.entryOf(id)?.takeovers ?? 0
  const survival = {
    taken: orphans.filter(({ id }) => takeoversOf(id) > 0).length,
    ofKilled: orphans.length,
    whole: 0,
    lost: 0,
    doubled: 0,
    silenceMs: Math.max(0, ...orphans.map(({ reader }) => reader.silenceMs)),
  }
  for (const { visitor, id, story, reader, leave } of written) {
    leave.abort()
    const text = (await visitor.download(survivor, id)) ?? ""
    const { lost, duplicated } = accountFor(text, upstream.callsOf(story), () => takeoversOf(id) > 0)
    survival.lost += lost
    survival.doubled += duplicated
    if (reader.end === "done" && reader.text === text && lost + duplicated === 0) survival.whole += 1
  }
  return survival
}

/** The same for each of more processes. */
function grownFrom(one: Window, more: Window): Figure[] {
  const by = `${more.processes} processes by 1`
  const kept = more.charactersPerSecond / more.processes / one.charactersPerSecond
  return [
    atLeast(`characters read for each process, ${by}`, kept, KEPT_PACE_MIN),
    ...costsBeside(one, more, { by, target: FLAT_MAX }),
    ...statementsOf(more),
  ]
}

/** As many generations on more processes. */
function spreadFrom(crowded: Window, spread: Window): Figure[] {
  const by = `${spread.generations} generations spread over ${spread.processes} by on 1`
  return costsBeside(crowded, spread, { by, target: null })
}

function costsBeside(
  one: Window,
  more: Window,
  { by, target }: { by: string; target: number | null },
): Figure[] {
  const app = more.appUsPerCharacter / one.appUsPerCharacter
  const postgres = more.postgresUsPerCharacter / one.postgresUsPerCharacter
  return [
    atMost(`processor time of the app for a character, ${by}`, app, target),
    atMost(`processor time of Postgres for a character, ${by}`, postgres, target),
  ]
}

function besideStatements(before: PostgresTime, after: PostgresTime): Figure {
  const sessionsMs = after.sessionsMs - before.sessionsMs
  const besideMs = after.allMs - before.allMs - sessionsMs
  return atMost("processor time of Postgres beside its statements, by theirs", besideMs / sessionsMs, null)
}

function statementsOf({ processes, statements, stores }: Window): Figure[] {
  const who = processes === 1 ? "1 process" : `each of ${processes} processes`
  return [
    atMost(`${who}: statements that store, a second`, stores, STATEMENTS_MAX),
    atMost(`${who}: all statements, a second`, statements, null),
  ]
}

function survivalOf(
  { taken, ofKilled, whole, lost, doubled, silenceMs }: Survival,
  generations: number,
): Figure[] {
  return [
    atLeast("one of four killed: its generations that were taken over", taken / ofKilled, 1),
    atLeast("one of four killed: generations that ended whole", whole / generations, 1),
    atMost("one of four killed: characters lost or doubled", lost + doubled, 0),
    atMost("one of four killed: longest silence of its readers", silenceMs / SECOND_MS, null, "s"),
  ]
}
