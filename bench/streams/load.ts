import { atLeast, atMost, FLAT_MAX } from "../figures.ts"
import type { Measured, Side } from "./load-thread.ts"
import { LoadTools, type Measurable, startApp, startRelay } from "./processes.ts"
import { measureReaders } from "./readers.ts"
import { type Row, round } from "./report.ts"
import { median, quantile } from "./text.ts"

const STREAMS = 100
const WINDOW_MS = 3_000
/** Starting streams costs time too, so first tokens are measured in a separate window. */
const PROBE_WINDOW_MS = 2_000
const PROBE_EVERY_MS = 80
const STEADY = { tokensPerSecond: 50, thinkMs: 150 }
const DELAY_MAX_MS = 150
const RATIO_TO_RELAY_MAX = 0.95
const STEP_WINDOW_MS = 3_000
const STEPS_BUDGET_MS = 30_000
const TTFT_LIMIT_MS = 70
/** Below this share of the pace, tokens pile up somewhere. */
const KEPT_PACE = 0.9

interface Extent {
  rounds: number
  /** Numbers of streams, beyond the usual one. */
  steps: number[]
  /** How old streams are when their memory is read: what grows with a stream's age shows between the two. */
  agesMs: [number, number]
  /** The same for readers alone. */
  readerAgesMs: [number, number]
}

const WHOLE: Extent = {
  rounds: 3,
  steps: [200, 300, 400, 600, 800, 1_000],
  agesMs: [5_000, 25_000],
  readerAgesMs: [3_000, 12_000],
}
/** For who changes the bench. */
const QUICK: Extent = { rounds: 1, steps: [], agesMs: [1_000, 2_000], readerAgesMs: [500, 1_000] }

interface Loaded extends Measured {
  side: Side
  streams: number
  open: number
  cpuUsPerToken: number
  cores: number
  rss: number
  /** Live objects after a forced collection, above those before these streams. */
  heapPerStream: number
}

/** What a stream of this age costs the app. */
interface Aged {
  ageMs: number
  livePerStream: number
  rssPerStream: number
  cpuUsPerToken: number
}

/** Rows 1, 3 to 7, 20 and 21: the app without a database, beside the raw relay and the upstream itself. */
export async function measureLoad({ isQuick }: { isQuick: boolean }): Promise<Row[]> {
  const extent = isQuick ? QUICK : WHOLE
  const tools = await LoadTools.start(STEADY)
  const app = await startApp(tools.upstreamPort)
  const relay = await startRelay(tools.upstreamPort)
  const servers = { app, page: app, relay, direct: null }
  const load = async (side: Side, streams: number, windowMs = WINDOW_MS): Promise<Loaded> => {
    const server = servers[side]
    const port = server?.port ?? tools.upstreamPort
    const idle = await server?.probe()
    const open = await tools.open({ side, port, streams, overMs: 1_000 + streams * 2 })
    const before = await server?.probe("time")
    const measured = await tools.measure(windowMs, 0)
    const after = await server?.probe()
    const probed = await tools.measure(PROBE_WINDOW_MS, PROBE_EVERY_MS)
    await tools.closeStreams()
    const cpuMs = (after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)
    console.error(`# ${side}, ${streams} streams, ${open} open`)
    return {
      ...measured,
      addedTtft: probed.addedTtft,
      probesLost: probed.probesLost,
      side,
      streams,
      open,
      cpuUsPerToken: (cpuMs * 1_000) / measured.tokens,
      cores: cpuMs / measured.seconds / 1_000,
      rss: after?.rss ?? 0,
      heapPerStream: ((after?.heapUsed ?? 0) - (idle?.heapUsed ?? 0)) / streams,
    }
  }

  // First: what ended streams leave for a while would be counted as freed by these readers.
  const readers = await measureReaders(app, extent.readerAgesMs)
  // Warms up: the compiler takes part in the first round.
  for (const side of ["direct", "relay", "app"] as const) await load(side, STREAMS, 1_000)
  const idle = { app: (await app.probe()).rss, relay: (await relay.probe()).rss }
  const direct = await load("direct", STREAMS)
  const rounds: Round[] = []
  for (let at = 0; at < extent.rounds; at++) {
    const relayed = await load("relay", STREAMS)
    rounds.push({ relay: relayed, app: await load("app", STREAMS), page: await load("page", STREAMS) })
  }
  const aged = await grow(tools, app, extent.agesMs)
  const steps = await climb(load, extent.steps)
  await tools.stop()
  await Promise.all([app.end("SIGKILL"), relay.end("SIGKILL")])
  return [...rowsOf({ direct, rounds, aged, steps, idle }), readers]
}

/** Keeps the app's streams open, and reads what they hold at each age. */
async function grow(tools: LoadTools, app: Measurable, agesMs: readonly number[]): Promise<Aged[]> {
  const idle = await app.probe()
  await tools.open({ side: "app", port: app.port, streams: STREAMS, overMs: 1_000 })
  const aged: Aged[] = []
  let before = await app.probe()
  let age = 0
  for (const ageMs of agesMs) {
    const { tokens } = await tools.measure(ageMs - age, 0)
    const now = await app.probe()
    aged.push({
      ageMs,
      livePerStream: (now.live - idle.live) / STREAMS,
      rssPerStream: (now.rss - idle.rss) / STREAMS,
      cpuUsPerToken: ((now.cpuMs - before.cpuMs) * 1_000) / tokens,
    })
    before = now
    age = ageMs
  }
  await tools.closeStreams()
  console.error(`# app, ${STREAMS} streams of ${age / 1_000} s`)
  return aged
}

/** Adds streams until a side no longer keeps the pace or its first tokens come late. */
async function climb(
  load: (side: Side, streams: number, windowMs: number) => Promise<Loaded>,
  streamCounts: readonly number[],
) {
  const steps: Record<"app" | "relay", Loaded[]> = { app: [], relay: [] }
  const until = performance.now() + STEPS_BUDGET_MS
  const going = new Set<"app" | "relay">(["app", "relay"])
  for (const streams of streamCounts) {
    for (const side of [...going]) {
      if (performance.now() > until) return steps
      const loaded = await load(side, streams, STEP_WINDOW_MS)
      steps[side].push(loaded)
      if (!isCarried(loaded)) going.delete(side)
    }
  }
  return steps
}

function isCarried(loaded: Loaded): boolean {
  const pace = loaded.tokens / loaded.seconds / (loaded.streams * STEADY.tokensPerSecond)
  return pace >= KEPT_PACE && loaded.probesLost === 0 && quantile(loaded.addedTtft, 0.99) <= TTFT_LIMIT_MS
}

type Round = Record<"app" | "relay" | "page", Loaded>

interface Results {
  direct: Loaded
  rounds: Round[]
  aged: Aged[]
  steps: Record<"app" | "relay", Loaded[]>
  idle: { app: number; relay: number }
}

function rowsOf({ direct, rounds, aged, steps, idle }: Results): Row[] {
  const of = (side: keyof Round, value: (loaded: Loaded) => number) =>
    median(rounds.map((one) => value(one[side])))
  const ttft = (side: "app" | "relay", share: number) =>
    quantile(
      rounds.flatMap((one) => one[side].addedTtft),
      share,
    )
  const readDirectly = { p50: quantile(direct.addedTtft, 0.5), p99: quantile(direct.addedTtft, 0.99) }
  const added = { p50: ttft("app", 0.5) - readDirectly.p50, p99: ttft("app", 0.99) - readDirectly.p99 }
  const perToken = (side: keyof Round) =>
    of(side, ({ wireBytes, textBytes, tokens }) => (wireBytes - textBytes) / tokens)
  const cpu = { app: of("app", (one) => one.cpuUsPerToken), relay: of("relay", (one) => one.cpuUsPerToken) }
  const cpuRatio = median(rounds.map((one) => one.app.cpuUsPerToken / one.relay.cpuUsPerToken))
  const delay = (side: "app" | "relay", which: "delayP50" | "delayP99") => of(side, (one) => one[which])
  const carried = (side: "app" | "relay") =>
    Math.max(
      ...[...rounds.map((one) => one[side]), ...steps[side]].filter(isCarried).map((one) => one.streams),
      0,
    )
  const rss = (side: "app" | "relay") =>
    rssPerStream([...rounds.map((one) => one[side]), ...steps[side]], idle[side])
  const heap = (side: "app" | "relay") => of(side, (one) => one.heapPerStream / 1_024)
  const top = [rounds.at(-1)?.app, ...steps.app].filter((one) => one !== undefined)

  return [
    {
      row: "1",
      what: `time to the first token without the upstream's own, p50 / p99 ms, without a database; the upstream read directly ${round(readDirectly.p50)} / ${round(readDirectly.p99)}; ours includes the plan call`,
      n: `${STREAMS} streams, ${rounds.flatMap((one) => one.app.addedTtft).length} probes`,
      ours: `${round(ttft("app", 0.5))} / ${round(ttft("app", 0.99))}`,
      relay: `${round(ttft("relay", 0.5))} / ${round(ttft("relay", 0.99))}`,
      ratio: round(ttft("app", 0.5) / ttft("relay", 0.5)).toString(),
      target: "<= 2 / <= 8 above reading directly",
      reached: added.p50 <= 2 && added.p99 <= 8,
      isBroken: false,
      figures: { added, readDirectly, probes: rounds.map((one) => one.app.addedTtft.length) },
      numbers: [
        atMost("first token beyond the upstream read directly, p50", added.p50, 2, "ms"),
        atMost("first token beyond the upstream read directly, p99", added.p99, 8, "ms"),
      ],
    },
    {
      row: "3",
      what: "added delay of a token, p50 / p99 ms, frames of 100 ms",
      n: `${STREAMS} streams at ${STEADY.tokensPerSecond} tokens/s`,
      ours: `${round(delay("app", "delayP50"))} / ${round(delay("app", "delayP99"))}`,
      relay: `${round(delay("relay", "delayP50"))} / ${round(delay("relay", "delayP99"))}`,
      ratio: "one frame by design",
      target: `p99 <= ${DELAY_MAX_MS}, plus what the raw relay's p99 shows the machine adds`,
      reached: delay("app", "delayP99") <= DELAY_MAX_MS,
      isBroken: false,
      figures: { direct: [direct.delayP50, direct.delayP99] },
      numbers: [atMost("delay of a token, p99", delay("app", "delayP99"), DELAY_MAX_MS, "ms")],
    },
    {
      row: "4",
      what: "processor time per token, us",
      n: `${STREAMS} streams, median of ${rounds.length}`,
      ours: round(cpu.app).toString(),
      relay: round(cpu.relay).toString(),
      ratio: round(cpuRatio, 2).toString(),
      target: `<= ${RATIO_TO_RELAY_MAX}`,
      reached: cpuRatio <= RATIO_TO_RELAY_MAX,
      isBroken: false,
      figures: { rounds: rounds.map((one) => [one.app.cpuUsPerToken, one.relay.cpuUsPerToken]) },
      numbers: [atMost("processor time of a token by the raw relay's", cpuRatio, RATIO_TO_RELAY_MAX)],
    },
    {
      row: "5",
      what: `streams carried: ${KEPT_PACE * 100} % of the pace, first tokens within ${TTFT_LIMIT_MS} ms at p99`,
      n: `steps ${[STREAMS, ...steps.app.map(({ streams }) => streams)].join(" ")} up to the first failure; the tools share the same cores`,
      ours: `${carried("app")} (${top.map((one) => `${one.streams}: ${round(one.cores, 2)} core, ttft p99 ${round(quantile(one.addedTtft, 0.99))}`).join("; ")})`,
      relay: `${carried("relay")} (${steps.relay.map((one) => `${one.streams}: ${round(one.cores, 2)} core, ttft p99 ${round(quantile(one.addedTtft, 0.99))}`).join("; ")})`,
      ratio: round(carried("app") / carried("relay"), 2).toString(),
      target: "1000",
      reached: carried("app") >= 1_000,
      isBroken: false,
      figures: { app: steps.app.map(brief), relay: steps.relay.map(brief) },
      numbers: [
        atLeast("streams carried", carried("app"), 1_000),
        atLeast("streams carried by the raw relay's", carried("app") / carried("relay"), null),
      ],
    },
    {
      row: "6",
      what: "resident memory per stream after a forced collection, KB, as a slope; live objects alone",
      n: `0 to ${Math.max(...top.map((one) => one.streams))}`,
      ours: `${round(rss("app"))}; ${round(heap("app"))}`,
      relay: `${round(rss("relay"))}; ${round(heap("relay"))}`,
      ratio: round(rss("app") / rss("relay"), 2).toString(),
      target: "<= 80 + text",
      reached: rss("app") <= 80,
      isBroken: false,
      figures: { idleMB: [idle.app / 2 ** 20, idle.relay / 2 ** 20] },
      numbers: [
        atMost("a stream's resident memory", rss("app"), 80, "KB"),
        atMost("a stream's resident memory by the raw relay's", rss("app") / rss("relay"), null),
      ],
    },
    {
      row: "7",
      what: "bytes on the wire per token beyond the text's own, as the page reads it; by the API",
      n: `${STREAMS} streams`,
      ours: `${round(perToken("page"))}; ${round(perToken("app"))}`,
      relay: `${round(perToken("relay"))} (the upstream's own frames)`,
      ratio: round(perToken("page") / perToken("relay"), 2).toString(),
      target: "<= 6",
      reached: perToken("page") <= 6,
      isBroken: false,
      figures: {},
      numbers: [
        atMost("a token's bytes on the wire beyond its text", perToken("page"), 6),
        atMost(
          "a token's bytes beyond its text by the raw relay's",
          perToken("page") / perToken("relay"),
          null,
        ),
        atMost("the same for readers of the API", perToken("app"), null),
      ],
    },
    {
      row: "20",
      what: "a stream as it ages: live memory, resident memory, KB; processor time of a token, us",
      n: `${STREAMS} streams, ${aged.map(({ ageMs }) => `${ageMs / 1_000} s`).join(" / ")} old`,
      ours: [
        aged.map((one) => round(one.livePerStream / 1_024)).join(" / "),
        aged.map((one) => round(one.rssPerStream / 1_024)).join(" / "),
        aged.map((one) => round(one.cpuUsPerToken)).join(" / "),
      ].join("; "),
      relay: "not measured",
      ratio: "-",
      target: "live <= 40, at any age",
      reached: aged.every((one) => one.livePerStream <= 40 * 1_024),
      isBroken: false,
      figures: { aged },
      numbers: aged.flatMap(({ ageMs, livePerStream, cpuUsPerToken }) => {
        const at = `after ${ageMs / 1_000} s`
        const youngest = aged[0]
        if (!youngest || youngest.ageMs === ageMs) {
          return [atMost(`a stream's live memory ${at}`, livePerStream / 1_024, 40, "KB")]
        }
        const by = `${at} by ${youngest.ageMs / 1_000} s`
        return [
          atMost(`a stream's live memory ${at}`, livePerStream / 1_024, 40, "KB"),
          atMost(`a stream's live memory, ${by}`, livePerStream / youngest.livePerStream, FLAT_MAX),
          atMost(`processor time of a token, ${by}`, cpuUsPerToken / youngest.cpuUsPerToken, FLAT_MAX),
        ]
      }),
    },
  ]
}

/**
 * The slope of memory over the number of streams. It leaves out what the process needs anyway and what V8
 * keeps.
 */
function rssPerStream(loaded: Loaded[], idle: number): number {
  const points = [{ streams: 0, rss: idle }, ...loaded]
  const meanStreams = points.reduce((sum, { streams }) => sum + streams, 0) / points.length
  const meanRss = points.reduce((sum, { rss }) => sum + rss, 0) / points.length
  let above = 0
  let below = 0
  for (const { streams, rss } of points) {
    above += (streams - meanStreams) * (rss - meanRss)
    below += (streams - meanStreams) ** 2
  }
  return above / below / 1_024
}

function brief({ streams, open, tokens, seconds, cores, cpuUsPerToken, rss, addedTtft, delayP99 }: Loaded) {
  return {
    streams,
    open,
    tokensPerSecond: Math.round(tokens / seconds),
    cores: round(cores, 2),
    cpuUsPerToken: round(cpuUsPerToken),
    rssMB: round(rss / 2 ** 20),
    ttftP99: round(quantile(addedTtft, 0.99)),
    delayP99: round(delayP99),
  }
}
