import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import {
  beginRendering,
  closeOldPages,
  findPage,
  findRendering,
  forgetPages,
  type Page,
} from "#app/server/http/page-cache.server.ts"
import { publicPageKey } from "#app/server/visitor/public-page.server.ts"

const MEBIBYTE = 1_024 * 1_024
const SECOND_MS = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  forgetPages()
})

describe("a kept page", () => {
  test("is shown for a second from when its rendering began", () => {
    const rendering = beginRendering("a")
    vi.advanceTimersByTime(SECOND_MS / 2)
    const page = pageOf(1)
    rendering.settle(page)
    vi.advanceTimersByTime(SECOND_MS / 2 - 1)
    expect(findPage("a")).toBe(page)
    vi.advanceTimersByTime(1)
    expect(findPage("a")).toBeNull()
  })

  test("is waited for by nobody who came a second after its rendering began", async () => {
    const rendering = beginRendering("a")
    vi.advanceTimersByTime(SECOND_MS - 1)
    expect(findRendering("a")).toBe(rendering)
    vi.advanceTimersByTime(1)
    expect(findRendering("a")).toBeNull()
    const second = beginRendering("a")
    rendering.settle(pageOf(1))
    expect(findPage("a")).toBeNull()
    const page = pageOf(1)
    second.settle(page)
    expect([findPage("a"), await second.page]).toEqual([page, page])
  })

  test("is forgotten at a change, also while it is being rendered", async () => {
    keep("kept", 1)
    const rendering = beginRendering("coming")
    let isClosed = false
    const closed = closeOldPages().then(() => {
      isClosed = true
    })
    expect([findPage("kept"), findRendering("coming")]).toEqual([null, null])
    rendering.settle(pageOf(1))
    expect(findPage("coming")).toBeNull()
    await vi.advanceTimersByTimeAsync(SECOND_MS)
    expect(isClosed).toBe(false)
    await vi.advanceTimersByTimeAsync(SECOND_MS / 10)
    await closed
  })
})

describe("the cache is bounded", () => {
  test("however many addresses of a page are asked for, and the page that is read stays", () => {
    keep("read", MEBIBYTE)
    const isKept = Array.from({ length: 100 }, (_, index) => {
      keep(`a?${index}`, MEBIBYTE)
      return findPage("read") !== null
    })
    expect(isKept).not.toContain(false)
    const left = Array.from({ length: 100 }, (_, index) => findPage(`a?${index}`)).filter(Boolean)
    expect(left.length).toBeGreaterThan(8)
    expect(left.length).toBeLessThan(16)
  })

  test("however long the addresses are", () => {
    const address = "x".repeat(MEBIBYTE)
    for (let index = 0; index < 100; index += 1) keep(`${index}${address}`, 1)
    const left = Array.from({ length: 100 }, (_, index) => findPage(`${index}${address}`)).filter(Boolean)
    expect(left.length).toBeGreaterThan(8)
    expect(left.length).toBeLessThan(17)
  })

  test("and one large page pushes out nothing", () => {
    keep("small", 1)
    keep("large", 8 * MEBIBYTE)
    expect([findPage("small") !== null, findPage("large")]).toEqual([true, null])
  })

  test("and a page that is rendered again counts once", () => {
    keep("small", 1)
    for (let index = 0; index < 100; index += 1) keep("again", MEBIBYTE)
    expect(findPage("small")).not.toBeNull()
  })
})

describe("the key of a public page", () => {
  const keyOf = (headers: IncomingHttpHeaders, url = "/shared/a", method = "GET") =>
    publicPageKey({ method, url, headers: { host: "localhost", ...headers } } as IncomingMessage)

  test("is the same with and without cookies that no page shows", () => {
    const plain = keyOf({})
    expect(plain).not.toBeNull()
    for (const cookie of [
      "",
      " ; ",
      "visitor=a",
      "visitor=a; device=b; last=c; moved=d; recovery=e; adult=f",
    ]) {
      expect(keyOf({ cookie }), cookie).toBe(plain)
    }
    expect(keyOf({}, "/shared/a", "HEAD")).toBe(plain)
  })

  test("differs by everything that the page may show", () => {
    const asked: [IncomingHttpHeaders, string?][] = [
      [{}],
      [{}, "/shared/b"],
      [{}, "/shared/a?part=2"],
      [{}, "/shared/a?part=3"],
      [{ host: "elsewhere.example" }],
      [{ "x-forwarded-host": "elsewhere.example" }],
      [{ "x-forwarded-proto": "https" }],
      [{ cookie: "reading=large" }],
      [{ cookie: "visitor=a; reading=small" }],
      [{ cookie: "reading=large; reading=small" }],
      [{ cookie: "reading=small; reading=large" }],
    ]
    const keys = asked.map(([headers, url]) => keyOf(headers, url))
    expect(keys).not.toContain(null)
    expect(new Set(keys).size).toBe(asked.length)
  })

  test.each([
    "luobi-session=a",
    "luobi-session.0=a; luobi-session.1=b",
    "visitor=a;luobi-session=a",
    "visitor=a;\tluobi-session=a",
    "visitor=a; flash=b",
    "visitor=a; VISITOR=b",
    "a",
    "=a",
    "unknown=a",
    "__Host-visitor=a",
  ])("is none with the cookies %j", (cookie) => {
    expect(keyOf({ cookie })).toBeNull()
  })

  test.each<[string, IncomingHttpHeaders, string, string]>([
    ["a key of somebody", { authorization: "Bearer a" }, "/shared/a", "GET"],
    ["a body", { "content-length": "1" }, "/shared/a", "GET"],
    ["a body in chunks", { "transfer-encoding": "chunked" }, "/shared/a", "GET"],
    ["a form", {}, "/shared/a", "POST"],
    ["a report's page", {}, "/shared/a/report", "GET"],
    ["a download", {}, "/shared/a/text?x", "GET"],
    ["the desk", {}, "/", "GET"],
    ["a full address", {}, "http://elsewhere.example/shared/a", "GET"],
  ])("is none for %s", (_, headers, url, method) => {
    expect(keyOf(headers, url, method)).toBeNull()
  })
})

function keep(key: string, bytes: number): void {
  beginRendering(key).settle(pageOf(bytes))
}

function pageOf(bytes: number): Page {
  return { html: Buffer.alloc(bytes), packed: new Map(), headers: [], etag: "", route: null }
}
