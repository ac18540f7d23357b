import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Answer, ask } from "../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" }
const NOVEL = "00000000-0000-4000-8000-000000000000"
const CREDENTIALS = { email: newEmail(), password: PASSWORD }

let right: OwnApp
/** The session of an account that signed in while the keys were right. */
let cookie = ""

beforeAll(async () => {
  right = await startApp(sharedBackend())
  cookie = cookiesOf(await post(right, "/login", { ...CREDENTIALS, intent: "register" }))
  expect((await ask(`${right.origin}/my-novels`, { headers: { Cookie: cookie } })).status).toBe(200)
})

afterAll(() => right.stop())

test("right keys print nothing", async () => {
  expect(await ask(`${right.origin}/healthz`)).toMatchObject({ status: 200, body: "ok" })
  expect(right.output()).not.toContain("does not accept")
})

describe.each([
  ["SUPABASE_PUBLISHABLE_KEY", "sb_publishable_of_another_project"],
  ["SUPABASE_SECRET_KEY", "sb_secret_of_another_project"],
])("a wrong %s", (name, key) => {
  let app: OwnApp

  beforeAll(async () => {
    app = await startApp({ ...sharedBackend(), [name]: key })
  })

  afterAll(() => app.stop())

  test("is named at the start and by the health check, and never shown", async () => {
    await expect.poll(() => app.output()).toContain(`"refused":["${name}"]`)
    const health = await ask(`${app.origin}/healthz`)
    expect(health).toMatchObject({ status: 503, body: `not ok\n${name} is not accepted by Supabase` })
    expect(app.output() + health.body).not.toContain(key)
  })

  test("does not blame visitors: nobody is asked to sign in, and no page breaks", async () => {
    const saved = await post(app, "/save", { title: "灯塔", content: "雨夜", key: "k" }, cookie)
    expect(saved.status).toBe(503)
    expect(cookiesOf(saved)).not.toMatch(/luobi-session/)
    for (const path of ["/", "/login", `/shared/${NOVEL}`, "/my-novels", "/profile"]) {
      const answer = await ask(app.origin + path, { headers: { Cookie: cookie, Accept: "text/html" } })
      expect([200, 302, 404, 503], path).toContain(answer.status)
      expect(cookiesOf(answer), path).not.toMatch(/luobi-session/)
    }
    const login = await post(app, "/login", { ...CREDENTIALS, intent: "login" })
    expect([303, 503]).toContain(login.status)
    const forgot = await post(app, "/forgot-password", { email: CREDENTIALS.email })
    expect(forgot.status).not.toBe(500)
  })
})

test("keys that are not all set are named at the start and by the health check", async () => {
  const { SUPABASE_URL = "" } = sharedBackend()
  const app = await startApp({ SUPABASE_URL })
  const health = await ask(`${app.origin}/healthz`)
  await app.stop()
  expect(health.status).toBe(200)
  for (const name of ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"]) expect(health.body).toContain(name)
  const lines = app.output().trim().split("\n")
  expect(lines.map((line) => JSON.parse(line))).toContainEqual({
    time: expect.any(String),
    level: "warn",
    message: "Supabase is not used: not all of its variables are set",
    missing: ["SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY"],
  })
})

test("a server with a wrong variable ends with one sentence and no stack", async () => {
  const starting = startApp({ ...sharedBackend(), APP_ORIGIN: "javascript:alert" })
  const { message } = await starting.then(
    () => Promise.reject(new Error("it runs")),
    (error: Error) => error,
  )
  expect(message.trim().split("\n")).toEqual([
    "the app ended:",
    "The environment is not valid:",
    expect.stringContaining("  APP_ORIGIN: must be an address"),
  ])
})

function post(app: OwnApp, path: string, fields: Record<string, string>, sent = ""): Promise<Answer> {
  const body = new URLSearchParams(fields).toString()
  return ask(app.origin + path, { method: "POST", headers: { ...FORM, Cookie: sent }, body })
}

function cookiesOf({ headers }: Answer): string {
  return (headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ")
}
