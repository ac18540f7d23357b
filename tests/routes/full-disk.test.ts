import { rmSync } from "node:fs"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { MovableText } from "#app/domain/forms/movable-text.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { BackendLine } from "../faults/backend-line.ts"
import { Ledger } from "../faults/ledger.ts"
import {
  CHEAP_HASH_COST,
  type EmbeddedBackend,
  newDataDir,
  startEmbeddedBackend,
} from "../support/backend/embedded-backend.ts"
import { type Answer, ask } from "../support/http-request.ts"
import { type OwnApp, startApp } from "../support/own-app.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" }
const NOVEL = { title: "雨夜的灯塔", content: "灯塔亮着。" }
const STORED_WITHIN = { timeout: 60_000 }
/** So slowly that the longest text is still written when the disk is full, however busy this machine is. */
const WRITING = { prompt: "雨夜的灯塔守护人", erotic_level: "1", length: "5" }
const CHARACTERS_PER_SECOND = "80"
/** More than the unfinished sentence that a stopped text may lose. */
const SOME_CHARACTERS = 100

const dataDir = newDataDir()
let backend: EmbeddedBackend
let admin: SupabaseClient<Database>
let line: BackendLine
let app: OwnApp
let cookie = ""

beforeAll(async () => {
  await startBackend()
  line = await BackendLine.to(backend.url, "app", new Ledger())
  await start()
  cookie = await newAccount()
})

afterAll(async () => {
  await app?.stop()
  line?.close()
  await backend?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test.each(["", "on"])(
  "a save that finds no disk space (public: %j) keeps the form, and works when there is space",
  async (is_public) => {
    const fields = { ...NOVEL, is_public, key: crypto.randomUUID() }
    const refused = await whileFull(() => post("/save", fields))
    expect(refused.status).toBe(503)
    expect(refused.body).toContain(`value="${NOVEL.title}"`)
    expect(refused.body).toContain('name="key"')
    expect([200, 303]).toContain((await post("/save", fields)).status)
  },
)

test("every other change of a novel or profile keeps its form too", async () => {
  const id = await saveNovel()
  const editor = (await get(`/novels/${id}/edit`)).body
  const value = (name: string) => new RegExp(`name="${name}"[^>]*? value="([^"]*)"`).exec(editor)?.[1] ?? ""
  const draft = { seen: value("seen"), editor: value("editor"), draft: "" }
  const [generation, person] = [await writeSome(), { intent: "add", id: "a", kind: "person" }]
  await post(`/generations/${generation}/stop`, {})
  await expect.poll(() => statusOf(generation), STORED_WITHIN).toBe("stopped")
  const forms: [string, Record<string, string>, string | null][] = [
    [`/shared/${id}/report`, { reason: "copyright", note: "另一段文字", key: "k" }, "另一段文字"],
    [`/novels/${id}/draft`, { ...draft, title: "题", text: "另一段文字。" }, "backend-down"],
    [`/novels/${id}`, { intent: "add-section", text: "灯下的一节", start: "灯塔亮" }, "灯下的一节"],
    [`/novels/${id}/edit`, { intent: "save", text: "另一段文字。" }, "另一段文字"],
    [`/novels/${id}`, { intent: "rename", text: "另一个名字" }, "另一个名字"],
    [`/novels/${id}`, { intent: "unpublish" }, null],
    [`/novels/${id}/memory`, { ...person, name: "守灯塔的人" }, "守灯塔的人"],
    [`/generations/${generation}/memory`, { ...person, name: "修灯塔的人" }, "修灯塔的人"],
    ["/profile", { username: "另一个名字" }, "另一个名字"],
  ]
  const answers = await whileFull(() => Promise.all(forms.map(([path, fields]) => post(path, fields))))
  for (const [index, [path, fields, kept]] of forms.entries()) {
    const { status, body } = answers[index] ?? { status: 0, body: "" }
    expect(status, `${path} ${fields.intent}`).toBe(503)
    if (kept) expect(body, `${path} ${fields.intent}`).toContain(kept)
  }
  for (const [path, fields] of forms) expect((await post(path, fields)).status, path).toBeLessThan(400)
})

test("an import and texts that move name what was not kept, and are kept once there is room", async () => {
  await saveNovel()
  const exported = await fetch(`${app.origin}/my-novels/export`, { headers: { Cookie: cookie } })
  const library = new File([await exported.bytes()], "library.zip", { type: "application/zip" })
  cookie = await newAccount()
  const form = new FormData()
  form.set("library", library)
  const importLibrary = async () => {
    const headers = { Cookie: cookie, Accept: "text/html" }
    const answer = await fetch(`${app.origin}/my-novels/import`, { method: "POST", headers, body: form })
    return { status: answer.status, body: await answer.text() }
  }
  const text: MovableText = {
    key: "k",
    id: null,
    text: "渡口的灯。",
    prompt: "",
    level: 1,
    sections: [],
    novel: null,
  }
  const move = () => post("/my-novels/move", { entries: JSON.stringify([text]) })

  const [imported, moved] = await whileFull(() => Promise.all([importLibrary(), move()]))
  expect(imported.body).toMatch(/这次没有新导入的小说[\s\S]*服务暂时连接不上/)
  expect(imported.body).toContain('name="library"')
  expect(moved.body).toMatch(/这次没有新存进的文字[\s\S]*渡口的灯[\s\S]*服务暂时连接不上/)
  expect((await get("/my-novels")).body).not.toMatch(/渡口的灯|雨夜的灯塔/)
  expect((await importLibrary()).body).toMatch(/导入了 (?:<!-- -->)?\d+/)
  expect((await move()).body).toContain("已存进 1 篇")
  expect((await get("/my-novels")).body).toMatch(/渡口的灯[\s\S]*雨夜的灯塔|雨夜的灯塔[\s\S]*渡口的灯/)
})

test("a text goes on in memory while none is stored, and is stored whole once there is room", async () => {
  const before = await writeSome()
  await expect.poll(() => lengthOf(before), STORED_WITHIN).toBeGreaterThan(0)
  const stored = await whileFull(async () => {
    const length = await lengthOf(before)
    const during = await writeSome()
    await untilWritten(before, length + SOME_CHARACTERS)
    for (const id of [before, during]) expect((await post(`/generations/${id}/stop`, {})).status).toBe(303)
    const texts = await Promise.all([before, during].map(wholeText))
    expect(await lengthOf(before)).toBe(length)
    expect(await statusOf(during)).toBeNull()
    return { length, texts, ids: [before, during] }
  })
  for (const [index, id] of stored.ids.entries()) {
    const whole = stored.texts[index] ?? ""
    expect(whole.length).toBeGreaterThan(index === 0 ? stored.length : 0)
    await expect.poll(() => statusOf(id), STORED_WITHIN).toBe("stopped")
    expect(await storedText(id)).toBe(whole)
  }
})

test("nothing that was acknowledged is lost with the processes", async () => {
  const kept = await saveNovel()
  const written = await writeSome()
  await post(`/generations/${written}/stop`, {})
  const whole = await wholeText(written)
  await expect.poll(() => statusOf(written), STORED_WITHIN).toBe("stopped")
  const fields = { ...NOVEL, title: "没有存下的", key: crypto.randomUUID() }
  line.isFull = true
  expect((await post("/save", fields)).status).toBe(503)
  app.child.kill("SIGKILL")
  await backend.kill()
  line.isFull = false
  await startBackend()
  await start()

  expect((await get(`/novels/${kept}`)).status).toBe(200)
  expect(await wholeText(written)).toBe(whole)
  expect((await get("/my-novels")).body).not.toContain(fields.title)
  expect([200, 303]).toContain((await post("/save", fields)).status)
  expect((await get("/my-novels")).body).toContain(fields.title)
})

async function startBackend(): Promise<void> {
  backend = await startEmbeddedBackend({ dataDir, isBusy: true, hashCost: CHEAP_HASH_COST })
  admin = createClient<Database>(backend.url, backend.secretKey, { auth: { persistSession: false } })
}

async function start(): Promise<void> {
  app = await startApp({
    SUPABASE_URL: line.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
    DEMO_CHARACTERS_PER_SECOND: CHARACTERS_PER_SECOND,
  })
}

async function whileFull<Value>(act: () => Promise<Value>): Promise<Value> {
  line.isFull = true
  try {
    return await act()
  } finally {
    line.isFull = false
  }
}

/** Registers an account, and returns the cookies of its browser. */
async function newAccount(): Promise<string> {
  cookie = ""
  const { headers } = await post("/login", { intent: "register", email: newEmail(), password: PASSWORD })
  return (headers["set-cookie"] ?? []).map((set) => set.split(";")[0]).join("; ")
}

async function saveNovel(): Promise<string> {
  const saved = await post("/save", { ...NOVEL, is_public: "on", key: crypto.randomUUID() })
  expect(saved.status).toBe(200)
  return /\/shared\/([0-9a-f-]{36})/.exec(saved.body)?.[1] ?? ""
}

/** Begins a text, and returns its id when some of it is written. */
async function writeSome(): Promise<string> {
  const answer = await post("/", { ...WRITING, key: crypto.randomUUID() })
  expect(answer.status).toBe(303)
  const id = /[?&]generation=([\w-]{22})/.exec(answer.headers.location ?? "")?.[1] ?? ""
  await untilWritten(id, SOME_CHARACTERS)
  return id
}

/** Reads more and more of its events, until they tell so many characters. */
async function untilWritten(id: string, characters: number): Promise<void> {
  const headers = { Cookie: cookie, Accept: "text/event-stream" }
  for (let readBytes = 2_000, told = 0; told < characters; readBytes += 2_000) {
    const { body } = await ask(`${app.origin}/generations/${id}/events`, { headers, readBytes })
    expect(body).not.toMatch(/^event: (?:done|failed|gone)$/m)
    const texts = body
      .split("\n\n")
      .slice(0, -1)
      .filter((event) => /^event: text$/m.test(event))
    const last = JSON.parse(/^data: (.*)$/m.exec(texts.at(-1) ?? "")?.[1] ?? '{"at":0,"text":""}')
    told = last.at + last.text.length
  }
}

async function wholeText(id: string): Promise<string> {
  const headers = { Cookie: cookie, Accept: "application/json" }
  const answer = await ask(`${app.origin}/generations/${id}/text`, { headers })
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body).text
}

/** What the database has. */
async function storedText(id: string): Promise<string> {
  const { data } = await admin.rpc("get_generation", { p_id: id }).throwOnError()
  return data[0]?.text ?? ""
}

async function lengthOf(id: string): Promise<number> {
  return (await storedText(id)).length
}

async function statusOf(id: string): Promise<string | null> {
  const found = admin.from("generations").select("status").eq("id", id).maybeSingle()
  return (await found.throwOnError()).data?.status ?? null
}

function get(path: string): Promise<Answer> {
  return ask(app.origin + path, { headers: { Accept: "text/html", Cookie: cookie } })
}

function post(path: string, fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields).toString()
  return ask(app.origin + path, { method: "POST", headers: { ...FORM, Cookie: cookie }, body })
}
