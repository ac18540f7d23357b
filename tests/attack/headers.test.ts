import { globSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type EmbeddedBackend, startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import { observatoryGrade, securityHeadersGrade } from "../support/header-grades.ts"
import { type Answer, type Asked, ask, askRaw } from "../support/http-request.ts"
import { type OwnApp, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const ORIGIN = "https://luobi.example"
const TLS = { Host: "luobi.example", "X-Forwarded-Proto": "https", Origin: ORIGIN }
const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
const MIB = 1_024 * 1_024

let backend: EmbeddedBackend
let app: OwnApp
/** Every answer that this file has fetched, and the browser's cookies. */
const answers: { name: string; answer: Answer }[] = []
const jar = new Map<string, string>()

beforeAll(async () => {
  backend = await startEmbeddedBackend({ appOrigin: ORIGIN })
  app = await startApp({
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    APP_ORIGIN: ORIGIN,
  })
  await visitEverything()
})

afterAll(async () => {
  await app.stop()
  await backend.stop()
})

describe("behind TLS, every kind of answer", () => {
  test("has been fetched", () => {
    const statuses = new Set(answers.map(({ answer }) => answer.status))
    expect([...statuses].sort()).toEqual([200, 303, 304, 400, 403, 404, 405, 413, 415, 431])
    const types = answers.map(({ answer }) => answer.headers["content-type"]?.split(";")[0])
    expect([...new Set(types)].sort()).toEqual([
      "image/svg+xml",
      "image/webp",
      "text/css",
      "text/event-stream",
      "text/html",
      "text/javascript",
      "text/plain",
      "text/x-script",
      undefined,
    ])
  })

  test("has an A+ by the rules of the HTTP Observatory", () => {
    for (const { name, answer } of answers) {
      const { grade, score, faults } = observatoryGrade(answer)
      expect({ name, grade, faults }).toEqual({ name, grade: "A+", faults: [] })
      expect(score, name).toBeGreaterThanOrEqual(120)
    }
  })

  test("has an A+ by the rules of securityheaders.com", () => {
    for (const { name, answer } of answers) {
      const { grade, faults } = securityHeadersGrade(answer)
      expect({ name, grade, faults }).toEqual({ name, grade: "A+", faults: [] })
    }
  })

  test("has a request id", () => {
    for (const { name, answer } of answers)
      expect(answer.headers["x-request-id"], name).toMatch(/^[\w.-]{8,64}$/)
  })
})

test("runs inline scripts by nonce alone, a new one for each page", async () => {
  const nonces = new Set<string>()
  const bare: string[] = []
  for (const { name, answer } of answers) {
    if (!answer.headers["content-type"]?.startsWith("text/html")) continue
    const policy = answer.headers["content-security-policy"] as string
    // A page without framework script is the same for everybody: nothing inline in it may run.
    if (policy.includes("script-src 'self';")) {
      expect(policy, name).toContain("style-src 'self';")
      expect(answer.body, name).not.toMatch(
        /<(?:script(?![^>]*\s(?:src=|type="application\/ld\+json"))|style)|<[^>]+\s(?:style|on\w+)=/,
      )
      bare.push(name)
      continue
    }
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce, name).toMatch(/^[\w+/]{22}==$/)
    expect(nonces.has(nonce ?? ""), name).toBe(false)
    nonces.add(nonce ?? "")
    for (const [tag] of answer.body.matchAll(/<(?:script|style)(?![^>]*\ssrc=)[^>]*>/g))
      expect(tag, name).toContain(`nonce="${nonce}"`)
    expect(answer.body, name).not.toMatch(/<[^>]+\s(?:style|on\w+)=/)
  }
  expect(nonces.size).toBeGreaterThan(5)
  expect(bare.length).toBeGreaterThan(0)
})

// Proves that the graders can give less than an A+.
test.each([
  "content-security-policy",
  "strict-transport-security",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
])("without %s it is less than an A+", (name) => {
  const [{ answer } = { answer: null }] = answers
  if (!answer) throw new Error("no answer was fetched")
  const { [name]: _, ...headers } = answer.headers
  const grades = [observatoryGrade, securityHeadersGrade].map(
    (gradeOf) => gradeOf({ ...answer, headers }).grade,
  )
  expect(grades.filter((grade) => grade !== "A+").length).toBeGreaterThan(0)
})

test.each<[string, Record<string, string | string[]>]>([
  ["inline scripts", { "content-security-policy": "default-src 'none'; script-src 'unsafe-inline'" }],
  ["scripts from anywhere", { "content-security-policy": "img-src 'self'" }],
  ["inline styles", { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" }],
  ["two policies", { "content-security-policy": "default-src 'none', default-src *" }],
  ["a cookie over http", { "set-cookie": ["a=b; Path=/; HttpOnly; SameSite=Lax"] }],
  ["a cookie that scripts can read", { "set-cookie": ["a=b; Path=/; Secure; SameSite=Lax"] }],
  ["a month of strict transport", { "strict-transport-security": "max-age=2592000" }],
])("with %s it is less", (_, change) => {
  const [{ answer } = { answer: null }] = answers
  if (!answer) throw new Error("no answer was fetched")
  const bad = { ...answer, headers: { ...answer.headers, ...change } }
  const scores = [observatoryGrade(answer), observatoryGrade(bad)].map(({ score }) => score)
  expect(scores[1]).toBeLessThan(scores[0] ?? 0)
})

describe("cookies", () => {
  const GRAMMAR =
    /^(?:__Host-)?([a-z-]+(?:\.\d)?)=[\w%./+=-]*(?:; (?:Max-Age=\d+|Path=\/|Expires=[\w ,:]+|HttpOnly|Secure|SameSite=Lax))+$/

  test("of every kind are set, and no others", () => {
    const named = globSync("app/**/*.ts").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/create(?:Signed|Plain)Cookie\(\s*"([a-z-]+)"/g)].map(
        (match) => match[1],
      ),
    )
    const set = setCookies(answers).map((cookie) => GRAMMAR.exec(cookie)?.[1])
    expect([...new Set(set)].sort()).toEqual([...named, "luobi-session"].sort())
    for (const file of globSync("app/**/*.{ts,tsx}")) {
      if (!file.endsWith("signed-cookie.server.ts"))
        expect(readFileSync(file, "utf8"), file).not.toContain("createCookie(")
    }
  })

  test("behind TLS belong to this host and to https alone", () => {
    for (const cookie of setCookies(answers)) {
      expect(cookie).toMatch(GRAMMAR)
      expect(cookie).toMatch(/^__Host-/)
      for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"])
        expect(
          cookie.split("; ").filter((part) => part === attribute),
          cookie,
        ).toHaveLength(1)
      expect(cookie).not.toMatch(/Domain=/i)
    }
  })

  test("travel in no answer that a cache may store", () => {
    const carriers = answers.filter(({ answer }) => answer.headers["set-cookie"])
    expect(carriers.length).toBeGreaterThan(5)
    // What anybody may get carries nobody's cookie.
    expect(carriers.map(({ name }) => name)).not.toContain("a stranger's first request, for an avatar")
    for (const { name, answer } of carriers)
      expect(answer.headers["cache-control"], name).toContain("no-store")
  })

  test("over plain http have names and attributes that a browser accepts there", async () => {
    const plain = await startApp({})
    const visit = await ask(plain.origin)
    await plain.stop()
    const [cookie = ""] = visit.headers["set-cookie"] ?? []
    expect(cookie).toMatch(GRAMMAR)
    expect(cookie).toMatch(/^visitor=/)
    expect(cookie).not.toContain("Secure")
    expect(visit.headers["strict-transport-security"]).toBeUndefined()
    expect(observatoryGrade(visit).faults).toEqual(["a cookie without Secure", "no strict transport"])
  })
})

async function visitEverything(): Promise<void> {
  const home = await visit("/")
  await visit("/_.data")
  const script = /[" ](\/assets\/[^" ]+\.js)/.exec(home.body)?.[1] ?? ""
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(home.body)?.[1] ?? ""
  const asset = await visit(script)
  await visit(style)
  await visit("/favicon.svg", { headers: { "If-None-Match": "x" } })
  await visit(style, { headers: { "If-None-Match": asset.headers.etag ?? "" } })
  const icon = await visit("/favicon.svg")
  await visit("/favicon.svg", { headers: { "If-None-Match": icon.headers.etag ?? "" } })
  for (const path of [
    "/healthz",
    "/login",
    "/nowhere",
    "/shared/x",
    "/assets/x.js",
    "/avatars/x",
    "/generate-novel",
  ])
    await visit(path)

  const generated = await post("/", {
    prompt: "雨夜的灯塔",
    erotic_level: "4",
    length: "1",
    intent: "confirm-adult",
  })
  const id = /generation=([\w-]{22})/.exec(generated.headers.location ?? "")?.[1]
  await visit(`/generations/${id}/live`)
  await visit(`/generations/${id}/events`)
  await visit(`/generations/${id}/text`)
  await visit(`/?generation=${id}`)

  const email = newEmail()
  await post("/login", { intent: "register", email, password: PASSWORD })
  await post("/my-novels/move", {})
  await visit("/profile")
  await visit("/my-novels")
  const picture = await visitAvatar()
  await visit(`/avatars/${picture}`)
  const first = await ask(`${app.origin}/avatars/${picture}`, { headers: TLS })
  answers.push({ name: "a stranger's first request, for an avatar", answer: first })
  await post("/forgot-password", { email })
  const link = new URL(/\S*\/auth\/confirm\?\S*type=recovery/.exec(backend.output())?.[0] ?? "")
  await post(link.pathname + link.search, {})
  await post("/reading", { theme: "night" })
  await post("/logout", {})

  await visit("/", { method: "PUT" })
  await visit("/", { method: "OPTIONS" })
  await visit("/", { method: "POST", headers: { Origin: "https://evil.example", Accept: "text/html" } })
  await visit("/", { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } })
  await visit("/login", { method: "POST", body: `email=${"x".repeat(MIB)}`, headers: FORM })
  await visit("/", { headers: { Host: "[", "X-Forwarded-Host": "[" } })
  for (const bytes of ["GET / HTTP/9.9\r\n\r\n", `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}\r\n\r\n`]) {
    answers.push({ name: bytes.slice(0, 16), answer: parseAnswer(await askRaw(app.origin, [bytes])) })
  }
}

async function visitAvatar(): Promise<string> {
  const PNG =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
  const form = new FormData()
  form.set("intent", "avatar")
  form.set("avatar", new File([Buffer.from(PNG, "base64")], "me.png", { type: "image/png" }))
  const sent = new Request(ORIGIN, { method: "POST", body: form })
  const answer = await visit("/profile", {
    method: "POST",
    headers: { "Content-Type": sent.headers.get("Content-Type") ?? "" },
    body: new Uint8Array(await sent.arrayBuffer()),
  })
  return /\/avatars\/([^"]+)"/.exec(answer.body)?.[1] ?? ""
}

function post(path: string, fields: Record<string, string>): Promise<Answer> {
  return visit(path, { method: "POST", headers: FORM, body: new URLSearchParams(fields).toString() })
}

/** Fetches with the cookies so far, and keeps the answer. */
async function visit(path: string, { headers, ...asked }: Asked = {}): Promise<Answer> {
  const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
  const answer = await ask(app.origin + path, { ...asked, headers: { ...TLS, Cookie: cookies, ...headers } })
  for (const cookie of answer.headers["set-cookie"] ?? []) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    jar.set(name, value)
  }
  answers.push({ name: `${asked.method ?? "GET"} ${path.slice(0, 60)}: ${answer.status}`, answer })
  return answer
}

function parseAnswer(bytes: string): Answer {
  const [head = "", body = ""] = bytes.split("\r\n\r\n")
  const [first = "", ...lines] = head.split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(": ")[0]?.toLowerCase(), line.split(": ").slice(1).join(": ")]),
  )
  return { status: Number(first.split(" ")[1]), headers, body }
}

function setCookies(from: { answer: Answer }[]): string[] {
  return from.flatMap(({ answer }) => answer.headers["set-cookie"] ?? [])
}
