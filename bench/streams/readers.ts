import { once } from "node:events"
import type { ClientRequest, IncomingMessage } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Measurable } from "./processes.ts"
import { type Row, round } from "./report.ts"
import { Visitor } from "./visitor.ts"

const READERS = 100
const WARM_READERS = 20
const AGES_MS = [3_000, 12_000]
const SETTLE_MS = 1_000
const STORY = 1_400

/** Row 21: what readers alone cost, where many read one generation. */
export async function measureReaders(app: Measurable): Promise<Row> {
  const visitor = await new Visitor().arrive(app.port)
  const { id } = await visitor.submit(app.port, STORY, crypto.randomUUID())
  const told: string[] = []
  let most = 0
  for (const way of ["events", "live"]) {
    const path = `/generations/${id}/${way}`
    await leave(await read(visitor, { port: app.port, path, readers: WARM_READERS }))
    const idle = await app.probe()
    const readers = await read(visitor, { port: app.port, path, readers: READERS })
    const kilobytes: number[] = []
    let age = 0
    for (const ageMs of AGES_MS) {
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
    n: `${READERS} readers of one generation, ${AGES_MS.map((ageMs) => `${ageMs / 1_000} s`).join(" / ")}`,
    ours: told.join("; "),
    relay: "not measured",
    ratio: "-",
    target: "<= 40, at any age",
    reached: most <= 40,
    isBroken: false,
    figures: {},
  }
}

function read(
  visitor: Visitor,
  { port, path, readers }: { port: number; path: string; readers: number },
): Promise<ClientRequest[]> {
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
