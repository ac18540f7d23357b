import type { Repeated } from "../spread.ts"
import type { Side } from "./load-thread.ts"
import type { Step } from "./marks.ts"
import { LoadTools, type Measurable, startApp, startRelay } from "./processes.ts"
import { quantile } from "./text.ts"

const ROUNDS = 4
const STREAMS = 100
const STEADY = { tokensPerSecond: 50, thinkMs: 150 }
const WARM_UP = { starts: 100, everyMs: 40 }
const STARTS = 25
/** As row 1 has them: two are under way at any time. */
const USUAL_MS = 80
/** A start and its end are over by then. */
const ALONE_MS = 400

interface Place {
  side: Side
  streams: number
  everyMs: number
}

const PLACES: Place[] = [0, STREAMS].flatMap((streams) => [
  { side: "direct", streams, everyMs: USUAL_MS },
  { side: "relay", streams, everyMs: USUAL_MS },
  { side: "app", streams, everyMs: ALONE_MS },
  { side: "app", streams, everyMs: USUAL_MS },
])

interface Started extends Place {
  added: number[]
  steps: Step[]
  lost: number
  cpuMs: number
}

const SHARES = { p50: 0.5, p99: 0.99 }

/** Takes row 1 apart as often as this; each step without the upstream's own time. */
export async function repeatStarts(runs: number): Promise<Repeated[]> {
  const told: Record<string, number>[] = []
  const lost: number[] = []
  for (let run = 1; run <= runs; run += 1) {
    console.error(`# run ${run} of ${runs}`)
    const places = await measureStarts()
    told.push({ ...figuresOf(places), ...additionsOf(places) })
    lost.push(places.reduce((all, place) => all + place.lost, 0))
  }
  const times = Object.keys(told[0] ?? {}).map((name) => ({
    name,
    unit: "ms",
    values: told.map((figures) => figures[name] ?? Number.NaN),
  }))
  return [...times, { name: "starts without a first token", unit: "", values: lost }]
}

/** Starts one at a time and at the usual rate, without streams and beside a hundred, by turns in one run. */
async function measureStarts(): Promise<Started[]> {
  const tools = await LoadTools.start(STEADY)
  const app = await startApp(tools.upstreamPort)
  const relay = await startRelay(tools.upstreamPort)
  const servers: Record<Side, Measurable | null> = { app, page: app, relay, direct: null }
  const open = ({ side, streams }: Place) =>
    tools.open({ side, streams, port: servers[side]?.port ?? tools.upstreamPort, overMs: 1_000 })
  await open({ side: "app", streams: 0, everyMs: 0 })
  await tools.measure(WARM_UP.starts * WARM_UP.everyMs, WARM_UP.everyMs)
  await tools.closeStreams()

  const measured = PLACES.map((place): Started => ({ ...place, added: [], steps: [], lost: 0, cpuMs: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const at of measured) {
      await open(at)
      const before = await servers[at.side]?.probe()
      const { addedTtft, steps, probesLost } = await tools.measure(STARTS * at.everyMs, at.everyMs)
      const after = await servers[at.side]?.probe()
      await tools.closeStreams()
      at.added.push(...addedTtft)
      at.steps.push(...steps)
      at.lost += probesLost
      at.cpuMs += (after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)
      console.error(`# ${nameOf(at)}, round ${round + 1}: ${addedTtft.length} starts`)
    }
  }
  await tools.stop()
  await Promise.all([app.end("SIGKILL"), relay.end("SIGKILL")])
  return measured
}

function figuresOf(places: readonly Started[]): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const { added, steps, cpuMs, ...place } of places) {
    const name = nameOf(place)
    const waits =
      place.side === "app"
        ? {
            added,
            "to the plan's call": steps.map(({ toPlan }) => toPlan),
            "plan to text's call": steps.map(({ toText }) => toText),
            "text to the reader": steps.map(({ toReader }) => toReader),
          }
        : { added }
    for (const [wait, values] of Object.entries(waits)) {
      for (const [share, at] of Object.entries(SHARES))
        figures[`${name}: ${wait}, ${share}`] = quantile(values, at)
    }
    if (place.side === "app" && place.streams === 0) figures[`${name}: processor time`] = cpuMs / added.length
  }
  return figures
}

/** What a start at the usual rate beside the streams is made of; the parts add up to it. */
function additionsOf(places: readonly Started[]): Record<string, number> {
  const at = (wanted: Place, share: number) =>
    quantile(places.find((place) => nameOf(place) === nameOf(wanted))?.added ?? [], share)
  return Object.fromEntries(
    Object.entries(SHARES).flatMap(([name, share]) => {
      const reader = at({ side: "direct", streams: 0, everyMs: USUAL_MS }, share)
      const alone = at({ side: "app", streams: 0, everyMs: ALONE_MS }, share)
      const usual = at({ side: "app", streams: 0, everyMs: USUAL_MS }, share)
      const beside = at({ side: "app", streams: STREAMS, everyMs: ALONE_MS }, share)
      const all = at({ side: "app", streams: STREAMS, everyMs: USUAL_MS }, share)
      return [
        [`the reader without the app, ${name}`, reader],
        [`a start's own, ${name}`, alone - reader],
        [`other starts add without streams, ${name}`, usual - alone],
        [`${STREAMS} streams add, ${name}`, beside - alone],
        [`other starts add beside ${STREAMS} streams, ${name}`, all - beside],
      ]
    }),
  )
}

function nameOf({ side, streams, everyMs }: Place): string {
  return `${side}, ${streams} streams, a start in ${everyMs} ms`
}
