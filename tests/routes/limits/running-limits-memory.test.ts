import { expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"

// Runs before the app is loaded. Nobody answers at this address.
vi.hoisted(() => {
  process.env.SUPABASE_URL = "http://127.0.0.1:9"
  process.env.RUNNING_LIMITS = "visitor=2"
  process.env.DEMO_CHARACTERS_PER_SECOND = "100"
})

test("while the database is down, each process counts the generations that it writes itself", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  const visitor = new AppVisitor()
  await visitor.fetch("/")
  const begin = () => visitor.post("/", formOf({ prompt: "雨夜的灯塔", key: crypto.randomUUID() }))
  const first = await begin()
  const others = await Promise.all([begin(), begin(), begin()])
  expect([first, ...others].map(({ status }) => status).sort()).toEqual([303, 303, 429, 429])
  const refused = await begin()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
  expect(await pageOf(refused)).toContain("同时在写的太多了")

  const id = /generation=([\w-]+)/.exec(first.headers.get("Location") ?? "")?.[1]
  await visitor.post(`/generations/${id}/stop`, "")
  await expect.poll(async () => (await begin()).status, { interval: 500 }).toBe(303)
})
