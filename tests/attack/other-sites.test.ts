import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ask } from "../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
/** A body that the form itself refuses once the request has passed the origin check. */
const BODY = "prompt=+"
const PAGE = { Accept: "text/html" }

/** One app knows its own address; the other has to believe the request's. */
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

const PATHS = ["/", "/generate-novel", "/logout", "/login.data", "/healthz", "/favicon.svg", "/nowhere"]

describe.each([
  ["another site that says so", { "Sec-Fetch-Site": "cross-site" }],
  ["a neighbour on the same domain", { "Sec-Fetch-Site": "same-site" }],
  ["a value that no browser sends", { "Sec-Fetch-Site": "luobi" }],
  [
    "another site that claims to be this one",
    { "Sec-Fetch-Site": "cross-site", Origin: "http://luobi.example" },
  ],
  ["another origin", { Origin: "https://evil.example" }],
  ["this host with another port", { Origin: "http://luobi.example:8080" }],
  ["a host that begins like this one", { Origin: "http://luobi.example.evil.example" }],
  ["this host as a user name", { Origin: "http://luobi.example@evil.example" }],
  ["a frame or file that hides its origin", { Origin: "null" }],
  ["an invalid origin", { Origin: "luobi.example" }],
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

  test("is refused at every route", async () => {
    for (const path of PATHS) {
      const answer = await ask(apps.plain.origin + path, { method: "POST", headers: { ...HOST, ...headers } })
      expect(answer.status, path).toBe(403)
    }
  })
})

describe.each([
  ["our own page", { "Sec-Fetch-Site": "same-origin", Origin: "http://luobi.example" }],
  ["this site's own page with no referrer", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["the visitor himself", { "Sec-Fetch-Site": "none" }],
  ["this site's page, without fetch metadata", { Origin: "http://luobi.example" }],
  ["a client that is not a page", {}],
])("a form sent by %s", (_, headers: Record<string, string>) => {
  test("reaches the form", async () => {
    const sent = { ...FORM, ...HOST, ...headers }
    const answer = await ask(`${apps.plain.origin}/`, { method: "POST", headers: sent, body: BODY })
    expect(answer.status).toBe(400)
    expect(answer.body).toContain("请输入小说主题…")
  })
})

describe("behind a proxy that terminates TLS", () => {
  const cases: [string, () => OwnApp, Record<string, string>][] = [
    ["that says so", () => apps.plain, BEHIND_TLS],
    ["that says nothing", () => apps.plain, HOST],
    ["that uses another host name and says so", () => apps.plain, { "X-Forwarded-Host": "luobi.example" }],
    ["that uses another host name, while the address is configured", () => apps.known, {}],
  ]
  test.each(cases)("%s, forms work with and without script", async (_, app, headers) => {
    const sent = { ...FORM, ...headers, Origin: "https://luobi.example" }
    for (const path of ["/", "/_.data"]) {
      const answer = await ask(app().origin + path, { method: "POST", headers: sent, body: BODY })
      expect(answer.status, path).toBe(400)
      expect(answer.body, path).toMatch(/请输入小说主题…|prompt-missing/)
    }
  })
})

const OTHER_METHODS = ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE"]

describe.each(["same-origin", "cross-site"])("of a page that is %s", (site) => {
  test.each(OTHER_METHODS)("no route takes a %s", async (method) => {
    const headers = { ...FORM, ...HOST, "Sec-Fetch-Site": site }
    for (const path of PATHS) {
      const answer = await ask(apps.plain.origin + path, { method, headers, body: BODY })
      expect(answer.status, path).toBe(405)
      expect(answer.headers.allow).toBe("GET, HEAD, POST")
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8")
      expect(answer.body).toMatch(/^这个地址不接受这种请求方法。\n/)
    }
  })
})

test("reading stays open to links and pages of other sites", async () => {
  const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }
  for (const method of ["GET", "HEAD"]) {
    for (const path of ["/", "/login", "/healthz"]) {
      expect((await ask(apps.plain.origin + path, { method, headers })).status).toBe(200)
    }
  }
})

test("a client that does not accept pages is refused in plain text", async () => {
  const headers = { Origin: "https://evil.example", Accept: "application/json" }
  const answer = await ask(`${apps.plain.origin}/generate-novel`, { method: "POST", headers })
  expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8")
  expect(answer.body).toContain("这次提交不是从本站的页面发出的")
})
