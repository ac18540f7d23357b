import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { createClient } from "@supabase/supabase-js"
import { beforeAll, describe, expect, test } from "vitest"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import { nodeEnvironment } from "../support/node-environment.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"
import { newTameText } from "../support/tame-text.ts"

const SCRIPT = join(import.meta.dirname, "../../scripts/reports.ts")
const TEXT = "雨停的时候，修表匠听见怀表里有人说话。"
const GONE = "内容不存在或已被删除"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let author: AppVisitor

beforeAll(async () => {
  author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
})

describe("a report", () => {
  test("is a form with the gravest reason first, and is stored as it was filled in", async () => {
    const id = await saveNovel({ title: "怀表" })
    const reader = new AppVisitor()
    expect(await pageOf(await reader.fetch(`/shared/${id}`))).toContain(`href="/shared/${id}/report"`)
    const page = await pageOf(await reader.fetch(`/shared/${id}/report`))
    expect(page).toContain("《怀表》")
    expect(
      /name="reason"[^>]*value="([a-z-]+)"|value="([a-z-]+)"[^>]*name="reason"/.exec(page)?.slice(1),
    ).toContain("minors")
    const [, key = ""] = /name="key" value="([^"]+)"/.exec(page) ?? []
    const fields = { reason: "minors", note: " 第三段\r\n有问题\0 ", email: " Reader@Example.com ", key }
    const answers = await Promise.all([1, 2].map(() => reader.post(`/shared/${id}/report`, formOf(fields))))
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(await pageOf(answer)).toContain("举报已收到")
    }
    expect(await reportsOf(id)).toMatchObject([
      { reason: "minors", note: "第三段\n有问题", email: "reader@example.com", state: "open" },
    ])
  })

  test("from another form or person is a new one; note and address are optional", async () => {
    const id = await saveNovel({})
    const reader = new AppVisitor()
    await reader.fetch("/")
    for (const visitor of [reader, reader, new AppVisitor()]) {
      const key = visitor === reader ? crypto.randomUUID() : "same"
      expect((await visitor.post(`/shared/${id}/report`, formOf({ reason: "other", key }))).status).toBe(200)
    }
    const reports = await reportsOf(id)
    expect(reports).toMatchObject(Array.from({ length: 3 }, () => ({ note: "", email: null })))
    expect(new Set(reports.map(({ reporter }) => reporter)).size).toBe(2)
  })

  test.each<[string, Record<string, string>, string]>([
    ["no reason", {}, "请选择一个举报原因。"],
    ["an unknown reason", { reason: "dull" }, "请选择一个举报原因。"],
    ["a note that is too long", { reason: "other", note: "长".repeat(1_001) }, "最多 1000 个字符。"],
    ["an invalid address", { reason: "other", email: "me@" }, "邮箱地址格式不对，可以留空。"],
  ])("with %s is refused, and the form is kept", async (_, fields, sentence) => {
    const id = await saveNovel({})
    const typed = { note: "写下的说明", email: "", key: "the key", ...fields }
    const answer = await new AppVisitor().post(`/shared/${id}/report`, formOf(typed))
    expect(answer.status).toBe(400)
    const page = await pageOf(answer)
    expect(page).toContain(sentence)
    expect(page).toContain(`>${typed.note}</textarea>`)
    expect(page).toContain('name="key" value="the key"')
    if (typed.email) expect(page).toContain(`value="${typed.email}"`)
    expect(await reportsOf(id)).toEqual([])
  })

  test("accepts the longest note, whatever its characters are", async () => {
    const id = await saveNovel({})
    const note = "𠮷".repeat(1_000)
    expect((await report(id, { note })).status).toBe(200)
    expect(await reportsOf(id)).toMatchObject([{ note }])
  })

  test("about a private, missing or invalid novel is answered like the novel's own page", async () => {
    const secret = await saveNovel({ is_public: "" })
    for (const [id, status] of [
      [secret, 404],
      [crypto.randomUUID(), 404],
      ["not-an-id", 400],
    ] as const) {
      expect((await new AppVisitor().fetch(`/shared/${id}/report`)).status).toBe(status)
      const answer = await report(id)
      expect(answer.status).toBe(status)
      expect(await pageOf(answer)).toContain(GONE)
      expect(await reportsOf(secret)).toEqual([])
    }
  })

  test("needs no age, and reveals nothing of an adult novel", async () => {
    const id = await saveNovel({ title: "门后的灯", content_level: "4" })
    const page = await pageOf(await new AppVisitor().fetch(`/shared/${id}/report`))
    expect(page).not.toContain("门后的灯")
    expect(page).toContain("举报原因")
    expect((await report(id)).status).toBe(200)
    expect(await reportsOf(id)).toHaveLength(1)
  })
})

describe("the operator", () => {
  test("lists open reports, the gravest first, without a word of any novel", async () => {
    const id = await saveNovel({ title: "列表里没有的题" })
    await report(id, { reason: "other", note: "列表里没有的说明" })
    await report(id, { reason: "minors" })
    const { stdout } = await operator("list")
    const reasons = stdout
      .split("\n")
      .filter((line) => line.includes(id))
      .map((line) => line.trim().split(/\s{2,}/)[2])
    expect(reasons).toEqual(["minors", "other"])
    for (const word of ["列表里没有的题", "列表里没有的说明", TEXT]) expect(stdout).not.toContain(word)
  })

  test("sees a report with the title and first lines, which cannot control the terminal", async () => {
    const esc = String.fromCharCode(27)
    const id = await saveNovel({
      title: "怀表",
      content: `${TEXT}${esc}[2J\n${"很长的一段。\n".repeat(60)}末尾`,
    })
    await report(id, { note: `${esc}]0;x 说明\u202e`, email: "reader@example.com" })
    const [stored] = await reportsOf(id)
    const { stdout } = await operator("show", String(stored?.id))
    for (const word of ["怀表", TEXT, "说明", "reader@example.com", id, "public, level 1"]) {
      expect(stdout).toContain(word)
    }
    expect(stdout).not.toContain("末尾")
    for (const control of [esc, "\u202e"]) expect(stdout).not.toContain(control)
  })

  test("dismisses a report once, and the novel stays", async () => {
    const id = await saveNovel({})
    await report(id)
    const [stored] = await reportsOf(id)
    expect((await operator("dismiss", String(stored?.id))).code).toBe(0)
    expect(await reportsOf(id)).toMatchObject([{ state: "dismissed", settled_at: expect.any(String) }])
    expect((await operator("dismiss", String(stored?.id))).code).toBe(1)
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(200)
  })

  test("takes a novel down: its link and file close at once, and its author cannot open it again", async () => {
    const id = await saveNovel({ title: "要下架的" })
    await report(id)
    expect((await operator("take-down", id, "--reason", "含有他人的住址")).stdout).toContain("settled: 1")
    expect(await reportsOf(id)).toMatchObject([{ state: "upheld" }])

    const files = EXPORT_FORMATS.map((format) => `/shared/${id}/${format.path}`)
    for (const path of [`/shared/${id}`, ...files, `/shared/${id}/report`]) {
      for (const visitor of [new AppVisitor(), author]) {
        const answer = await visitor.fetch(path)
        expect(answer.status, path).toBe(410)
        const page = await pageOf(answer)
        expect(page).toContain("违反内容规则")
        for (const word of ["要下架的", TEXT, "含有他人的住址"]) expect(page).not.toContain(word)
      }
    }
    const late = await report(id)
    expect(late.status).toBe(410)
    expect(await pageOf(late)).toContain("这篇小说已下架")

    const own = await pageOf(await author.fetch(`/novels/${id}`))
    for (const word of [TEXT, "原因：含有他人的住址", "正文仍然是你的"]) expect(own).toContain(word)
    expect(own).not.toContain('value="publish"')
    const shelf = await pageOf(await author.fetch("/my-novels?query=要下架的"))
    for (const word of ["已下架，仅自己可见", "原因：含有他人的住址"]) expect(shelf).toContain(word)

    const published = await author.post(`/novels/${id}`, formOf({ intent: "publish" }))
    expect(published.status).toBe(403)
    expect((await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: "改过的" }))).status).toBe(
      303,
    )
    expect((await author.post(`/novels/${id}`, formOf({ intent: "unpublish" }))).status).toBe(303)
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(410)
  })

  test("restores a novel, which stays private until its author publishes it", async () => {
    const id = await saveNovel({})
    await operator("take-down", id)
    expect(await pageOf(await author.fetch(`/novels/${id}`))).toContain("经人工核对违反内容规则")
    expect((await operator("restore", id)).code).toBe(0)
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(404)
    expect((await author.post(`/novels/${id}`, formOf({ intent: "publish" }))).status).toBe(303)
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(200)
    expect((await operator("restore", id)).code).toBe(1)
  })

  test("saving the same form again does not reopen the novel", async () => {
    const key = crypto.randomUUID()
    const content = newTameText()
    const id = await saveNovel({ key, content })
    await operator("take-down", id)
    const again = await author.post("/save", formOf({ title: "一篇", content, is_public: "on", key }))
    expect(again.status).toBe(403)
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(410)
  })

  test("takes down the text, not the row: a new copy stays private for everyone until the text is restored", async () => {
    const content = newTameText()
    const changed = `${newTameText(1)}\n\n${content.split("\n").slice(1).join("  ！\n")}`
    const id = await saveNovel({ content })
    await operator("take-down", id)
    const other = new AppVisitor()
    await other.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))

    for (const visitor of [author, other]) {
      for (const copy of [content, changed]) {
        const title = "别的题目"
        const fields = { title, content: copy, content_level: "1", key: crypto.randomUUID() }
        const refused = await visitor.post("/save", formOf({ ...fields, is_public: "on" }))
        expect(refused.status).toBe(403)
        const page = await pageOf(refused)
        expect(page).toContain("这段正文曾因违反内容规则被下架，不能公开。")
        expect(page).toContain(`value="${title}"`)

        expect((await visitor.post("/save", formOf(fields))).status).toBe(303)
        const kept = await newestNovel(visitor)
        const published = await visitor.post(`/novels/${kept}`, formOf({ intent: "publish" }))
        expect(published.status).toBe(403)
        expect(await pageOf(published)).toContain("这段正文曾因违反内容规则被下架")
        expect((await new AppVisitor().fetch(`/shared/${kept}`)).status).toBe(404)
      }
    }
    const open = await saveNovel({})
    const edited = await author.post(`/novels/${open}/edit`, formOf({ intent: "save", text: changed }))
    expect(edited.status).toBe(403)
    expect(await pageOf(edited)).toContain(changed.split("\n")[0])

    expect((await operator("restore", id)).code).toBe(0)
    const kept = await newestNovel(other)
    expect((await other.post(`/novels/${kept}`, formOf({ intent: "publish" }))).status).toBe(303)
    expect((await new AppVisitor().fetch(`/shared/${kept}`)).status).toBe(200)
  })

  test("a text stays taken down when its author deletes the novel, until it is restored", async () => {
    const content = newTameText()
    const id = await saveNovel({ content })
    await operator("take-down", id)
    await deleteForGood(id)
    const again = { title: "一篇", content, is_public: "on", key: crypto.randomUUID() }
    expect((await author.post("/save", formOf(again))).status).toBe(403)
    expect((await operator("restore", id)).stdout).toContain("its text may be published again")
    expect((await author.post("/save", formOf(again))).status).toBe(200)
  })

  test("keeps a report whose novel its author deleted", async () => {
    const id = await saveNovel({})
    await report(id)
    await author.post(`/novels/${id}`, formOf({ intent: "delete" }))
    const [stored] = await reportsOf(id)
    expect((await operator("show", String(stored?.id))).stdout).toContain("in its author's bin")
    await deleteForGood(id)
    expect((await operator("show", String(stored?.id))).stdout).toContain("deleted by its author")
  })

  test.each([
    [[]],
    [["show"]],
    [["show", "x"]],
    [["take-down", "x"]],
    [["take-down", crypto.randomUUID()]],
    [["restore", crypto.randomUUID()]],
    [["show", "999999"]],
    [["list", "--all"]],
    [["take-down", crypto.randomUUID(), "--reason", "长".repeat(201)]],
  ])("is told what is not possible: %j", async (parameters) => {
    const { code, stdout, stderr } = await operator(...parameters)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr.trim()).not.toBe("")
    expect(stderr).not.toContain("at ")
  })
})

describe("the operator of the embedded backend", () => {
  let backend: EmbeddedBackend

  beforeAll(async () => {
    backend = await startEmbeddedBackend()
    return () => backend.stop()
  })

  test("finds the backend by its data folder while it runs, and is told when it does not", async () => {
    const variables = { DATA_DIR: backend.dataDir }
    expect(await run(["list"], variables)).toMatchObject({ code: 0, stdout: "No open reports.\n" })
    await backend.kill()
    const ended = await run(["list"], variables)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toContain("does not answer")
    expect((await run(["list"], { DATA_DIR: join(backend.dataDir, "none") })).stderr).toContain("No backend")
  })
})

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function operator(...parameters: string[]): Promise<Ended> {
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env
  return run(parameters, { SUPABASE_URL, SUPABASE_SECRET_KEY })
}

async function run(parameters: string[], variables: Record<string, string>): Promise<Ended> {
  const env = { ...nodeEnvironment(), ...variables }
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [SCRIPT, ...parameters], { env })) }
  } catch (error) {
    return error as Ended
  }
}

function report(id: string, fields: Record<string, string> = {}): Promise<Response> {
  const form = formOf({ reason: "other", key: crypto.randomUUID(), ...fields })
  return new AppVisitor().post(`/shared/${id}/report`, form)
}

async function reportsOf(novelId: string) {
  const { data } = await admin.from("reports").select().eq("novel_id", novelId).order("id").throwOnError()
  return data
}

async function saveNovel(fields: Record<string, string>): Promise<string> {
  const title = fields.title ?? "一篇"
  const form = {
    title,
    // Unique, because what one test takes down no other test could publish.
    content: `${TEXT}\n${newTameText()}`,
    is_public: "on",
    content_level: "1",
    key: crypto.randomUUID(),
    ...fields,
  }
  expect((await author.post("/save", formOf(form))).status).toBeLessThan(400)
  const shelf = await (await author.fetch(`/my-novels?${new URLSearchParams({ query: title })}`)).text()
  return /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1] ?? ""
}

async function deleteForGood(id: string): Promise<void> {
  await author.post(`/novels/${id}`, formOf({ intent: "delete" }))
  const deleted = await author.post("/my-novels/bin", formOf({ intent: "delete-for-good", id }))
  expect(deleted.status).toBe(303)
}

async function newestNovel(visitor: AppVisitor): Promise<string> {
  const shelf = await (await visitor.fetch("/my-novels")).text()
  return /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1] ?? ""
}
