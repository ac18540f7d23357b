import { readFileSync } from "node:fs"
import { afterEach, expect, test } from "vitest"
import { routePaths } from "../../support/app-visitor.ts"
import { type CountingLine, countingLine } from "../../support/counting-line.ts"
import { DroppingLine } from "../../support/dropping-line.ts"
import { ask } from "../../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../../support/own-app.ts"

const MANY = 40

let app: OwnApp | null = null
let line: { close(): void } | null = null

/** Starts the app of one test with these variables, and answers its origin. */
async function start(variables: Record<string, string>): Promise<string> {
  app = await startApp(variables)
  return app.origin
}

afterEach(async () => {
  await app?.stop()
  line?.close()
  app = null
  line = null
})

test("Fly.io asks whether the process is alive, at the port that the app listens on", () => {
  const settings = readFileSync("fly.toml", "utf8")
  expect(/\[\[http_service\.checks\]\][^[]*path = "\/(.+)"/.exec(settings)?.[1]).toBe("healthz")
  expect(routePaths()).toContain("healthz")
  const ports = ["PORT", "internal_port"].map(
    (name) => new RegExp(`^ *${name} = "?(\\d+)`, "m").exec(settings)?.[1],
  )
  expect(new Set(ports)).toEqual(new Set(["3000"]))
})

test("however many ask, the backend is asked once in some seconds", async () => {
  const counted: CountingLine = await countingLine(sharedBackend().SUPABASE_URL ?? "")
  line = counted
  const origin = await start({ ...sharedBackend(), SUPABASE_URL: counted.url })
  const asked = Array.from({ length: MANY }, () => ask(`${origin}/readyz`))
  for (const answer of await Promise.all(asked)) {
    expect(answer).toMatchObject({ status: 200, body: "ready\nwriter: demo" })
    expect(answer.headers["cache-control"]).toBe("no-store")
  }
  // A busy machine may take longer than the seconds, or begin a probe.
  expect(counted.countOf("/rest/v1/")).toBeGreaterThan(0)
  expect(counted.countOf("/rest/v1/")).toBeLessThan(MANY / 4)
})

test("is not ready while the backend is away, and alive all the time", async () => {
  const dropping = await DroppingLine.to(Number(new URL(sharedBackend().SUPABASE_URL ?? "").port))
  line = dropping
  const origin = await start({ ...sharedBackend(), SUPABASE_URL: dropping.origin })
  const status = async (path: string) => (await ask(origin + path)).status
  expect(await status("/readyz")).toBe(200)
  dropping.cut()
  await expect.poll(() => status("/readyz")).toBe(503)
  expect(await status("/healthz")).toBe(200)
  dropping.mend()
  await expect.poll(() => status("/readyz")).toBe(200)
})

test.each([
  ["SUPABASE_PUBLISHABLE_KEY", "sb_publishable_of_another_project"],
  ["SUPABASE_SECRET_KEY", "sb_secret_of_another_project"],
])("is never ready with a wrong %s, and shows neither name nor key", async (name, key) => {
  const origin = await start({ ...sharedBackend(), [name]: key })
  await expect.poll(() => app?.output()).toContain(`"refused":["${name}"]`)
  expect(await ask(`${origin}/readyz`)).toMatchObject({
    status: 503,
    body: "not ready: Supabase\nwriter: demo",
  })
})

test("is ready without a backend, and says whether a model writes", async () => {
  const origin = await start({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" })
  expect(await ask(`${origin}/readyz`)).toMatchObject({ status: 200, body: "ready\nwriter: model" })
})
