import { afterEach, describe, expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

// The app reads its environment once, so this runs before the app is loaded.
vi.hoisted(() => {
  process.env.RUNNING_LIMITS = "visitor=2 account=3 address=4"
  process.env.DEMO_CHARACTERS_PER_SECOND = "100"
})

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: "1", length: "1", reference_text: "" }

const started: { visitor: AppVisitor; id: string }[] = []
let addresses = 0

afterEach(async () => {
  await Promise.all(started.splice(0).map(({ visitor, id }) => visitor.post(`/generations/${id}/stop`, "")))
})

describe("generations that run at once", () => {
  test("are limited per visitor; the refusal keeps the form, and a stop makes room", async () => {
    const visitor = await arrive()
    expect([(await begin(visitor)).status, (await begin(visitor)).status]).toEqual([303, 303])
    const refused = await begin(visitor, { prompt: "另一座灯塔", length: "3", reference_text: "参考" })
    expectRefusal(refused)
    const page = await pageOf(refused)
    expect(page).toContain("同时在写的太多了：请等其中一篇写完，或先停下一篇，再点一次。你填写的内容都还在。")
    expect(page).toContain(">另一座灯塔</textarea>")
    expect(page).toContain("参考")

    await visitor.post(`/generations/${started[0]?.id}/stop`, "")
    expect((await begin(visitor)).status).toBe(303)
  })

  test("pressing twice counts once, also when no place is left", async () => {
    const visitor = await arrive()
    await begin(visitor)
    const both = await Promise.all([begin(visitor, { key: "k" }), begin(visitor, { key: "k" })])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect((await begin(visitor, { key: "k" })).status).toBe(303)
    expect((await begin(visitor)).status).toBe(429)
  })

  test("starts at once are counted like starts in a row", async () => {
    const visitor = await arrive()
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => begin(visitor)))).map((a) => a.status)
    expect(statuses.sort()).toEqual([303, 303, 429, 429, 429, 429])
  })

  test("are limited by JSON too, with a message of its own", async () => {
    const visitor = await arrive()
    await begin(visitor)
    await begin(visitor)
    const refused = await visitor.postJson("/generate-novel", { ...WIRE, erotic_level: 1, length: 1 })
    expectRefusal(refused)
    const message = expect.stringContaining("同时在写的太多了")
    expect(await refused.json()).toEqual({ errors: [{ code: "too-many-running", message }] })
  })

  test("a rewrite needs a place, and its refusal keeps the version before", async () => {
    const visitor = await arrive()
    await begin(visitor)
    const first = started[0]?.id ?? ""
    await visitor.post(`/generations/${first}/stop`, "")
    await begin(visitor)
    await begin(visitor)
    const answer = await visitor.post(`/generations/${first}/rewrite`, formOf({ key: "again" }))
    expect(answer.headers.get("Location")).toBe(`/?generation=${first}#story`)
    expect(await pageOf(await visitor.fetch(`/?generation=${first}`))).toContain("没有重写")
  })

  test("are limited per account, on every device", async () => {
    const email = newEmail()
    const [laptop, phone] = [await arrive(), await arrive()]
    await laptop.post("/login", formOf({ intent: "register", email, password: PASSWORD }))
    await phone.post("/login", formOf({ intent: "login", email, password: PASSWORD }))
    const statuses = []
    for (const device of [laptop, laptop, phone, phone]) statuses.push((await begin(device)).status)
    expect(statuses).toEqual([303, 303, 303, 429])
  })

  test("are limited per network address, where it is known", async () => {
    addresses += 1
    const address = `192.0.2.${addresses}`
    const statuses = []
    for (let attempt = 0; attempt < 5; attempt++) statuses.push((await begin(await arrive(address))).status)
    expect(statuses).toEqual([303, 303, 303, 303, 429])
    expect((await begin(await arrive())).status).toBe(303)
  })
})

async function arrive(address: string | null = null): Promise<AppVisitor> {
  const visitor = new AppVisitor(address)
  await visitor.fetch("/")
  return visitor
}

async function begin(visitor: AppVisitor, fields: Record<string, string> = {}): Promise<Response> {
  const answer = await visitor.post("/", formOf({ ...WIRE, key: crypto.randomUUID(), ...fields }))
  const id = /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1]
  if (id) started.push({ visitor, id })
  return answer
}

function expectRefusal(response: Response): void {
  expect(response.status).toBe(429)
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
}
