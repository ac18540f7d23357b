import { afterAll, beforeAll, expect, test } from "vitest"
import { BackendLine } from "../faults/backend-line.ts"
import { Ledger } from "../faults/ledger.ts"
import { type Answer, ask } from "../support/http-request.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" }
const NOVEL = { title: "雨夜的灯塔", content: "灯塔亮着。" }

let line: BackendLine
let app: OwnApp
let cookie = ""

beforeAll(async () => {
  const variables = sharedBackend()
  line = await BackendLine.to(variables.SUPABASE_URL ?? "", "app", new Ledger())
  app = await startApp({ ...variables, SUPABASE_URL: line.url })
  const { headers } = await post("/login", { intent: "register", email: newEmail(), password: PASSWORD })
  cookie = (headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ")
})

afterAll(async () => {
  await app.stop()
  line.close()
})

test.each(["", "on"])(
  "a save that finds no disk space (public: %j) keeps the form, and works when there is space",
  async (is_public) => {
    const fields = { ...NOVEL, is_public, key: crypto.randomUUID() }
    line.isFull = true
    const refused = await post("/save", fields)
    line.isFull = false
    expect(refused.status).toBe(503)
    expect(refused.body).toContain(`value="${NOVEL.title}"`)
    expect(refused.body).toContain('name="key"')
    expect([200, 303]).toContain((await post("/save", fields)).status)
  },
)

test("every other change of a novel or profile keeps its form too", async () => {
  const saved = await post("/save", { ...NOVEL, is_public: "on", key: crypto.randomUUID() })
  const id = /\/shared\/([0-9a-f-]{36})/.exec(saved.body)?.[1]
  line.isFull = true
  const answers = await Promise.all([
    post(`/novels/${id}`, { intent: "rename", text: "另一个名字" }),
    post(`/novels/${id}/edit`, { intent: "save", text: "另一段文字。" }),
    post(`/novels/${id}`, { intent: "unpublish" }),
    post("/profile", { username: "另一个名字" }),
    post(`/shared/${id}/report`, { reason: "copyright", note: "另一段文字", key: "k" }),
  ])
  line.isFull = false
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  for (const [index, kept] of ["另一个名字", "另一段文字。", null, "另一个名字", "另一段文字"].entries()) {
    if (kept) expect(answers[index]?.body).toContain(kept)
  }
})

function post(path: string, fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields).toString()
  return ask(app.origin + path, { method: "POST", headers: { ...FORM, Cookie: cookie }, body })
}
