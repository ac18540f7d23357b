import { createClient } from "@supabase/supabase-js"
import { beforeEach, describe, expect, test } from "vitest"
import { EMPTY_MEMORY, type MemoryEntry } from "#app/domain/memory/story-memory.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const WIRE = { prompt: "渡口的故事", erotic_level: "1", length: "1", reference_text: "" }
const BANNED = "写一个17岁高中女生和老师上床的故事"
const CHANGED = "刚在别处改过"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let author: AppVisitor
let title = ""

beforeEach(async () => {
  author = await signedIn()
  // Other files save novels at the same time. What an address of the database might read as its own stays a title.
  title = `渡口 (“灯”, eq.1 & 2) ${crypto.randomUUID()}`
})

describe("saving what continues a saved novel", () => {
  test("updates that novel: its text, memory, level and reader's sections, but not its title", async () => {
    const { novel, first } = await savedFirst()
    await admin
      .from("novels")
      .update({ content_level: 3, sections: [{ title: "灯", at: 0 }] })
      .eq("id", novel)
      .throwOnError()
    const second = await write({ novel })
    expect((await save(second, { title: "没改的", former_title: "没改的" })).status).toBe(303)
    const row = await rowOf(novel)
    expect(row.title).toBe(title)
    expect(row.content).toBe(`${await textOf(first)}\n\n${await textOf(second)}`)
    expect(row.content_level).toBe(3)
    expect(row.reviewed_at).not.toBeNull()
    expect(row.sections).toContainEqual({ title: "灯", at: 0 })
    expect(await novelsOf(author)).toBe(1)
  })

  test("goes on so: what continues that, and other versions of it, update the same novel", async () => {
    const { novel, first } = await savedFirst()
    const second = await write({ continues: first })
    await save(second)
    const third = await write({ continues: second })
    await save(third)
    expect((await rowOf(novel)).content).toMatch(new RegExp(`${await textOf(third)}$`))
    const answer = await author.post(`/generations/${third}/rewrite`, formOf({ key: crypto.randomUUID() }))
    const other = await finished(answer)
    await save(other)
    expect((await rowOf(novel)).content).toMatch(new RegExp(`${await textOf(other)}$`))
    expect(await novelsOf(author)).toBe(1)
  })

  test("a part that was saved only after the next one was begun is no change from elsewhere", async () => {
    const first = await write({})
    const second = await write({ continues: first })
    const third = await write({ continues: second })
    for (const part of [first, second, third]) {
      expect((await save(part)).status).toBe(303)
      expect(await novelsOf(author)).toBe(1)
    }
    const { data } = await admin.from("novels").select("content").eq("title", title).single().throwOnError()
    expect(data.content).toMatch(new RegExp(`${await textOf(third)}$`))
  })

  test("knows a novel by its text, where this device has kept that and nothing else", async () => {
    const { novel, first } = await savedFirst()
    const second = await write({ existing_text: await textOf(first) })
    await save(second)
    expect((await rowOf(novel)).content).toMatch(new RegExp(`${await textOf(second)}$`))
    expect(await novelsOf(author)).toBe(1)
  })

  test("goes on where its author edits the text on the desk", async () => {
    const { novel, first } = await savedFirst()
    const text = `${await textOf(first)}\n她又添了一句。`
    const fields = { intent: "save", editor: crypto.randomUUID(), text }
    const answer = await author.post(`/generations/${first}/edit`, formOf(fields))
    expect(answer.status).toBe(303)
    const edited = /[?&]generation=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
    expect((await save(edited)).status).toBe(303)
    expect((await rowOf(novel)).content).toMatch(/她又添了一句。$/)
    expect(await novelsOf(author)).toBe(1)
  })

  test("pressed twice, or again later, changes nothing more, and renames where the title is another", async () => {
    const { novel } = await savedFirst()
    const second = await write({ novel })
    const key = crypto.randomUUID()
    const both = await Promise.all([save(second, { key }), save(second, { key })])
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    const row = await rowOf(novel)
    expect((await save(second, { title: "新渡口" })).status).toBe(303)
    expect(await rowOf(novel)).toMatchObject({ title: "新渡口", content: row.content })
    expect(await novelsOf(author)).toBe(1)
  })

  test("makes another one where its author asks for that, and the next part then belongs to it", async () => {
    const { novel, first } = await savedFirst()
    const second = await write({ novel })
    const another = crypto.randomUUID()
    expect((await save(second, { as: "new", title: another })).status).toBe(303)
    expect((await rowOf(novel)).content).toBe(await textOf(first))
    const third = await write({ continues: second })
    await save(third)
    expect(await novelsOf(author)).toBe(2)
    const { data } = await admin.from("novels").select("content").eq("title", another).single().throwOnError()
    expect(data.content).toMatch(new RegExp(`${await textOf(third)}$`))
  })

  test("keeps the lines that its author has written into its memory meanwhile", async () => {
    const { novel } = await savedFirst()
    const second = await write({ novel })
    const entry: MemoryEntry = {
      id: "own",
      kind: "fact",
      name: "灯是旧的",
      aliases: [],
      fixed: "",
      now: "",
      at: 0,
      by: "author",
      open: true,
    }
    const memory = { ...EMPTY_MEMORY, readTo: 1, entries: [entry] }
    await admin
      .from("novel_memories")
      .update({ memory: memory as never })
      .eq("novel_id", novel)
      .throwOnError()
    await save(second)
    const { data } = await admin.from("novel_memories").select().eq("novel_id", novel).single().throwOnError()
    expect(JSON.stringify(data.memory)).toContain("灯是旧的")
    expect(data.prompt).toBe(WIRE.prompt)
  })
})

describe("a novel that was changed elsewhere meanwhile", () => {
  test.each([
    ["longer", (content: string) => `${content}\n\n她又添了一段。`],
    ["shorter", (content: string) => content.slice(0, -20)],
  ])("(%s) is not written over until its author says so, to exactly that", async (_, changed) => {
    const { novel } = await savedFirst()
    const second = await write({ novel })
    const edited = changed((await rowOf(novel)).content)
    await edit(novel, edited)
    const refused = await save(second)
    expect(refused.status).toBe(409)
    const page = await pageOf(refused)
    expect(page).toContain(CHANGED)
    expect(page).toContain("另存为新的一篇")
    const over = /[0-9a-f]{32}/.exec(/<button[^>]*"over"[^>]*>/.exec(page)?.[0] ?? "")?.[0] ?? ""
    expect((await rowOf(novel)).content).toBe(edited)

    await edit(novel, `${edited}再改。`)
    expect((await save(second, { over })).status).toBe(409)
    await edit(novel, edited)
    expect((await save(second, { over })).status).toBe(303)
    expect((await rowOf(novel)).content).toMatch(new RegExp(`${await textOf(second)}$`))
  })

  test("can be left alone, and the text saved as another", async () => {
    const { novel } = await savedFirst()
    const second = await write({ novel })
    await edit(novel, "只剩这一句。")
    expect((await save(second, { as: "new", title: crypto.randomUUID() })).status).toBe(303)
    expect((await rowOf(novel)).content).toBe("只剩这一句。")
    expect(await novelsOf(author)).toBe(2)
  })

  test("keeps a new title and new sections, and a visibility, that its author gave it there", async () => {
    const { novel, first } = await savedFirst()
    const second = await write({ novel })
    await change(novel, { intent: "rename", text: "别处的题" })
    await change(novel, { intent: "publish" })
    const start = (await textOf(first)).split(/\n+/)[1] ?? ""
    await change(novel, { intent: "add-section", text: "别处的节", start })
    expect((await save(second)).status).toBe(200)
    const row = await rowOf(novel)
    expect(row).toMatchObject({ title: "别处的题", is_public: true })
    expect(JSON.stringify(row.sections)).toContain("别处的节")
  })

  test("that is gone is made anew, once, and the page says so", async () => {
    const { novel } = await savedFirst()
    const second = await write({ novel })
    await change(novel, { intent: "delete" })
    expect(await pageOf(await author.fetch(`/save?generation=${second}`))).toContain("已经删除了")
    const answer = await save(second, { title: "又一个渡口", stay: "" })
    expect(await pageOf(answer)).toContain("savedAnew")
    expect((await save(second, { title: "又一个渡口" })).status).toBe(303)
    expect(await novelsOf(author)).toBe(1)
    expect(await pageOf(await author.fetch(`/?novel=${novel}`))).toContain("找不到这篇小说")
  })
})

describe("a public novel", () => {
  test("that is updated is read with its new text at its link", async () => {
    const { novel } = await savedFirst()
    await change(novel, { intent: "publish" })
    const second = await write({ novel })
    const answer = await save(second, { is_public: "on", was_public: "on" })
    expect(await pageOf(answer)).toContain(`/shared/${novel}`)
    const last = (await textOf(second)).split("\n").at(-1) ?? ""
    expect(await pageOf(await new AppVisitor().fetch(`/shared/${novel}`))).toContain(last)
  })

  test.each<Record<string, string>>([{ is_public: "on", was_public: "on" }, { is_public: "" }])(
    "is not updated with what the ban refuses (%j)",
    async (fields) => {
      const { novel, first } = await savedFirst()
      await change(novel, { intent: "publish" })
      const second = await write({ novel })
      await admin.from("generations").update({ body: BANNED }).eq("id", second).throwOnError()
      const answer = await save(second, fields)
      expect(answer.status).toBe(422)
      expect(await pageOf(answer)).toContain("不能保存或公开")
      expect(await rowOf(novel)).toMatchObject({ content: await textOf(first), is_public: true })
    },
  )

  test("that was taken down is updated for its author alone", async () => {
    const { novel } = await savedFirst()
    await change(novel, { intent: "publish" })
    const second = await write({ novel })
    const now = new Date().toISOString()
    await admin.from("novels").update({ is_public: false, taken_down_at: now }).eq("id", novel).throwOnError()
    expect((await save(second, { is_public: "on" })).status).toBe(403)
    expect((await save(second)).status).toBe(303)
    expect(await rowOf(novel)).toMatchObject({ is_public: false, taken_down_at: expect.any(String) })
  })
})

describe("whose novel it is", () => {
  test("the server checks, not the form: a stranger neither continues nor updates it", async () => {
    const { novel, first } = await savedFirst()
    const before = await rowOf(novel)
    author = await signedIn()
    const fields = { ...WIRE, novel, key: crypto.randomUUID() }
    expect((await author.post("/", formOf(fields))).status).toBe(404)
    const own = await write({})
    // Neither these fields nor a row of the own generation's opens another's novel.
    await save(own, { novel, saved_as: novel, title: crypto.randomUUID() })
    const hash = "0".repeat(32)
    await admin.from("generations").update({ saved_as: novel, saved_hash: hash }).eq("id", own).throwOnError()
    await save(own, { over: hash, title: crypto.randomUUID() })
    expect(await rowOf(novel)).toEqual(before)
    expect(await pageOf(await author.fetch(`/?generation=${own}`))).not.toContain(title)
    expect((await save(first)).status).toBe(410)
  })

  test("an ended session saves nothing, and the next one updates the novel", async () => {
    const { novel } = await savedFirst()
    const second = await write({ novel })
    const back = author.copy()
    author.forgetSession()
    const answer = await save(second)
    expect(answer.status).toBe(401)
    const page = await author.fetch(`/?novel=${novel}`)
    expect(page.headers.get("Location")).toMatch(/^\/login\?next=/)
    author = back
    expect((await save(second)).status).toBe(303)
    expect(await novelsOf(author)).toBe(1)
  })
})

test("the desk shows the novel to go on with at once, with what its author asked for", async () => {
  const { novel, first } = await savedFirst()
  const page = await pageOf(await author.fetch(`/?novel=${novel}`))
  expect(page).toContain((await textOf(first)).split("\n")[0])
  expect(page).toContain("正在接着写")
  expect(page).toMatch(new RegExp(`<textarea[^>]*name="prompt"[^>]*>${WIRE.prompt}</textarea>`))
  const second = await write({ novel })
  expect(await pageOf(await author.fetch(`/?generation=${second}`))).toContain("接着写的是")
  await save(second)
  const saved = await pageOf(await author.fetch(`/?generation=${second}`))
  expect(saved).toContain("已保存为")
  expect(saved).toContain(`href="/novels/${novel}"`)
})

async function savedFirst(): Promise<{ novel: string; first: string }> {
  const first = await write({})
  expect((await save(first)).status).toBe(303)
  const { data } = await admin.from("novels").select("id").eq("title", title).single().throwOnError()
  return { novel: data.id, first }
}

async function write(fields: Record<string, string>): Promise<string> {
  return finished(await author.post("/", formOf({ ...WIRE, ...fields, key: crypto.randomUUID() })))
}

async function finished(answer: Response): Promise<string> {
  expect(answer.status).toBe(303)
  const location = new URL(answer.headers.get("Location") ?? "", "http://localhost")
  const id = location.searchParams.get("generation") ?? ""
  // The demo writer knows only so much, and the third part may be short of its length.
  expect(await (await author.fetch(`/generations/${id}/events`)).text()).toMatch(
    /event: done|"failure":"short"/,
  )
  return id
}

/** Sends the form of the save page of a generation, with the title that it began with. */
function save(generation: string, fields: Record<string, string> = {}): Promise<Response> {
  const form = {
    generation,
    title,
    former_title: title,
    key: crypto.randomUUID(),
    content: "",
    content_level: "1",
  }
  return author.post(`/save?generation=${generation}`, formOf({ ...form, ...fields }))
}

async function edit(novel: string, text: string): Promise<void> {
  const form = formOf({ intent: "save", text })
  expect((await author.post(`/novels/${novel}/edit`, form)).status).toBe(303)
}

async function change(novel: string, fields: Record<string, string>): Promise<void> {
  expect((await author.post(`/novels/${novel}`, formOf(fields))).status).toBe(303)
}

async function textOf(generation: string): Promise<string> {
  const { data } = await admin.from("generations").select("body").eq("id", generation).single().throwOnError()
  return data.body ?? ""
}

async function rowOf(novel: string) {
  const { data } = await admin.from("novels").select().eq("id", novel).single().throwOnError()
  return data
}

async function novelsOf(visitor: AppVisitor): Promise<number> {
  const page = await pageOf(await visitor.fetch("/my-novels"))
  return new Set(page.match(/\/novels\/[0-9a-f-]{36}/g)).size
}

async function signedIn(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await visitor.post("/login", formOf(account))).status).toBe(303)
  return visitor
}
