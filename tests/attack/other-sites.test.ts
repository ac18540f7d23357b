import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ask } from "../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
/** Refused by the form itself, once the request is let through. */
const BODY = "prompt=+"
const PAGE = { Accept: "text/html" }

/** Of which one knows its address, and the other has to believe what it is asked under. */
let apps: { plain: OwnApp; known: OwnApp }

beforeAll(async () => {
  const [plain, known] = await Promise.all([
    startApp(sharedBackend()),
    startApp({ ...sharedBackend(), APP_ORIGIN: "https://luobi.example" }),
  ])
  apps = { plain, known }
})

afterAll(() => Promise.all([apps.plain.stop(), apps.known.stop()]))

const HOST = { Host: "luobi.example" }
const BEHIND_TLS = { Host: "luobi.example", "X-Forwarded-Proto": "https" }

describe.each([
  ["another site, by its own word", { "Sec-Fetch-Site": "cross-site" }],
  ["a neighbour of the domain", { "Sec-Fetch-Site": "same-site" }],
  ["what no browser says", { "Sec-Fetch-Site": "luobi" }],
  ["another site that claims to be ours", { "Sec-Fetch-Site": "cross-site", Origin: "http://luobi.example" }],
  ["another origin", { Origin: "https://evil.example" }],
  ["our name with another port", { Origin: "http://luobi.example:8080" }],
  ["a name that begins as ours", { Origin: "http://luobi.example.evil.example" }],
  ["our name as a user's", { Origin: "http://luobi.example@evil.example" }],
  ["a frame or file that hides where it comes from", { Origin: "null" }],
  ["an origin that is none", { Origin: "luobi.example" }],
  ["an empty origin", { Origin: "" }],
])("a form sent by %s", (_, headers: Record<string, string>) => {
  test("is refused with a page that says what happened and what to do", async () => {
    for (const app of [apps.plain, apps.known]) {
      const sent = { ...FORM, ...PAGE, ...HOST, ...headers }
      const answer = await ask(`${app.origin}/`, { method: "POST", headers: sent, body: BODY })
      expect(answer.status).toBe(403)
      expect(answer.body).toContain("这次提交不是从本站的页面发出的")
      expect(answer.body).toContain("请打开本站首页")
      expect(answer.body).toContain(`错误编号：${answer.headers["x-request-id"]}`)
    }
  })

  test.each(["PUT", "PATCH", "DELETE"])("also by %s, and at every door", async (method) => {
    for (const path of ["/", "/generate-novel", "/logout", "/login.data", "/healthz", "/nowhere"]) {
      const answer = await ask(apps.plain.origin + path, { method, headers: { ...HOST, ...headers } })
      expect(answer.status, path).toBe(403)
    }
  })
})

describe.each([
  ["our own page", { "Sec-Fetch-Site": "same-origin", Origin: "http://luobi.example" }],
  ["our own page that sends no referrer", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["the visitor himself", { "Sec-Fetch-Site": "none" }],
  ["our page, without fetch metadata", { Origin: "http://luobi.example" }],
  ["no page at all", {}],
])("a form sent by %s", (_, headers: Record<string, string>) => {
  test("reaches the form", async () => {
    const sent = { ...FORM, ...HOST, ...headers }
    const answer = await ask(`${apps.plain.origin}/`, { method: "POST", headers: sent, body: BODY })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain("请输入小说主题…")
  })
})

describe("behind a proxy that ends the encryption", () => {
  const cases: [string, () => OwnApp, Record<string, string>][] = [
    ["that says so", () => apps.plain, BEHIND_TLS],
    ["that says nothing", () => apps.plain, HOST],
    [
      "that asks under another name and says which",
      () => apps.plain,
      { "X-Forwarded-Host": "luobi.example" },
    ],
    ["that asks under another name, and the address is configured", () => apps.known, {}],
  ]
  test.each(cases)("%s, our forms work, script or not", async (_, app, headers) => {
    const sent = { ...FORM, ...headers, Origin: "https://luobi.example" }
    for (const path of ["/", "/_.data"]) {
      const answer = await ask(app().origin + path, { method: "POST", headers: sent, body: BODY })
      expect(answer.status, path).toBe(400)
      expect(answer.body, path).toMatch(/请输入小说主题…|prompt-missing/)
    }
  })
})

test("what only reads stays open to links and pages of other sites", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }
  for (const method of ["GET", "HEAD"]) {
    for (const path of ["/", "/login", "/healthz"]) {
      expect((await ask(apps.plain.origin + path, { method, headers })).status).toBe(200)
    }
  }
})

test("whoever asks for no page is told in plain text", async () => {
  const headers = { Origin: "https://evil.example", Accept: "application/json" }
  const answer = await ask(`${apps.plain.origin}/generate-novel`, { method: "POST", headers })
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8")
  expect(answer.body).toContain("这次提交不是从本站的页面发出的")
})
