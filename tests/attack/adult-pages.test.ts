import { format } from "node:util"
import { beforeAll, describe, expect, test } from "vitest"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { AppVisitor, formOf, routePaths } from "../support/app-visitor.ts"
import { readDownload } from "../support/downloads.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

/** These stand in the title and text of one public adult novel, and nowhere else. */
const CANARIES = ["金丝雀停在题目里", "金丝雀停在正文里"] as const
const [TITLE, SENTENCE] = CANARIES
const FILES = EXPORT_FORMATS.map(({ path }) => `/${path}`)

const PICTURE = "/picture.png"

const author = new AppVisitor()
const hong = new AppVisitor()
let id = ""

const readers: [string, () => AppVisitor][] = [
  ["nobody", () => new AppVisitor()],
  ["another account", () => hong],
]

/** The ways in which browsers, crawlers and caches ask. */
const WAYS: RequestInit[] = [
  { method: "GET" },
  { method: "HEAD" },
  { headers: { Range: "bytes=0-99999" } },
  { headers: { Accept: "text/plain" } },
  { headers: { Accept: "application/json" } },
  { headers: { "If-None-Match": "*", "If-Modified-Since": "Thu, 01 Jan 2026 00:00:00 GMT" } },
  { headers: { Cookie: "adult=confirmed" } },
  { headers: { Cookie: `adult=${btoa('"confirmed"')}.forged` } },
  { headers: { "User-Agent": "facebookexternalhit/1.1" } },
]

beforeAll(async () => {
  for (const visitor of [author, hong]) {
    await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  }
  id = await publish("4")
})

describe.each(readers)("an adult novel, for %s who has not confirmed their age", (_, reader) => {
  test("no byte of it is in any answer of any address, however it is asked", async () => {
    const visitor = reader()
    // The first confirms the age, the second ends the session.
    const ENDS_THE_ATTACK = [`/shared/${id}`, "/logout"]
    for (const address of addresses()) {
      for (const way of WAYS) {
        const seen = await bytesOf(await visitor.fetch(address, way))
        for (const canary of CANARIES) expect(seen, `${address} ${format(way)}`).not.toContain(canary)
        expect(seen).not.toContain(encodeURIComponent(SENTENCE))
        expect(seen).not.toContain(encodeURIComponent(TITLE))
      }
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        if (ENDS_THE_ATTACK.includes(address.replace(".data", ""))) continue
        const fields = formOf({ reason: "other", novel: id, id, intent: "none", key: "k" })
        const seen = await bytesOf(await visitor.fetch(address, { method, body: fields }))
        for (const canary of CANARIES) expect(seen, `${method} ${address}`).not.toContain(canary)
      }
    }
  }, 180_000)
})

test.each(["", "/report", PICTURE, ...FILES])(
  "/shared/:id%s says that it is adult, to machines too",
  async (page) => {
    for (const visitor of [new AppVisitor(), await confirmed()]) {
      for (const method of ["GET", "HEAD"]) {
        const { headers } = await visitor.fetch(`/shared/${id}${page}`, { method })
        expect(headers.get("X-Robots-Tag")).toBe("noindex, noarchive")
        expect(headers.get("Cache-Control")).toMatch(/\bprivate\b/)
        expect(headers.get("Vary")).toMatch(/\bcookie\b/i)
      }
    }
  },
)

test("its preview is neutral and rated, before and after the age is confirmed", async () => {
  for (const visitor of [new AppVisitor(), await confirmed()]) {
    const page = await (await visitor.fetch(`/shared/${id}`)).text()
    const head = page.slice(0, page.indexOf("</head>"))
    expect(head).toContain('<meta name="rating" content="adult"/>')
    expect(head).toContain('<meta property="og:title" content="落笔 · AI 小说创作"/>')
    expect(head).toMatch(/<meta property="og:image" content="http:\/\/localhost:3000\/share\.png"\/>/)
    for (const canary of CANARIES) expect(head).not.toContain(canary)
  }
})

test("its picture is that of the site, before and after the age is confirmed", async () => {
  for (const visitor of [new AppVisitor(), await confirmed(), author]) {
    const answer = await visitor.fetch(`/shared/${id}${PICTURE}`)
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/share.png"])
    expect(await answer.text()).toBe("")
  }
})

test.each(EXPORT_FORMATS)(
  "its file at /$path redirects to the age gate, and is served after it",
  async ({ path }) => {
    const asked = await new AppVisitor().fetch(`/shared/${id}/${path}`)
    expect([asked.status, asked.headers.get("Location")]).toEqual([303, `/shared/${id}`])
    // A packed format would hide the canaries from the test above, so its answer must be empty.
    expect(await asked.text()).toBe("")
    const given = await (await confirmed()).fetch(`/shared/${id}/${path}`)
    expect(given.status).toBe(200)
    expect(await readDownload(path, given)).toContain(SENTENCE)
  },
)

test("a reader who confirmed their age reads it, which proves that the canaries can be found", async () => {
  const page = await (await (await confirmed()).fetch(`/shared/${id}`)).text()
  for (const canary of CANARIES) expect(page).toContain(canary)
})

test.each([
  ["unpublishing", { intent: "unpublish" }],
  ["deleting", { intent: "delete" }],
])("%s closes every address of it at once, also for readers who confirmed their age", async (_, form) => {
  const novel = await publish("4")
  const reader = await confirmed()
  for (const file of FILES) expect((await reader.fetch(`/shared/${novel}${file}`)).status).toBe(200)
  await author.post(`/novels/${novel}`, formOf(form))
  for (const page of ["", "/report", PICTURE, ...FILES, ".data", ...FILES.map((file) => `${file}.data`)]) {
    for (const way of WAYS) {
      const answer = await reader.fetch(`/shared/${novel}${page}`, way)
      if (!page.endsWith(".data")) expect(answer.status).toBe(404)
      const seen = await bytesOf(answer)
      for (const canary of CANARIES) expect(seen).not.toContain(canary)
    }
  }
})

test.each<Record<string, string>>([{}, { intent: "" }, { intent: "something" }])(
  "a post of %j does not confirm an age",
  async (fields) => {
    const visitor = new AppVisitor()
    const answer = await visitor.post(`/shared/${id}`, formOf(fields))
    expect(answer.headers.getSetCookie().join()).not.toContain("adult=")
    expect(await (await visitor.fetch(`/shared/${id}`)).text()).not.toContain(TITLE)
  },
)

test("the page of a general novel shows its title and is not called adult", async () => {
  const page = await (await new AppVisitor().fetch(`/shared/${await publish("1")}`)).text()
  expect(page).toContain(`<meta property="og:title" content="${TITLE}"/>`)
  expect(page).not.toContain('name="rating"')
})

/** Every address that could carry it, and the data requests that script makes. */
function addresses(): string[] {
  const paths = routePaths().flatMap((path) => {
    if (path === "*") return ["/nowhere"]
    if (path.includes(":")) return [`/${path.replace(/:\w+/, id)}`]
    const plain = path === "/" ? "/" : `/${path}`
    const queries = { query: SENTENCE.slice(0, 3), novel: id, generation: id, next: `/shared/${id}` }
    return [plain, `${plain}?${new URLSearchParams(queries)}`]
  })
  return paths.flatMap((address) => {
    const [path = "", query] = address.split("?")
    return [address, `${path === "/" ? "/_root" : path}.data${query ? `?${query}` : ""}`]
  })
}

async function bytesOf(answer: Response): Promise<string> {
  return `${format(answer.headers)}${await answer.text()}`
}

async function confirmed(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  const said = await visitor.post(`/shared/${id}`, formOf({ intent: "confirm-adult" }))
  expect(said.status).toBe(303)
  return visitor
}

async function publish(level: string): Promise<string> {
  const key = crypto.randomUUID()
  const form = { title: TITLE, content: `${SENTENCE}\n\n第二段`, is_public: "on", content_level: level, key }
  const saved = await (await author.post("/save", formOf(form))).text()
  return /\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1] ?? ""
}
