import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Database } from "#app/server/supabase/database.types.ts"
import { takeDown } from "../../../scripts/review-reports.ts"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { type CountingLine, countingLine } from "../../support/counting-line.ts"
import { type Answer, ask } from "../../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../../support/own-app.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

/** Of this file alone: it is taken down at the end, and then nobody may publish anything like it. */
const TEXT = "缓存里的邮差骑着车过了三座桥，把一封没有地址的信放进石狮子嘴里，回头看了两次。"
const ANYBODYS = "public, no-cache"
const NOBODYS = "private, no-store"
const AT_ONCE = 24

const { SUPABASE_URL: backendUrl = "", SUPABASE_SECRET_KEY: secretKey = "" } = sharedBackend()
const admin = createClient<Database>(backendUrl, secretKey, { auth: { persistSession: false } })

/** Works in this process; the readers are in two others. */
const author = new AppVisitor()
/** For tests that change nothing. */
let id = ""
let line: CountingLine
let reading: OwnApp
let other: OwnApp

beforeAll(async () => {
  line = await countingLine(backendUrl)
  reading = await startApp({ ...sharedBackend(), SUPABASE_URL: line.url })
  other = await startApp(sharedBackend())
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  id = await publish()
})

afterAll(async () => {
  await reading?.stop()
  await other?.stop()
  line?.close()
})

describe("a public page", () => {
  test("is the same for everybody and may be kept, if its keeper asks before each use", async () => {
    const first = await read(id)
    expect(first.headers["cache-control"]).toBe(ANYBODYS)
    expect(first.headers.vary).toMatch(/Cookie/)
    expect(first.headers["set-cookie"]).toBeUndefined()
    expect(first.headers.etag).toMatch(/^W\/"[\w-]{43}"$/)
    const again = await read(id)
    const elsewhere = await readAt(other, id, { Host: hostOf(reading) })
    for (const answer of [again, elsewhere]) {
      expect(answer.body).toBe(first.body)
      expect(answer.headers.etag).toBe(first.headers.etag)
    }
    const changing = ["date", "x-request-id", "server-timing", "content-length", "transfer-encoding", "vary"]
    const lasting = ({ headers }: Answer) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.includes(name)))
    expect(lasting(again)).toEqual(lasting(first))
    expect(again.headers["content-security-policy"]).not.toContain("nonce")
    expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"])
  })

  test("is read from the backend once a second, however many read it", async () => {
    const id = await publish()
    const from = performance.now()
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => read(id)))
      for (const { status, body } of answers) expect([status, body.includes(TEXT)]).toEqual([200, true])
    }
    const seconds = Math.floor((performance.now() - from) / 1_000) + 1
    expect(line.countOf(id)).toBeGreaterThan(0)
    expect(line.countOf(id)).toBeLessThanOrEqual(seconds)
  })

  test.each<[string, string | null]>([
    ["br", "br"],
    ["gzip, deflate, br", "br"],
    ["gzip;q=0.5, br;q=0", "gzip"],
    ["identity", null],
    ["br;q=0, gzip;q=0, *", null],
  ])("for %j is encoded as %j", async (accepted, encoding) => {
    const plain = (await read(id)).body
    const answer = await fetch(`${reading.origin}/shared/${id}`, { headers: { "Accept-Encoding": accepted } })
    expect(answer.headers.get("Content-Encoding")).toBe(encoding)
    expect(answer.headers.get("Vary")).toMatch(/Accept-Encoding/)
    expect(await answer.text()).toBe(plain)
  })

  test.each<[string, (etag: string) => string, number]>([
    ["the tag", (etag) => etag, 304],
    ["the strong form of the tag", (etag) => etag.slice(2), 304],
    ["one of many", (etag) => `"a", W/"b" , ${etag}, "c"`, 304],
    ["a star", () => "*", 304],
    ["another tag", () => 'W/"another"', 200],
    ["a part of the tag", (etag) => `${etag.slice(0, -3)}"`, 200],
    ["nonsense", () => ",,,;=", 200],
  ])("asked for with %s", async (_, known, status) => {
    const { headers, body } = await read(id)
    // Where it was rendered before, and where it is rendered for this request, or was for one like it.
    for (const app of [reading, other]) {
      const answer = await readAt(app, id, {
        Host: hostOf(reading),
        "If-None-Match": known(headers.etag ?? ""),
      })
      expect(answer.status).toBe(status)
      expect(answer.body).toBe(status === 304 ? "" : body)
      expect(answer.headers.etag).toBe(headers.etag)
      expect(answer.headers["content-security-policy"]).toContain("script-src 'self';")
    }
  })

  test("names the address that it was asked for at, whoever asked before", async () => {
    for (const host of ["one.example", "two.example"]) {
      const { body } = await read(id, { Host: host })
      expect(body).toContain(`http://${host}/shared/${id}`)
    }
    const { body } = await read(id, { "X-Forwarded-Host": "three.example", "X-Forwarded-Proto": "https" })
    expect(body).toContain(`https://three.example`)
    expect((await read(id, { Host: "one.example" })).body).not.toContain("three.example")
  })

  test.each<Record<string, string>>([
    { "X-React-Router-SPA-Mode": "yes", "X-React-Router-Prerender-Data": "%5B%5D" },
    { "X-Original-URL": "/login", "X-Rewrite-URL": "/login", "X-HTTP-Method-Override": "POST" },
    { "X-Request-Id": "poisoned-request-id", "X-Forwarded-For": "poisoned", Forwarded: "host=poisoned" },
    {
      Accept: "poisoned",
      "Accept-Language": "poisoned",
      "User-Agent": "poisoned",
      Referer: "http://poisoned/",
    },
    { Range: "bytes=0-9", "If-Range": "poisoned" },
  ])("is the same for everybody after somebody asked with %j", async (headers) => {
    // An address of its own, which nobody has asked for before.
    const address = `${id}?${new URLSearchParams(headers)}`
    const first = await read(address, headers)
    const clean = await readAt(other, address, { Host: hostOf(reading) })
    expect(first.body).toBe(clean.body)
    const after = await read(address)
    expect([after.status, after.body]).toEqual([200, clean.body])
    expect(JSON.stringify(after.headers)).not.toContain("poisoned")
  })

  test("answers HEAD without a body", async () => {
    const { headers } = await read(id)
    const head = await ask(`${reading.origin}/shared/${id}`, { method: "HEAD" })
    expect([head.status, head.body, head.headers.etag]).toEqual([200, "", headers.etag])
  })
})

describe("is for one reader alone, and leaves everybody's page as it is:", () => {
  test.each<[string, (account: string, flash: string) => Record<string, string>]>([
    ["a page for a session", (account) => ({ Cookie: account })],
    [
      "a page for a session beside other cookies",
      (account) => ({ Cookie: `visitor=x; ${account}; reading=y` }),
    ],
    ["a page for a broken session", () => ({ Cookie: "luobi-session=base64-e30" })],
    ["a page with a notice", (_, flash) => ({ Cookie: flash })],
    ["a page for a cookie that nobody knows", () => ({ Cookie: "preview=1" })],
    ["a page for a key in a header", () => ({ Authorization: "Bearer key" })],
  ])("%s", async (_, headersOf) => {
    const headers = headersOf(cookiesOf(author), await flashCookie())
    const before = await read(id)
    const known = { ...headers, "If-None-Match": before.headers.etag ?? "" }
    for (const asked of [headers, known]) {
      const answer = await read(id, asked)
      expect([answer.status, answer.headers["cache-control"]]).toEqual([200, NOBODYS])
      expect(answer.headers.etag).toBeUndefined()
    }
    expect(await read(id)).toMatchObject({ status: 200, body: before.body })
  })

  test("the page of a signed-in reader who asks first", async () => {
    const own = await read(id, { Cookie: cookiesOf(author) })
    expect(own.headers["cache-control"]).toBe(NOBODYS)
    expect((await read(id)).headers["cache-control"]).toBe(ANYBODYS)
  })

  test("the page of an adult novel and its gate", async () => {
    const id = await publish({ content_level: "4" })
    const confirmed = new AppVisitor()
    await confirmed.post(`/shared/${id}`, formOf({ intent: "confirm-adult" }))
    const adult = { Cookie: `adult=${confirmed.cookies.get("adult")}` }
    const asked: Record<string, string>[] = [{}, adult, {}, adult]
    for (const headers of asked) {
      const answer = await read(id, headers)
      expect(answer.headers["cache-control"]).toBe(NOBODYS)
      expect(answer.headers.etag).toBeUndefined()
      expect(answer.body.includes(TEXT)).toBe(headers === adult)
    }
  })

  test("the form of a report, whose key is its reader's", async () => {
    const keys = await Promise.all(
      [1, 2].map(async () => /name="key" value="([^"]+)"/.exec((await read(`${id}/report`)).body)?.[1]),
    )
    expect(new Set(keys).size).toBe(2)
  })
})

describe("the next request to any process sees", () => {
  const gone = (answer: Answer) => expect(answer.status).toBe(404)
  const post = (fields: Record<string, string>) => (id: string) =>
    author.post(`/novels/${id}`, formOf(fields))

  test.each<[string, (id: string) => Promise<unknown>, (answer: Answer) => void]>([
    ["that a novel is private", post({ intent: "unpublish" }), gone],
    ["that a novel is in the bin", post({ intent: "delete" }), gone],
    ["that novels are private", (id) => author.post("/my-novels", formOf({ intent: "unpublish", id })), gone],
    [
      "a new title",
      post({ intent: "rename", text: "新的名字" }),
      ({ body }) => expect(body).toContain("新的名字"),
    ],
    [
      "a new text",
      (id) => author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: `${TEXT}\n\n新的一段` })),
      ({ body }) => expect(body).toContain("新的一段"),
    ],
    [
      "a new name of its author",
      () => author.post("/profile", formOf({ intent: "save", username: "新的笔名" })),
      ({ body }) => expect(body).toContain("新的笔名"),
    ],
    // Last, because nobody may publish this text afterwards.
    [
      "that a novel was taken down",
      (id) => takeDown(admin, id, null),
      ({ body }) => expect(body).not.toContain(TEXT),
    ],
  ])("%s", async (_, change, expected) => {
    const id = await publish()
    for (const app of [reading, other])
      expect((await readAt(app, id)).headers["cache-control"]).toBe(ANYBODYS)
    const stop = new AbortController()
    // Others read on meanwhile, which keeps the page in the cache.
    const readers = [reading, other].map(async (app) => {
      while (!stop.signal.aborted) await readAt(app, id)
    })
    await change(id)
    stop.abort()
    const answers = await Promise.all([reading, other].map((app) => readAt(app, id)))
    for (const answer of answers) expected(answer)
    await Promise.all(readers)
  })
})

function read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return readAt(reading, path, headers)
}

function readAt({ origin }: OwnApp, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(`${origin}/shared/${path}`, { headers })
}

function hostOf({ origin }: OwnApp): string {
  return new URL(origin).host
}

function cookiesOf({ cookies }: AppVisitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
}

async function flashCookie(): Promise<string> {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  return `flash=${visitor.cookies.get("flash")}`
}

async function publish(more: Record<string, string> = {}): Promise<string> {
  const key = crypto.randomUUID()
  const form = {
    title: "怀表",
    content: `${TEXT}\n\n${key}`,
    is_public: "on",
    content_level: "1",
    key,
    ...more,
  }
  const saved = await (await author.post("/save", formOf(form))).text()
  return /\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1] ?? ""
}
