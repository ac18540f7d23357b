import { once } from "node:events"
import type { ClientRequest, IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { atMost } from "../figures.ts"
import type { Measurable } from "./processes.ts"
import { type Row, round } from "./report.ts"
import { Visitor } from "./visitor.ts"

const READERS = 100
const WARM_READERS = 20
const SETTLE_MS = 1_000
const STORY = 1_400

interface Reading {
  port: number
  path: string
  readers: number
}

/** Row 21: what readers alone cost, where many read one generation. */
export async function measureReaders(app: Measurable, agesMs: readonly number[]): Promise<Row> {
  const visitor = await new Visitor().arrive(app.port)
  const { id } = await visitor.submit(app.port, STORY, crypto.randomUUID())
  const events = { port: app.port, path: `/generations/${id}/events` }
  const [windowMs = 0] = agesMs
  await leave(await read(visitor, { ...events, readers: WARM_READERS }))
  const one = await processorShare(app, visitor, { ...events, readers: 1, windowMs })
  const many = await processorShare(app, visitor, { ...events, readers: READERS, windowMs })
  const told: string[] = []
  let most = 0
  for (const way of ["events", "live"]) {
    const path = `/generations/${id}/${way}`
    await leave(await read(visitor, { port: app.port, path, readers: WARM_READERS }))
    const idle = await app.probe()
    const readers = await read(visitor, { port: app.port, path, readers: READERS })
    const kilobytes: number[] = []
    let age = 0
    for (const ageMs of agesMs) {
      await sleep(ageMs - age)
      age = ageMs
      kilobytes.push(((await app.probe()).live - idle.live) / READERS / 1_024)
    }
    await leave(readers)
    most = Math.max(most, ...kilobytes)
    told.push(`${way} ${kilobytes.map((one) => round(one)).join(" / ")}`)
  }
  await visitor.stop(app.port, id)
  return {
    row: "21",
    what: "live memory of a reader alone, KB, by age; events and the page without script",
    n: `${READERS} readers of one generation, ${agesMs.map((ageMs) => `${ageMs / 1_000} s`).join(" / ")}`,
    ours: told.join("; "),
    relay: "not measured",
    ratio: "-",
    target: "<= 40, at any age",
    reached: most <= 40,
    isBroken: false,
    figures: { one, many },
    numbers: [
      atMost("live memory of a reader alone, most", most, 40, "KB"),
      atMost(`processor time, ${READERS} readers of a generation by 1`, many / one, null),
    ],
  }
}

/** The app's processor time by the time that passes, while so many read. */
async function processorShare(
  app: Measurable,
  visitor: Visitor,
  { windowMs, ...reading }: Reading & { windowMs: number },
): Promise<number> {
  const readers = await read(visitor, reading)
  const before = await app.probe()
  await sleep(windowMs)
  const after = await app.probe()
  await leave(readers)
  return (after.cpuMs - before.cpuMs) / windowMs
}

function read(visitor: Visitor, { port, path, readers }: Reading): Promise<ClientRequest[]> {
  const opened = Array.from({ length: readers }, async () => {
    const request = visitor.open(port, path)
    const [response] = (await once(request, "response")) as [IncomingMessage]
    response.resume()
    response.on("error", () => {})
    return request
  })
  return Promise.all(opened)
}

async function leave(readers: ClientRequest[]): Promise<void> {
  for (const request of readers) request.destroy()
  await sleep(SETTLE_MS)
}
