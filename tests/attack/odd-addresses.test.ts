import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ask, askRaw } from "../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
const HTML = { Accept: "text/html" }
const NOVEL = "00000000-0000-4000-8000-000000000000"

/** Without APP_ORIGIN the app has only what a request says of its own address. */
let app: OwnApp

beforeAll(async () => {
  app = await startApp(sharedBackend())
})

afterAll(() => app.stop())

describe("a request's own protocol and host", () => {
  const BAD_PROTOCOLS = [
    "javascript",
    "data",
    "file",
    "ftp",
    "",
    "http:",
    "https://evil.example/",
    "\tx",
    "http\u00e9",
  ]
  const BAD_HOSTS = [
    "[",
    "a b",
    "user@evil.example",
    "evil.example/path",
    "evil.example?x",
    "evil.example:port",
    "a:1:2",
  ]

  test.each([
    ...BAD_PROTOCOLS.map((value) => ({ "X-Forwarded-Proto": value })),
    ...BAD_HOSTS.map((value) => ({ "X-Forwarded-Host": value })),
    { "X-Forwarded-Proto": "javascript, https", "X-Forwarded-Host": ", evil.example" },
  ])("%j harms no page", async (headers) => {
    for (const path of ["/", "/shared", `/shared/${NOVEL}`, `/novels/${NOVEL}`, "/login", "/nowhere"]) {
      const answer = await ask(app.origin + path, { headers: { ...HTML, ...headers } })
      expect(answer.status, path).toBeLessThan(500)
      expect(answer.body, path).not.toMatch(/javascript:|evil\.example/)
    }
  })

  test("is in the share link only in a known form", async () => {
    const cookie = await register()
    const link = async (headers: Record<string, string>) => {
      const fields = { title: "灯塔", content: "雨夜", is_public: "on", key: crypto.randomUUID() }
      const body = new URLSearchParams(fields).toString()
      const sent = { method: "POST", body, headers: { ...FORM, ...HTML, Cookie: cookie, ...headers } }
      const answer = await ask(`${app.origin}/save`, sent)
      expect(answer.status).toBe(200)
      return /value="([^"]*\/shared\/[^"]*)"/.exec(answer.body)?.[1]
    }
    const here = new RegExp(`^${app.origin}/shared/[0-9a-f-]{36}$`)
    expect(await link({})).toMatch(here)
    expect(await link({ "X-Forwarded-Proto": "javascript" })).toMatch(here)
    expect(await link({ "X-Forwarded-Host": "user@evil.example" })).toMatch(here)
    // No QR code holds so much.
    expect(await link({ "X-Forwarded-Host": "x".repeat(3_000) })).toMatch(here)
    const proxied = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "luobi.example" }
    expect(await link(proxied)).toMatch(/^https:\/\/luobi\.example(?::\d+)?\/shared\//)
  })

  test.each([
    ["two hosts", "Host: localhost\r\nHost: evil.example\r\n"],
    ["the same host twice", "Host: localhost\r\nhost: localhost\r\n"],
    ["a host with a path", "Host: localhost/x\r\n"],
    ["a host with a user name", "Host: user@localhost\r\n"],
    ["a longer host than any", `Host: ${"x".repeat(254)}\r\n`],
  ])("%s: 400", async (_, headers) => {
    const answer = await askRaw(app.origin, [`GET / HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`])
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain("X-Frame-Options: DENY")
  })
})

test.each(["/%0a", "/%0d%0a", "/%E2%80%A8", "/%E2%80%A9", "/x/%0a/y", "/shared/%0a/z", "/%0a?x=1"])(
  "%s has a policy with its own nonce",
  async (path) => {
    const nonces = new Set<string>()
    for (const method of ["GET", "GET", "POST"]) {
      const { status, headers, body } = await ask(app.origin + path, { method, headers: HTML })
      expect(status).toBe(404)
      const nonce = /script-src 'self' 'nonce-([\w+/]{22}==)'/.exec(
        String(headers["content-security-policy"]),
      )?.[1]
      expect(nonce).toBeDefined()
      for (const [tag] of body.matchAll(/<(?:script|style)(?![^>]*\ssrc=)[^>]*>/g)) {
        expect(tag).toContain(`nonce="${nonce}"`)
      }
      nonces.add(nonce ?? "")
    }
    expect(nonces.size).toBe(3)
  },
)

test.each(["/\\evil.example/..", "//evil.example/..", "/assets/..\\evil.example", "/assets", "/.well-known"])(
  "%s leads nowhere",
  async (path) => {
    const answer = await askRaw(app.origin, [
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    ])
    expect(answer).not.toMatch(/^HTTP\/1\.1 3/)
    expect(answer).not.toMatch(/^Location:/im)
  },
)

/** Prints which of React Router's files a process loads. */
const TELLS_FILES = `import { registerHooks } from "node:module"
registerHooks({
  load(url, context, next) {
    if (url.includes("/react-router/dist/")) process.stdout.write(url + "\\n")
    return next(url, context)
  },
})`

test("the app runs React Router's production build", async () => {
  const telling = await startApp({}, ["--import", `data:text/javascript,${encodeURIComponent(TELLS_FILES)}`])
  const { status } = await ask(`${telling.origin}/`)
  await telling.stop()
  expect(status).toBe(200)
  expect(telling.output()).toContain("/react-router/dist/production/")
  expect(telling.output()).not.toContain("/react-router/dist/development/")
})

async function register(): Promise<string> {
  const fields = { intent: "register", email: newEmail(), password: PASSWORD }
  const body = new URLSearchParams(fields).toString()
  const { headers } = await ask(`${app.origin}/login`, { method: "POST", headers: FORM, body })
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ")
}
