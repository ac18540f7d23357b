import { beforeAll, describe, expect, test } from "vitest"
import { AppVisitor, formOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const HERE = "http://localhost:3000"
const CREDENTIALS = { email: newEmail(), password: PASSWORD }

let account: AppVisitor

beforeAll(async () => {
  account = new AppVisitor()
  await account.post("/login", formOf({ ...CREDENTIALS, intent: "register" }))
})

// As they stand in the address: the app receives the encoded parts decoded.
const ELSEWHERE = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/%5Cevil.example",
  "\\\\evil.example",
  "%2F%2Fevil.example",
  "/%09/evil.example",
  "/%0A/evil.example",
  "/%0D%0A/evil.example",
  "%09//evil.example",
  "%20//evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e%2e//evil.example",
  "/%252F/evil.example/..//evil.example",
  "https://evil.example",
  "https:evil.example",
  "http:%09//evil.example",
  "//evil.example%00",
  "//localhost:3000@evil.example",
  "http://localhost:3000@evil.example/",
  "javascript:alert(1)",
  "java%09script:alert(1)",
  "%01javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "blob:http://localhost:3000/x",
  "//[",
  "",
]

describe.each(ELSEWHERE)("after login, next=%s", (next) => {
  test("stays on this site", async () => {
    const signedIn = await new AppVisitor().post(`/login?next=${next}`, formOf(CREDENTIALS))
    expect(signedIn.status).toBe(303)
    expectHere(signedIn)
    expect(signedIn.headers.getSetCookie().join()).toContain("luobi-session")

    const wasSignedIn = await account.fetch(`/login?next=${next}`)
    expect(wasSignedIn.status).toBe(302)
    expectHere(wasSignedIn)
  })
})

test.each(ELSEWHERE)("the settings of reading lead back to this site from back=%s", async (back) => {
  const answer = await new AppVisitor().post("/reading", new URLSearchParams(`theme=night&back=${back}`))
  expect(answer.status).toBe(303)
  expectHere(answer)
})

test.each([
  ["/my-novels", "/my-novels"],
  ["/save?generation=x%23story", "/save?generation=x#story"],
  ["/?q=雨", "/?q=%E9%9B%A8"],
])("next=%s leads on", async (next, location) => {
  const answer = await account.fetch(`/login?next=${next}`)
  expect(answer.headers.get("Location")).toBe(location)
})

test.each(["雨", "x\r\nSet-Cookie: a=b", "//evil.example", "\0"])(
  "an invalid id (%j) leads nowhere after saving",
  async (generation) => {
    const fields = { generation, title: "题", content: "文", content_level: "1", key: crypto.randomUUID() }
    const saved = await account.post("/save", formOf(fields))
    expect(saved.status).toBe(410)
    expect(saved.headers.has("Location")).toBe(false)
    expect(saved.headers.getSetCookie().join()).not.toContain("a=b")
  },
)

test.each(["%E9%9B%A8", "%0D%0ASet-Cookie:a=b", "%2F%2Fevil.example", "..%2F..%2F%2Fevil.example", "%00"])(
  "an invalid address leads nowhere either (%s)",
  async (id) => {
    for (const path of [`/shared/${id}`, `/novels/${id}`, `/generations/${id}/stop`]) {
      const answer = await account.post(path, formOf({ intent: "unpublish" }))
      expect(answer.status, path).toBeLessThan(500)
      if (answer.headers.has("Location")) expectHere(answer)
    }
  },
)

/** Where a browser goes from here. */
function expectHere(answer: Response): void {
  const location = answer.headers.get("Location") ?? "none"
  expect(new URL(location, `${HERE}/login`).origin).toBe(HERE)
  expect(location).toMatch(/^\/(?!\/)/)
}
