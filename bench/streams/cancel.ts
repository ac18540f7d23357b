import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { atMost } from "../figures.ts"
import type { Measurable } from "./processes.ts"
import { type Row, round } from "./report.ts"
import { type Setting, STORY } from "./setting.ts"
import { now } from "./text.ts"
import type { PacedUpstream } from "./upstream.ts"
import { Reader, Visitor } from "./visitor.ts"

const CANCELLED = 4
const LEAK_RUNS = 50
const LEAK_ROUNDS = 3
const ABANDONED_AFTER_MS = 10 * 60_000
const QUIET_MS = 1_500

/** Row 16: the call to the model is closed when nobody wants it any more, and nothing is left behind. */
export async function measureCancel(
  { upstream }: Setting,
  [app, other]: [Measurable, Measurable],
): Promise<Row[]> {
  const own: number[] = []
  const elsewhere: number[] = []
  for (let at = 0; at < CANCELLED * 2; at++) {
    const isElsewhere = at % 2 === 1
    const took = await cancelOne(upstream, app, isElsewhere ? other : app, STORY.cancel + at)
    if (isElsewhere) elsewhere.push(took)
    else own.push(took)
  }
  const before = await app.probe("living")
  const counts: { controllers: number; streams: number; heapMB: number }[] = []
  for (let round = 0; round < LEAK_ROUNDS; round++) {
    const runs = Array.from({ length: Math.ceil(LEAK_RUNS / LEAK_ROUNDS) }, (_, at) => round * 100 + at)
    await Promise.all(runs.map((at) => leaveOne(upstream, app, STORY.leak + at)))
    await sleep(QUIET_MS)
    const { controllers, streams, heapUsed } = await app.probe("living")
    counts.push({ controllers, streams, heapMB: heapUsed / 2 ** 20 })
  }
  const openAfter = upstream.open
  const abandoned = await abandonSome(upstream, app)
  const grown = (counts.at(-1)?.controllers ?? 0) - (counts[0]?.controllers ?? 0)
  const heapGrown = (counts.at(-1)?.heapMB ?? 0) - (counts[0]?.heapMB ?? 0)
  const isCancelled = [...own, ...elsewhere].every(Number.isFinite)
  const slowest = Math.max(...own, ...elsewhere)
  const hasLeaks = openAfter > 0 || grown > LEAK_RUNS / 4
  return [
    {
      row: "16",
      what: "a call to the model is closed: cancelled here, cancelled from the other process, abandoned (clock moved 10 minutes on); left behind after a forced collection",
      n: `${CANCELLED}, ${CANCELLED}, ${CANCELLED}; ${LEAK_RUNS} generations whose reader was reset`,
      ours: `${round(Math.max(...own))} ms, ${round(Math.max(...elsewhere))} ms, ${round(abandoned / 1_000)} s; ${openAfter} calls open, ${grown} more AbortControllers and ${round(heapGrown)} MB from round 1 to ${LEAK_ROUNDS}`,
      relay: "closed with its reader",
      ratio: "-",
      target: "<= 1.5 s; <= 10 min + 5 s; 0 leaks",
      reached: slowest <= 1_500 && abandoned <= 5_000 && !hasLeaks,
      isBroken: hasLeaks || !isCancelled || !Number.isFinite(abandoned),
      figures: { own, elsewhere, abandoned, openAfter, before, counts },
      numbers: [
        atMost("a stop until the call to the model is closed, slowest", slowest / 1_000, 1.5, "s"),
        atMost("calls to the model left open", openAfter, 0),
      ],
    },
  ]
}

async function cancelOne(
  upstream: PacedUpstream,
  app: Measurable,
  through: Measurable,
  story: number,
): Promise<number> {
  const visitor = await new Visitor().arrive(app.port)
  const { id } = await visitor.submit(app.port, story, randomUUID())
  const reader = new Reader(visitor, id, () => [app.port])
  await reader.untilCharacters(10)
  const askedAt = now()
  await visitor.stop(through.port, id)
  const took = await untilClosed(upstream, story, askedAt)
  reader.leave()
  return took
}

/** Milliseconds from then until no call for this story is open; infinite when that never happens. */
async function untilClosed(
  upstream: PacedUpstream,
  story: number,
  since: number,
  patienceMs = 10_000,
): Promise<number> {
  const isOpen = () => upstream.calls.some((call) => call.story === story && call.endedAt === 0)
  while (isOpen()) {
    if (now() - since > patienceMs) return Number.POSITIVE_INFINITY
    await sleep(5)
  }
  const ends = upstream.calls.filter((call) => call.story === story).map(({ endedAt }) => endedAt)
  return Math.max(0, Math.max(...ends) - since)
}

async function leaveOne(upstream: PacedUpstream, app: Measurable, story: number): Promise<void> {
  const visitor = await new Visitor().arrive(app.port)
  const { id } = await visitor.submit(app.port, story, randomUUID())
  const reader = new Reader(visitor, id, () => [app.port])
  await reader.untilCharacters(10)
  reader.reset()
  reader.leave()
  await visitor.stop(app.port, id)
  await untilClosed(upstream, story, now())
}

async function abandonSome(upstream: PacedUpstream, app: Measurable): Promise<number> {
  const stories = Array.from({ length: CANCELLED }, (_, at) => STORY.leak + 900 + at)
  for (const story of stories) {
    const visitor = await new Visitor().arrive(app.port)
    const { id } = await visitor.submit(app.port, story, randomUUID())
    const reader = new Reader(visitor, id, () => [app.port])
    await reader.untilCharacters(10)
    reader.leave()
  }
  app.forwardClock(ABANDONED_AFTER_MS + 1_000)
  const movedAt = now()
  const took = await Promise.all(stories.map((story) => untilClosed(upstream, story, movedAt, 20_000)))
  return Math.max(...took)
}
