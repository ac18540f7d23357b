import { afterAll, beforeAll, expect, test } from "vitest"
import { type App, Cluster } from "../faults/cluster.ts"
import { Dice } from "../faults/dice.ts"
import { EventReader } from "../faults/event-reader.ts"
import { Visitor } from "../faults/visitor.ts"
import { ask } from "../support/http-request.ts"
import { REFUSED_ROWS_PORT } from "../support/ports.ts"

const LONGEST = "5"

let cluster: Cluster
let app: App
let stories = 0

beforeAll(async () => {
  cluster = await Cluster.start({ seed: 2, ports: [REFUSED_ROWS_PORT], charactersPerSecond: 300 })
  const [only] = cluster.apps
  if (!only) throw new Error("the cluster has no process")
  app = only
})

afterAll(() => cluster?.stop())

test("a form's key of any length is stored, by form and by header", async () => {
  const longKey = noise(12_000)
  const { id } = await begin({ key: longKey })
  await expect.poll(() => cluster.ledger.entryOf(id)?.text.length ?? 0).toBeGreaterThan(0)

  const sent = await ask(`http://127.0.0.1:${app.port}/generate-novel`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": noise(3_000) },
    body: JSON.stringify({ prompt: "雨夜的灯塔" }),
    readBytes: 1,
  })
  expect(sent.status).toBe(200)
  expect(app.output).not.toMatch(/without its row|were not stored|cannot be stored/)
})

test.each([400, 500, 503])(
  "a row that the database refuses with %i delays nobody else's text, and is stored once it is accepted",
  async (status) => {
    const bystander = await begin({ length: LONGEST })
    const refused = await begin({ length: LONGEST })
    const reading = refused.reader.follow(AbortSignal.timeout(60_000))
    await refused.reader.reaches(1)
    app.backendLine.refuse(refused.id, status)
    await expect.poll(() => setAside(refused.id)).toBe(true)
    const before = cluster.ledger.entryOf(bystander.id)?.text.length ?? 0
    const readBefore = refused.reader.text.length
    await expect.poll(() => cluster.ledger.entryOf(bystander.id)?.text.length).toBeGreaterThan(before + 300)
    expect(refused.reader.text.length).toBeGreaterThan(readBefore)
    // An unknown generation stays not found: nobody is told that the database is down.
    const unknown = await ask(`http://127.0.0.1:${app.port}/generations/${"A".repeat(22)}/text`)
    expect(unknown.status).toBe(404)

    app.backendLine.takeAll()
    await refused.visitor.stop(app, refused.id)
    await bystander.visitor.stop(app, bystander.id)
    await reading
    await expect
      .poll(() => cluster.ledger.entryOf(refused.id))
      .toMatchObject({ status: "stopped", text: refused.reader.text })
  },
)

test("while its lease may last, a refused row is tried as often as other rows are stored", async () => {
  const bystander = await begin({ length: LONGEST })
  const refused = await begin({ length: LONGEST })
  const storesOf = (id: string) => cluster.ledger.entryOf(id)?.stores ?? 0
  await expect.poll(() => storesOf(refused.id)).toBeGreaterThan(0)
  const [stores, refusals] = [storesOf(bystander.id), app.backendLine.refusedCalls]

  app.backendLine.refuse(refused.id, 503)
  await expect.poll(() => storesOf(bystander.id) - stores).toBeGreaterThanOrEqual(10)
  // The last store of the other row may be of a tick whose try is still to come.
  expect(app.backendLine.refusedCalls - refusals).toBeGreaterThanOrEqual(9)

  app.backendLine.takeAll()
  for (const { visitor, id } of [refused, bystander]) await visitor.stop(app, id)
})

test("a change of cards that the database refuses makes nobody think that the database is down", async () => {
  const { id, visitor, reader } = await begin({ length: LONGEST })
  const reading = reader.follow(AbortSignal.timeout(60_000))
  await reader.reaches(1)
  const origin = `http://127.0.0.1:${app.port}`
  const cookie = { Cookie: visitor.cookie }
  const page = await ask(`${origin}/generations/${id}/outline`, { headers: cookie })
  const last = [...page.body.matchAll(/name="index" value="(\d+)"/g)].at(-1)?.[1] ?? ""

  app.backendLine.refuseContentOf("edit_cards")
  const changed = await ask(`${origin}/generations/${id}/outline`, {
    method: "POST",
    headers: { ...cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ intent: "change", index: last, turn: "钥匙还在灯塔里" }).toString(),
  })
  expect(changed.status).toBe(503)
  const unknown = await ask(`${origin}/generations/${"A".repeat(22)}/text`)
  expect(unknown.status).toBe(404)

  app.backendLine.takeAll()
  await visitor.stop(app, id)
  await reading
})

test("a novel whose row is never created is written to its end from memory; SIGTERM hands the others over", async () => {
  const refused = await begin({ refuse: 500 })
  const reading = refused.reader.follow(AbortSignal.timeout(60_000))
  const bystander = await begin({ length: LONGEST })
  await reading
  expect(refused.reader.end).toBe("done")
  expect(await refused.visitor.download(app, refused.id)).toBe(refused.reader.text)
  expect(cluster.ledger.entryOf(refused.id)).toBeNull()

  await app.end("SIGTERM")
  expect(cluster.ledger.entryOf(bystander.id)).toMatchObject({ status: "paused" })
  expect(app.output).not.toContain("were not stored")
  app.backendLine.takeAll()
  await app.start()
})

function setAside(id: string): boolean {
  return app.output.split("\n").some((line) => line.includes("stays in memory") && line.includes(id))
}

async function begin({ key, length, refuse }: { key?: string; length?: string; refuse?: number } = {}) {
  stories += 1
  const visitor = new Visitor()
  await visitor.arrive(app)
  if (refuse) app.backendLine.refuseNextRow(refuse)
  const id = await visitor.generate(app, stories, key ?? `key-${stories}`, length)
  return { id, visitor, reader: new EventReader({ id, visitor, apps: [app], dice: new Dice(stories) }) }
}

/** Random text, which no index can compress. */
function noise(length: number): string {
  const dice = new Dice(length)
  return Array.from({ length }, () => dice.between(0, 36).toString(36)).join("")
}
