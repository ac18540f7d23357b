import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { atLeast, atMost } from "../figures.ts"
import type { BackendLine } from "./backend-line.ts"
import { type Backend, LoadTools, type Measurable, startApp, startRelay } from "./processes.ts"
import { type Row, round } from "./report.ts"
import { type Setting, SLOW, STORY } from "./setting.ts"
import { median, now, quantile } from "./text.ts"
import type { PacedUpstream } from "./upstream.ts"
import { Visitor } from "./visitor.ts"

const SUBMISSIONS = 20
const WARMING = 3
const WRITING_AT_ONCE = [25, 100]
const WRITING_WINDOW_MS = 4_000

/** Row 2: from the form's post to the first call to the model, without the time that the database took. */
export async function measureSubmission({ upstream, line }: Setting, app: Measurable): Promise<Row[]> {
  const own: number[] = []
  const database: number[] = []
  const statements: number[] = []
  const lead: number[] = []
  for (let at = 0; at < SUBMISSIONS + WARMING; at++) {
    const story = STORY.submit + at
    const visitor = await new Visitor().arrive(app.port)
    const sentAt = now()
    const { at: answeredAt } = await visitor.submit(app.port, story, randomUUID())
    while (upstream.callsOf(story, "plan").length === 0) await sleep(1)
    const calledAt = upstream.callsOf(story, "plan")[0]?.cameAt ?? Number.NaN
    const asked = line.asked.filter(({ cameAt, ms }) => cameAt >= sentAt && cameAt <= calledAt && ms > 0)
    if (at < WARMING) continue // the compiler is still warming up
    const took = asked.filter(({ path }) => /take_quotas|create_generation/.test(path))
    database.push(took.reduce((sum, { ms }) => sum + ms, 0))
    statements.push(took.length)
    own.push(calledAt - sentAt - (database.at(-1) ?? 0))
    lead.push(answeredAt - calledAt)
  }
  const first = lead.filter((ms) => ms >= 0).length
  const relayed = await measureRelayed(upstream)
  return [
    {
      row: "2",
      what: "the form's post to the first call to the model, with the idempotent insert: own ms p50 / p99, without the database's",
      n: `${SUBMISSIONS}, one after another`,
      ours: `${round(quantile(own, 0.5))} / ${round(quantile(own, 0.99))} own + ${round(median(database))} in ${median(statements)} round trips; the model was called before the 303 came in ${first} of ${SUBMISSIONS} (median ${round(median(lead))} ms before)`,
      relay: `${round(quantile(relayed, 0.5))} / ${round(quantile(relayed, 0.99))}, no database`,
      ratio: round(median(own) / median(relayed)).toString(),
      target: "<= 2 ms + 1 round trip; the model called before the 303",
      reached: quantile(own, 0.5) <= 2 && median(statements) <= 1 && first === SUBMISSIONS,
      isBroken: false,
      figures: {
        own: median(own),
        database: median(database),
        statements: median(statements),
        lead: median(lead),
      },
      numbers: [
        atMost("a start: own time before the model is called", median(own), 2, "ms"),
        atMost("a start: own time by the raw relay's", median(own) / median(relayed), null),
        atMost("a start: round trips to the database before it", median(statements), 1),
        atLeast("starts whose model was called before the 303 came", first / SUBMISSIONS, 1),
      ],
    },
  ]
}

/** The same through the raw relay: from the request to the call. */
async function measureRelayed(upstream: PacedUpstream): Promise<number[]> {
  const relay = await startRelay(upstream.port)
  const took: number[] = []
  for (let at = 0; at < SUBMISSIONS + WARMING; at++) {
    const story = STORY.relayed + at
    const sentAt = now()
    const { at: answeredAt } = await new Visitor().send(relay.port, "GET", `/${story}`)
    const [call] = upstream.callsOf(story, "beat")
    if (at >= WARMING) took.push((call?.cameAt ?? answeredAt) - sentAt)
  }
  await relay.end("SIGKILL")
  return took
}

/** Row 18: what reaches the backend while this many generations are written and read. */
export async function measureWrites(backend: Backend, line: BackendLine): Promise<Row[]> {
  const tools = await LoadTools.start(SLOW)
  const app = await startApp(tools.upstreamPort, backend)
  const found: string[] = []
  const figures: Record<string, unknown> = {}
  let statements = 0
  for (const streams of WRITING_AT_ONCE) {
    const open = await tools.open({ side: "app", port: app.port, streams, overMs: 1_500 })
    await sleep(1_000)
    const from = now()
    const { tokens, seconds } = await tools.measure(WRITING_WINDOW_MS, 0)
    const { calls, count, bytes } = line.since(from)
    await tools.closeStreams()
    statements = count / seconds
    const perSecond = { statements: round(count / seconds), kilobytes: round(bytes / seconds / 1_024) }
    figures[streams] = { open, calls, tokens, seconds, ...perSecond }
    found.push(
      `${streams}: ${perSecond.statements} requests/s, ${perSecond.kilobytes} KB/s (${round(bytes / tokens)} B a token)`,
    )
  }
  await tools.stop()
  await app.end("SIGKILL")
  return [
    {
      row: "18",
      what: "requests and bytes to the backend per second, from one process",
      n: `${WRITING_AT_ONCE.join(" and ")} generations at ${SLOW.tokensPerSecond} tokens/s; not extrapolated`,
      ours: found.join("; "),
      relay: "none",
      ratio: "-",
      target: "<= 100 statements/s and 4 MB/s at 10,000 on 20 processes: 5 statements/s for one process",
      reached: statements <= 5,
      isBroken: false,
      figures,
      numbers: [
        atMost(`${WRITING_AT_ONCE.at(-1)} generations: requests to the backend a second`, statements, 5),
      ],
    },
  ]
}
