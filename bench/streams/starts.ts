import { alignedTable, atMost, type Figure } from "../figures.ts"
import type { Side } from "./load-thread.ts"
import type { Step } from "./marks.ts"
import { LoadTools, type Measurable, startApp, startRelay } from "./processes.ts"
import { median, quantile } from "./text.ts"

const ROUNDS = 4
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

const PLACES: Place[] = [0, 100].flatMap((streams) => [
  { side: "direct", streams, everyMs: USUAL_MS },
  { side: "relay", streams, everyMs: USUAL_MS },
  { side: "app", streams, everyMs: ALONE_MS },
  { side: "app", streams, everyMs: USUAL_MS },
])

/**
 * Takes row 1 apart: starts one at a time and at the usual rate, without streams and beside a hundred, by turns in one
 * run. Each step is without the upstream's own time.
 */
export async function measureStarts(): Promise<Figure[]> {
  const tools = await LoadTools.start(STEADY)
  const app = await startApp(tools.upstreamPort)
  const relay = await startRelay(tools.upstreamPort)
  const servers: Record<Side, Measurable | null> = { app, relay, direct: null }
  const open = ({ side, streams }: Place) =>
    tools.open({ side, streams, port: servers[side]?.port ?? tools.upstreamPort, overMs: 1_000 })
  await open({ side: "app", streams: 0, everyMs: 0 })
  await tools.measure(WARM_UP.starts * WARM_UP.everyMs, WARM_UP.everyMs)
  await tools.closeStreams()

  const measured = PLACES.map((place) => ({ ...place, added: [] as number[], steps: [] as Step[], cpuMs: 0 }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const at of measured) {
      await open(at)
      const before = await servers[at.side]?.probe()
      const { addedTtft, steps } = await tools.measure(STARTS * at.everyMs, at.everyMs)
      const after = await servers[at.side]?.probe()
      await tools.closeStreams()
      at.added.push(...addedTtft)
      at.steps.push(...steps)
      at.cpuMs += (after?.cpuMs ?? 0) - (before?.cpuMs ?? 0)
      console.error(`# ${nameOf(at)}, round ${round + 1}: ${addedTtft.length} starts`)
    }
  }
  await tools.stop()
  await Promise.all([app.end("SIGKILL"), relay.end("SIGKILL")])

  const rows = measured.map(({ added, steps, cpuMs, ...place }) => {
    const ms = (values: readonly number[], share: number) => quantile(values, share).toFixed(1)
    const step = (value: (step: Step) => number) =>
      place.side === "app" ? `${ms(steps.map(value), 0.5)} / ${ms(steps.map(value), 0.99)}` : ""
    return [
      nameOf(place),
      String(added.length),
      `${ms(added, 0.5)} / ${ms(added, 0.99)}`,
      step(({ toPlan }) => toPlan),
      step(({ toText }) => toText),
      step(({ toReader }) => toReader),
      place.side === "app" && place.streams === 0 ? (cpuMs / added.length).toFixed(1) : "",
    ]
  })
  const head = [
    "ms, p50 / p99",
    "starts",
    "added",
    "to the plan's call",
    "plan to text's call",
    "text to the reader",
    "processor time",
  ]
  console.log(alignedTable(head, rows))
  return measured.flatMap(({ added, ...place }) => [
    atMost(`first token, ${nameOf(place)}, p50`, median(added), null, "ms"),
    atMost(`first token, ${nameOf(place)}, p99`, quantile(added, 0.99), null, "ms"),
  ])
}

function nameOf({ side, streams, everyMs }: Place): string {
  return `${side}, ${streams} streams, a start in ${everyMs} ms`
}
