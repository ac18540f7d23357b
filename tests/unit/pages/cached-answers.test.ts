import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type MiddlewareFunction, RouterContextProvider } from "react-router"
import { afterEach, beforeEach, expect, test } from "vitest"
import {
  answerFromCache,
  keepPagesMiddleware,
  passRendering,
} from "#app/server/http/cached-answers.server.ts"
import { forgetPages } from "#app/server/http/page-cache.server.ts"
import { openRecord, withRecord } from "#app/server/log/request-record.server.ts"

const PUBLIC = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; script-src 'self'",
  "Cache-Control": "public, no-cache",
  Vary: "Cookie",
}
const PAGE = "<p>雨停了。</p>"
const READERS = 20

let server: Server
let origin = ""
/** What the router answers, and how often it was asked. */
let render: () => Promise<Response>
let renderings = 0

beforeEach(async () => {
  renderings = 0
  render = async () => new Response(PAGE, { headers: PUBLIC })
  server = createServer((request, response) => {
    const key = String(request.url)
    const record = openRecord(request.headers["x-request-id"])
    const renderPage = async () => {
      renderings += 1
      const context = new RouterContextProvider()
      passRendering(request, context)
      const asked = new Request(`http://localhost${request.url}`, {
        headers: request.headers as HeadersInit,
      })
      const args = { request: asked, context } as unknown as Parameters<MiddlewareFunction<Response>>[0]
      const answer = await Promise.resolve(keepPagesMiddleware(args, render)).catch(() => null)
      if (!(answer instanceof Response)) response.destroy()
      else response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text())
    }
    answerFromCache(key, { request, response, record }, () => withRecord(record, renderPage))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
  forgetPages()
})

test("a kept page carries the id of each request for it, also where nothing is sent", async () => {
  const etag = (await fetch(origin)).headers.get("ETag") ?? ""
  for (const known of ["", etag]) {
    const id = crypto.randomUUID()
    // Without the last one, `fetch` asks for a page that no cache has.
    const headers = { "X-Request-Id": id, "If-None-Match": known, "Cache-Control": "max-age=0" }
    const kept = await fetch(origin, { headers })
    expect(kept.status).toBe(known === "" ? 200 : 304)
    expect(kept.headers.get("X-Request-Id")).toBe(id)
    expect(kept.headers.get("Server-Timing")).toBe(`request;desc="${id}"`)
  }
  expect(renderings).toBe(1)
})

test("the kept page has the headers of the first answer and the default ones that it does not set itself", async () => {
  const [first, kept] = [await fetch(origin), await fetch(origin)]
  expect(renderings).toBe(1)
  expect([await first.text(), await kept.text()]).toEqual([PAGE, PAGE])
  for (const [name, value] of Object.entries({ ...PUBLIC, Vary: "Cookie, Accept-Encoding" })) {
    expect(kept.headers.get(name)).toBe(value)
  }
  expect(kept.headers.get("ETag")).toBe(first.headers.get("ETag"))
  expect(kept.headers.get("X-Content-Type-Options")).toBe("nosniff")
  expect(kept.headers.get("X-Frame-Options")).toBe("DENY")
})

test("readers who come together are answered by one rendering", async () => {
  const answers = await Promise.all(Array.from({ length: READERS }, () => fetch(origin)))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(READERS).fill(PAGE))
  expect(renderings).toBe(1)
})

test.each<[string, ResponseInit]>([
  ["sets a cookie", { headers: [...Object.entries(PUBLIC), ["Set-Cookie", "visitor=a"]] }],
  ["is private", { headers: { ...PUBLIC, "Cache-Control": "private, no-store" } }],
  ["says nothing of caches", { headers: { "Content-Type": PUBLIC["Content-Type"] } }],
  ["is no page", { headers: { ...PUBLIC, "Content-Type": "text/plain" } }],
  ["is an error", { status: 500, headers: PUBLIC }],
])("an answer that %s is given to its own reader alone, and not tagged", async (_, init) => {
  render = async () => new Response(`${PAGE}${renderings}`, init)
  const answers = await Promise.all(Array.from({ length: READERS }, () => fetch(origin)))
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(renderings).toBe(READERS)
  expect(bodies).toHaveLength(READERS)
  for (const answer of answers) expect(answer.headers.get("ETag")).toBeNull()
})

test("readers who wait for a rendering that fails are answered by others", async () => {
  render = async () => {
    if (renderings === 1) throw new Error("the backend broke")
    return new Response(PAGE, { headers: PUBLIC })
  }
  const answers = await Promise.allSettled(Array.from({ length: READERS }, () => fetch(origin)))
  expect(answers.filter(({ status }) => status === "rejected").length).toBeLessThanOrEqual(1)
  expect(await (await fetch(origin)).text()).toBe(PAGE)
})
