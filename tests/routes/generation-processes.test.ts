import { setTimeout as sleep } from "node:timers/promises"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { placedParagraphs } from "#app/domain/edits/paragraph.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { type CallFault, ROW_FAULTS } from "../faults/backend-line.ts"
import { type App, Cluster } from "../faults/cluster.ts"
import { Dice } from "../faults/dice.ts"
import { EventReader } from "../faults/event-reader.ts"
import { Visitor } from "../faults/visitor.ts"
import { PROCESS_PORTS } from "../support/ports.ts"

const AT_ONCE = 24
/** Long enough that none ends while the calls are counted. */
const LONGEST = "5"
const WINDOW_MS = 4_000
/** Calls at both edges of a window, and one for an ending, which is stored at once. */
const SLACK_CALLS = 2
/** Long enough for a process to ask the model for a text. */
const WAKING_MS = 2_000

let cluster: Cluster
let writer: App
let other: App
let stories = 0

beforeAll(async () => {
  cluster = await Cluster.start({ seed: 1, ports: PROCESS_PORTS, charactersPerSecond: 300 })
  const [first, second] = cluster.apps
  if (!first || !second) throw new Error("the cluster has fewer than two processes")
  writer = first
  other = second
})

afterAll(() => cluster?.stop())

test("a reader on a process that is not writing sees the text grow", async () => {
  const { reader, id, visitor } = await begin()
  const lengths: number[] = []
  const reading = reader.follow(AbortSignal.timeout(60_000))
  for (const length of [1, 600, 1_200]) {
    await reader.reaches(length)
    lengths.push(reader.text.length)
  }
  await reading
  expect(reader.end).toBe("done")
  expect(new Set(lengths).size).toBe(3)
  expect(reader.withdrawn).toBe(0)
  expect(reader.reconnects).toBe(1)
  expect(reader.text).toBe(await visitor.download(other, id))
  expect(cluster.ledger.entryOf(id)).toMatchObject({ epoch: 1, status: "done" })
})

test("a stop sent to one process reaches the one that writes", async () => {
  const { reader, story, id, visitor } = await begin()
  const reading = reader.follow(AbortSignal.timeout(60_000))
  await reader.reaches(100)
  await visitor.stop(other, id)
  await reading
  expect(reader.end).toBe("stopped")
  expect(cluster.upstream.callsOf(story).at(-1)?.state).toBe("broken")
  expect(await visitor.download(other, id)).toBe(reader.text)
})

test("a stop ends a text that its process hands over in the same moment", async () => {
  const { reader, id, visitor } = await begin(LONGEST)
  const reading = reader.follow(AbortSignal.timeout(60_000))
  await reader.reaches(300)
  const stall = () => writer.backendLine.harmNext("store_generations", "stall")
  const [running, paused] = [stall(), stall()]
  await running
  const ended = writer.end("SIGTERM")
  await paused
  await visitor.stop(other, id)
  await ended
  await reading
  await writer.start()
  expect(reader.end).toBe("stopped")
  expect(await visitor.download(writer, id)).toBe(reader.text)
})

test("a stop sent to a process that slept and has lost the text reaches the one that writes it", async () => {
  const { reader, id, visitor } = await begin(LONGEST)
  const reading = reader.follow(AbortSignal.timeout(90_000))
  await reader.reaches(300)
  writer.pause()
  await expect.poll(() => cluster.ledger.entryOf(id)?.writer).toBe(other.name)
  const struck = writer.backendLine.harmNext("store_generations", "stall")
  writer.wake()
  await struck
  await visitor.stop(writer, id)
  await reading
  expect(reader.end).toBe("stopped")
  // Until its store is answered, the process that slept shows what it wrote.
  await expect.poll(() => visitor.download(writer, id)).toBe(reader.text)
})

test("a stop ends an outline that its process has ready in the same moment, and its readers there hear of it", async () => {
  const outlined = writer.backendLine.harmNext("store_generations", "stall", '"status":"outlined"')
  const { id, visitor } = await begin("2", { outline_first: "on" })
  const reading = eventsOf(writer, id, visitor)
  await outlined
  await visitor.stop(other, id)
  expect(await reading).toMatch(/event: stopped\ndata: \{\}\n\n$/)
})

test("however many generations run, there is one store and one poll a tick", async () => {
  const all = await Promise.all(Array.from({ length: AT_ONCE }, () => begin(LONGEST)))
  const leave = new AbortController()
  const reading = all.map(({ reader }) => reader.follow(leave.signal))
  await Promise.all(all.map(({ reader }) => reader.reaches(1)))
  const [storesBefore, pollsBefore] = [
    callsOf(writer, "store_generations"),
    callsOf(other, "follow_generations"),
  ]
  const from = Date.now()
  await sleep(WINDOW_MS)
  const ticks = (Date.now() - from) / 1_000
  const [stores, polls] = [
    callsOf(writer, "store_generations") - storesBefore,
    callsOf(other, "follow_generations") - pollsBefore,
  ]
  leave.abort()
  await Promise.all(all.map(({ visitor, id }) => visitor.stop(writer, id)))
  await Promise.all(reading)
  expect(stores).toBeGreaterThan(1)
  expect(stores).toBeLessThanOrEqual(ticks + SLACK_CALLS)
  expect(polls).toBeGreaterThan(1)
  expect(polls).toBeLessThanOrEqual(ticks + SLACK_CALLS)
  expect(callsOf(writer, "follow_generations")).toBe(0)

  const pollsAfter = callsOf(other, "follow_generations")
  await sleep(WINDOW_MS)
  expect(callsOf(other, "follow_generations") - pollsAfter).toBeLessThanOrEqual(SLACK_CALLS)
})

test("a deployment hands generations over at once, and readers stay without waiting for a lease", async () => {
  const { reader, id, visitor } = await begin()
  const reading = reader.follow(AbortSignal.timeout(60_000))
  await reader.reaches(300)
  await writer.end("SIGTERM")
  await reading
  await writer.start()
  expect(reader.end).toBe("done")
  expect(reader.reconnects).toBe(1)
  expect(reader.silenceMs).toBeLessThan(10_000)
  expect(cluster.ledger.entryOf(id)).toMatchObject({ epoch: 2, status: "done", writer: other.name })
  expect(await visitor.download(writer, id)).toBe(reader.text)
})

test.each([
  ...ROW_FAULTS.map((fault) => ({ row: [fault], look: [] })),
  { row: ["cut-before", "outlast", "cut-after"], look: [] },
  { row: ["cut-after", "cut-before"], look: ["cut-before"] },
] satisfies { row: CallFault[]; look: CallFault[] }[])(
  "a form that is sent again to another process joins, whatever happens to the calls for its row: $row, and to a look: $look",
  async ({ row, look }) => {
    const { reader, story, id, visitor } = await begin()
    const struck = [
      ...row.map((fault) => other.backendLine.harmNext("create_generation", fault)),
      ...look.map((fault) => other.backendLine.harmNext("store_generations", fault)),
    ]
    expect(await visitor.generate(other, story, `key-${story}`)).toBe(id)
    await Promise.all(struck)
    await reader.follow(AbortSignal.timeout(60_000))
    expect(reader.end).toBe("done")
  },
)

test("a process that slept while its row was made leaves it to the one that has taken it over", async () => {
  const { story, visitor } = await arrive()
  const rowsBefore = callsOf(writer, "create_generation")
  const struck = writer.backendLine.harmNext("create_generation", "cut-after")
  const asked = visitor.generate(writer, story, `key-${story}`)
  await struck
  writer.pause()
  await expect.poll(() => callsOf(writer, "create_generation")).toBe(rowsBefore + 1)
  const id = await visitor.generate(other, story, `key-${story}`)
  const reader = new EventReader({ id, visitor, apps: [other], dice: new Dice(story) })
  await reader.follow(AbortSignal.timeout(60_000))
  expect(cluster.ledger.entryOf(id)).toMatchObject({ epoch: 2, status: "done", writer: other.name })
  const calls = cluster.upstream.callsOf(story).length

  writer.wake()
  expect(await asked).toBe(id)
  await sleep(WAKING_MS)
  expect(cluster.upstream.callsOf(story)).toHaveLength(calls)
  expect(await visitor.download(writer, id)).toBe(reader.text)
})

test("an outline made by one process is written by the one that is pressed, and edits reach the one that writes", async () => {
  const { visitor, id, story } = await begin("2", { outline_first: "on" })
  const status = () => cluster.ledger.entryOf(id)?.status
  await expect.poll(status).toBe("outlined")
  expect(cluster.upstream.callsOf(story)).toEqual([])

  const plan = await visitor.post(other, `/generations/${id}/outline`, outlineFields("write", 3))
  expect(plan).toBe(303)
  const reader = new EventReader({ id, visitor, apps: [writer], dice: new Dice(story) })
  const reading = reader.follow(AbortSignal.timeout(60_000))
  await reader.reaches(50)
  const fields = new URLSearchParams([["index", "2"], ...outlineFields("change", 1, "灯灭了又亮")])
  expect(await visitor.post(writer, `/generations/${id}/outline`, fields)).toBe(200)
  await reading
  expect(reader.end).toBe("done")
  expect(cluster.ledger.entryOf(id)).toMatchObject({ writer: other.name })
  const { url, secretKey } = cluster.backend
  const admin = createClient<Database>(url, secretKey, { auth: { persistSession: false } })
  const { data } = await admin.from("generations").select("plan").eq("id", id).single().throwOnError()
  const edit = { index: 2, summary: expect.stringContaining("灯灭了又亮") }
  expect(data?.plan).toMatchObject({
    turns: expect.arrayContaining([
      expect.objectContaining({ beat: 2, edits: [expect.objectContaining(edit)] }),
    ]),
  })
})

test("a paragraph whose process dies in the middle of it is written by another one, and placed once", async () => {
  const { visitor, id, story, reader } = await begin()
  await reader.follow(AbortSignal.timeout(60_000))
  const { url, secretKey } = cluster.backend
  const admin = createClient<Database>(url, secretKey, { auth: { persistSession: false } })
  const rowOf = async (of: string) =>
    (await admin.from("generations").select("body, request").eq("id", of).single().throwOnError()).data
  const before = (await rowOf(id)).body ?? ""
  const chosen = placedParagraphs(before).toSorted((one, two) => two.text.length - one.text.length)[0]
  const calls = cluster.upstream.callsOf(story).length
  const writing = await visitor.rewrite(writer, id, chosen?.at ?? 0, "paragraph")
  await expect
    .poll(() => cluster.upstream.callsOf(story)[calls]?.sent ?? 0, { interval: 5 })
    .toBeGreaterThan(0)
  await writer.end("SIGKILL")
  expect(cluster.upstream.callsOf(story)[calls]?.state).not.toBe("whole")

  const next = new EventReader({ id: writing, visitor, apps: [other], dice: new Dice(story) })
  await next.follow(AbortSignal.timeout(60_000))
  await writer.start()
  expect(next.end).toBe("done")
  expect(cluster.ledger.entryOf(writing)).toMatchObject({ epoch: 2, status: "done", writer: other.name })
  expect(cluster.upstream.callsOf(story)).toHaveLength(calls + 2)
  const { paragraph } = (await rowOf(writing)).request as { paragraph: { into: string } }
  const { body } = await rowOf(paragraph.into)
  const [head, tail] = [chosen?.at ?? 0, (chosen?.at ?? 0) + (chosen?.text.length ?? 0)]
  expect(body).toBe(before.slice(0, head) + next.text.trim() + before.slice(tail))
  const { count } = await admin
    .from("generations")
    .select("id", { count: "exact" })
    .eq("request->>edits", id)
    .throwOnError()
  expect(count).toBe(1)
})

test("an event stream for an unknown generation says so once; its page and download are a 404", async () => {
  const { visitor } = await begin()
  const id = "A".repeat(22)
  expect(await eventsOf(other, id, visitor)).toBe("event: gone\ndata: {}\n\n")
  for (const view of ["events", "live", "text"]) {
    expect((await fetch(`http://127.0.0.1:${other.port}/generations/${id}/${view}`)).status, view).toBe(404)
  }
})

test("refuses headers larger than any browser sends, and keeps connections open longer than a proxy does", async () => {
  const cookie = "a".repeat(20_000)
  expect((await fetch(`http://127.0.0.1:${other.port}/healthz`, { headers: { cookie } })).status).toBe(431)
  const answer = await fetch(`http://127.0.0.1:${other.port}/healthz`)
  expect(answer.headers.get("keep-alive")).toBe("timeout=65")
})

async function arrive() {
  stories += 1
  const visitor = new Visitor()
  await visitor.arrive(writer)
  return { story: stories, visitor }
}

/** Starts a story that one process writes and the other reads. */
async function begin(length?: string, more: Record<string, string> = {}) {
  const { story, visitor } = await arrive()
  const id = await visitor.generate(writer, story, `key-${story}`, length, more)
  return {
    story,
    id,
    visitor,
    reader: new EventReader({ id, visitor, apps: [other], dice: new Dice(story) }),
  }
}

async function eventsOf(app: App, id: string, { cookie }: Visitor): Promise<string> {
  const listen = { headers: { accept: "text/event-stream", cookie } }
  const answer = await fetch(`http://127.0.0.1:${app.port}/generations/${id}/events`, listen)
  expect(answer.status).toBe(200)
  return answer.text()
}

function callsOf(app: App, name: keyof Database["public"]["Functions"]): number {
  return app.backendLine.traffic.get(name)?.calls ?? 0
}

/** A form of so many cards, each with its number or with these words. */
function outlineFields(intent: string, count: number, words?: string): URLSearchParams {
  const fields = new URLSearchParams({ intent, title: "还灯" })
  for (let card = 1; card <= count; card += 1) {
    const parts = { where: `第${card}天的渡口`, want: "她要还灯", against: "船不靠岸", stop: "她坐下" }
    for (const [name, text] of Object.entries(parts)) fields.append(name, text)
    fields.append("turn", words ?? `她走到第${card}块木板`)
    fields.append("characters", "1000")
  }
  return fields
}
