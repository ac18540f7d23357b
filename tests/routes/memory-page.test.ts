import { createClient } from "@supabase/supabase-js"
import { beforeAll, describe, expect, test } from "vitest"
import { entryMark, type MemoryEntry, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const STORY = "沈重山站在渡口。\n\n苏晚照把青玉印收进柜子。\n\n沈重山走了。"
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "1", length: "1", reference_text: "" }
const BANNED = "十五岁的女孩和老师发生了关系"
const SHEN = entry({ id: "1", name: "沈重山", aliases: ["老沈"], fixed: "更夫", now: "在渡口" })
const THREAD = entry({ id: "2", kind: "thread", name: "船钱还没还清", fixed: "开春以前", at: 10 })
const MEMORY: StoryMemory = {
  readTo: 10,
  sections: [{ from: 0, to: 10, hash: "h", line: "沈重山来到渡口" }],
  entries: [SHEN, THREAD],
}

const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})
let author: AppVisitor
let stranger: AppVisitor

beforeAll(async () => {
  author = await signedUp()
  stranger = await signedUp()
})

/** Where a memory is kept, as the tests put it there and look at it. */
interface Kept {
  page: string
  kept(): Promise<StoryMemory>
  keep(memory: unknown): Promise<void>
}

const PLACES: [string, () => Promise<Kept>][] = [
  ["a generation", () => keptGeneration()],
  ["a novel", () => keptNovel()],
]

describe.each(PLACES)("the memory of %s", (_, made) => {
  let place: Kept
  beforeAll(async () => {
    place = await made()
  })
  const send = (fields: Record<string, string>, visitor = author) => visitor.post(place.page, formOf(fields))

  test("is shown to its owner, by kinds, with ways to the text, and to nobody else", async () => {
    await place.keep(MEMORY)
    const answer = await author.fetch(place.page)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store")
    const page = await pageOf(answer)
    for (const told of [
      "备忘读到第",
      "人物",
      "沈重山",
      "又叫老沈",
      "更夫",
      "在渡口",
      "线索",
      "前情",
      "沈重山来到渡口",
    ])
      expect(page).toContain(told)
    expect(page).toMatch(/href="[^"]*#p0"/)
    expect(page).not.toContain("苏晚照把青玉印")

    for (const visitor of [stranger, new AppVisitor()]) {
      const other = await visitor.fetch(place.page)
      expect([401, 404]).toContain(other.status)
      expect(await pageOf(other)).not.toContain("更夫")
      const tried = await send({ intent: "remove", id: "1" }, visitor)
      expect([401, 404]).toContain(tried.status)
    }
    expect(await place.kept()).toEqual(MEMORY)
  })

  test("says when it comes to be, as long as there is none", async () => {
    await place.keep(null)
    expect(await pageOf(await author.fetch(place.page))).toContain("还没有备忘")
    const added = await send({
      intent: "add",
      id: "a",
      kind: "object",
      name: "青玉印",
      fixed: "方的",
      is_authors: "on",
    })
    expect(added.status).toBe(200)
    expect((await place.kept()).entries).toMatchObject([{ name: "青玉印", by: "author", fixed: "方的" }])
  })

  test("is changed one entry at a time, and each change can be taken back", async () => {
    await place.keep(MEMORY)
    const edited = await send({
      intent: "edit",
      id: "1",
      seen: entryMark(SHEN),
      name: "沈重山",
      fixed: "船夫",
      is_authors: "on",
    })
    expect(edited.status).toBe(200)
    expect((await place.kept()).entries[0]).toEqual({ ...SHEN, fixed: "船夫", by: "author" })
    const removed = await send({ intent: "remove", id: "2" })
    expect((await place.kept()).entries).toHaveLength(1)
    const page = await pageOf(removed)
    expect(page).toContain("已删除「船钱还没还清」")
    for (const answer of [page, await pageOf(edited)]) {
      const undo = undoIn(answer)
      expect((await send(undo)).status).toBe(200)
      expect((await send(undo)).status).toBe(200)
    }
    const { entries, sections, readTo } = await place.kept()
    expect(entries).toHaveLength(2)
    for (const one of MEMORY.entries) expect(entries).toContainEqual(one)
    expect({ sections, readTo }).toEqual({ sections: MEMORY.sections, readTo: MEMORY.readTo })
  })

  test("an entry that was removed before is said to be, because its author may have missed the answer", async () => {
    await place.keep(MEMORY)
    for (const said of ["已删除「船钱还没还清」", "这一条已经删除了"]) {
      const removed = await send({ intent: "remove", id: "2", kind: "thread" })
      expect(removed.status).toBe(200)
      expect(await pageOf(removed)).toContain(said)
    }
    expect((await place.kept()).entries).toEqual([SHEN])
  })

  test("gives what was typed back where the session has expired, and the next press saves it", async () => {
    await place.keep(MEMORY)
    const expired = author.copy()
    expired.forgetSession()
    for (const [query, own] of [
      ["?entry=1", { intent: "edit", id: "1", kind: "person", seen: entryMark(SHEN), name: "沈重山" }],
      ["?add=fact", { intent: "add", id: "a", kind: "fact", name: "桥断了" }],
    ] as const) {
      const fields = { ...own, fixed: "去年冬天起", now: "在桥头", is_authors: "on" }
      const refused = await expired.post(`${place.page}${query}`, formOf(fields))
      expect([401, 404]).toContain(refused.status)
      const page = await pageOf(refused)
      expect(page).toContain("在新窗口登录")
      expect(page).toContain(">去年冬天起</textarea>")
      expect(page).toContain(">在桥头</textarea>")
      for (const value of Object.values(own)) expect(page).toContain(`value="${value}"`)
      expect(page).not.toContain("更夫")
      expect((await author.post(`${place.page}${query}`, formOf(fields))).status).toBe(200)
    }
    const [first, , added] = (await place.kept()).entries
    expect([first?.now, added?.now]).toEqual(["在桥头", "在桥头"])
  })

  test("is locked and unlocked", async () => {
    await place.keep(MEMORY)
    expect(await pageOf(await send({ intent: "lock", id: "1" }))).toContain("已锁定")
    expect((await place.kept()).entries[0]?.by).toBe("author")
    await send({ intent: "unlock", id: "1" })
    expect(await place.kept()).toEqual(MEMORY)
  })

  test("keeps what two pages change at the same time, and does not overwrite one entry by surprise", async () => {
    await place.keep(MEMORY)
    const names = ["甲", "乙", "丙", "丁"]
    const answers = await Promise.all(
      names.map((name) => send({ intent: "add", id: `n${name.codePointAt(0)}`, kind: "person", name })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await place.kept()).entries.map(({ name }) => name).sort()).toEqual(
      [...names, "沈重山", "船钱还没还清"].sort(),
    )
    const edit = { intent: "edit", id: "1", seen: entryMark(SHEN), name: "沈重山" }
    expect((await send({ ...edit, fixed: "船夫" })).status).toBe(200)
    const late = await author.post(`${place.page}?entry=1`, formOf({ ...edit, fixed: "账房先生" }))
    expect(late.status).toBe(409)
    const page = await pageOf(late)
    expect(page).toContain("刚在别处改过")
    expect(page).toContain("那边写的是：沈重山")
    expect(page).toContain(">账房先生</textarea>")
    const [, seen = ""] = /name="seen" value="([^"]*)"/.exec(page) ?? []
    expect((await send({ ...edit, seen, fixed: "账房先生" })).status).toBe(200)
    expect((await place.kept()).entries[0]?.fixed).toBe("账房先生")
  })

  test.each([
    ["a banned line", { fixed: BANNED }, 422, "涉及未成年人与性或情色的描写"],
    ["a missing name", { name: " " }, 400, "请写上名字"],
    ["a long field", { fixed: "长".repeat(20_000) }, 400, "太长了，最多 120 个字符"],
    ["a long name", { name: "长".repeat(25) }, 400, "太长了，最多 24 个字符"],
  ])("refuses %s and keeps what was typed", async (_, typed, status, said) => {
    await place.keep(MEMORY)
    for (const [query, own] of [
      ["?entry=1", { intent: "edit", id: "1", seen: entryMark(SHEN) }],
      ["?add=person", { intent: "add", id: "a", kind: "person" }],
    ] as const) {
      const fields = { name: "苏晚照", aliases: "苏娘子", fixed: "掌柜", now: "在柜台后面", ...typed }
      const refused = await author.post(`${place.page}${query}`, formOf({ ...own, ...fields }))
      expect(refused.status).toBe(status)
      const page = await pageOf(refused)
      expect(page).toContain(said)
      expect(page).toContain(`value="${fields.name}"`)
      expect(page).toContain('value="苏娘子"')
      expect(page).toContain(`>${fields.fixed}</textarea>`)
      expect(page).toContain(">在柜台后面</textarea>")
    }
    expect(await place.kept()).toEqual(MEMORY)
  })

  test("refuses what is banned only together with the other lines, and a banned line in a forged undo", async () => {
    await place.keep({ ...MEMORY, entries: [entry({ id: "1", name: "小芸", fixed: "十五岁的女孩" })] })
    const together = {
      intent: "add",
      id: "a",
      kind: "fact",
      name: "小芸和老师夜里上床做爱",
      is_authors: "on",
    }
    expect((await send(together)).status).toBe(422)
    const forged = entry({ id: "9", name: "某人", fixed: BANNED })
    const restored = await send({ intent: "restore", id: "9", over: "", entry: JSON.stringify(forged) })
    expect(restored.status).toBe(422)
    expect((await place.kept()).entries).toHaveLength(1)
  })

  test("answers odd forms with a refusal and changes nothing", async () => {
    await place.keep(MEMORY)
    for (const fields of [
      {},
      { intent: "explode", id: "1" },
      { intent: "remove", id: "../1" },
      { intent: "restore", id: "1", entry: "{" },
      { intent: "restore", id: "1", entry: JSON.stringify({ ...SHEN, id: "2" }) },
    ] as Record<string, string>[]) {
      expect((await send(fields)).status).toBe(400)
    }
    expect((await send({ intent: "lock", id: "nobody" })).status).toBe(410)
    expect(await place.kept()).toEqual(MEMORY)
  })

  test("is read whatever stands in the row", async () => {
    const bars = "甲｜乙\n丙〔作者定〕</备忘>"
    for (const odd of [[], 5, { entries: 5 }, { ...MEMORY, entries: [{ ...SHEN, name: bars }] }]) {
      await place.keep(odd)
      expect((await author.fetch(place.page)).status).toBe(200)
    }
  })
})

test("a generation's memory only shows itself while the text is being written", async () => {
  const place = await keptGeneration()
  await place.keep(MEMORY)
  const id = place.page.split("/")[2] ?? ""
  const far = new Date(Date.now() + 600_000).toISOString()
  await admin.from("generations").update({ status: "running", lease_until: far }).eq("id", id).throwOnError()
  const page = await pageOf(await author.fetch(`${place.page}?entry=1&add=person`))
  expect(page).toContain("备忘现在只能看")
  expect(page).toContain("沈重山")
  expect(page).not.toContain('name="intent"')
  const refused = await author.post(place.page, formOf({ intent: "remove", id: "1" }))
  expect(refused.status).toBe(409)
  expect(await pageOf(refused)).toContain("这一篇正在写")
  const typed = { kind: "person", name: "沈重山", fixed: "船夫", now: "在桥头" }
  for (const [query, own] of [
    ["?entry=1", { intent: "edit", id: "1", seen: entryMark(SHEN) }],
    ["?entry=gone", { intent: "edit", id: "gone", seen: "" }],
    ["?add=person", { intent: "add", id: "a" }],
  ] as const) {
    const kept = await author.post(place.page + query, formOf({ ...own, ...typed }))
    expect(kept.status).toBe(409)
    const page = await pageOf(kept)
    expect(page).toContain("写完再保存")
    for (const value of ["船夫", "在桥头"]) expect(page).toContain(`>${value}</textarea>`)
  }
  expect(await place.kept()).toEqual(MEMORY)
  await admin.from("generations").update({ status: "done" }).eq("id", id).throwOnError()
})

test("a novel's memory is its owner's row, and a stranger's token neither reads nor takes it", async () => {
  const place = await keptNovel()
  await place.keep(MEMORY)
  const novel = place.page.split("/")[2]
  const other = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_PUBLISHABLE_KEY ?? "", {
    auth: { persistSession: false },
  })
  const email = newEmail()
  await other.auth.signUp({ email, password: PASSWORD })
  expect((await other.from("novel_memories").select("*")).data).toEqual([])
  const taken = await other.rpc("replace_novel_memory", { p_novel_id: novel, p_before: null, p_memory: {} })
  expect(taken.data === true).toBe(false)
  expect(await place.kept()).toEqual(MEMORY)
  const own = await other.rpc("replace_memory", { p_id: "a", p_owner: "b", p_before: null, p_memory: {} })
  expect(own.error?.code).toBe("42501")
})

test("the last prompt is shown to its owner and to nobody else", async () => {
  const id = await generate(author)
  const path = `/generations/${id}/prompt`
  const answer = await author.fetch(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store")
  const page = await pageOf(answer)
  for (const told of ["系统：写作的规矩", "要求：你写的描述", WIRE.prompt, "提纲", "一共约"])
    expect(page).toContain(told)
  for (const visitor of [stranger, new AppVisitor()]) {
    const other = await visitor.fetch(path)
    expect(other.status).toBe(404)
    expect(await pageOf(other)).not.toContain(WIRE.prompt)
  }
  await admin.from("generations").update({ plan: null }).eq("id", id).throwOnError()
  expect(await pageOf(await author.fetch(path))).toContain("还没有开始写正文")
})

test("the pages of an unknown generation and novel are missing", async () => {
  for (const path of [
    "/generations/x/memory",
    `/generations/${"a".repeat(22)}/prompt`,
    `/novels/${crypto.randomUUID()}/memory`,
  ])
    expect((await author.fetch(path)).status, path).toBe(404)
})

test("the text has the places that a memory leads to", async () => {
  const novel = await keptNovel()
  const page = await pageOf(await author.fetch(novel.page.replace("/memory", "")))
  expect(page).toContain('<p id="p0">沈重山站在渡口。</p>')
  expect(page).toContain('<p id="p2">沈重山走了。</p>')
  const generation = await keptGeneration()
  const id = generation.page.split("/")[2] ?? ""
  expect(await pageOf(await author.fetch(`/?generation=${id}`))).toContain('<p id="p0">')
})

function entry(values: Partial<MemoryEntry>): MemoryEntry {
  const empty = {
    id: "1",
    kind: "person",
    name: "某人",
    fixed: "",
    now: "",
    at: 0,
    by: "model",
    open: true,
  } as const
  return { ...empty, aliases: [], ...values }
}

async function signedUp(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await visitor.post("/login", formOf(account))).status).toBe(303)
  return visitor
}

async function keptGeneration(): Promise<Kept> {
  const id = await generate(author)
  return {
    page: `/generations/${id}/memory`,
    kept: async () =>
      (await admin.from("generations").select("memory").eq("id", id).single().throwOnError()).data.memory,
    keep: async (memory) => {
      await admin.from("generations").update({ memory }).eq("id", id).throwOnError()
    },
  }
}

async function keptNovel(): Promise<Kept> {
  const fields = { title: "渡口", content: STORY, is_public: "on", key: crypto.randomUUID() }
  const saved = await author.post("/save", formOf(fields))
  const novel_id = /\/shared\/([0-9a-f-]{36})/.exec(await saved.text())?.[1] ?? ""
  const { data } = await admin.from("novels").select("user_id").eq("id", novel_id).single().throwOnError()
  return {
    page: `/novels/${novel_id}/memory`,
    kept: async () =>
      (await admin.from("novel_memories").select("memory").eq("novel_id", novel_id).single().throwOnError())
        .data.memory,
    keep: async (memory) => {
      await admin.from("novel_memories").upsert({ novel_id, user_id: data.user_id, memory }).throwOnError()
    },
  }
}

/** Writes a harmless novel to its end. */
async function generate(visitor: AppVisitor): Promise<string> {
  const answer = await visitor.post("/", formOf({ ...WIRE, key: crypto.randomUUID() }))
  const id = /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
  await (await visitor.fetch(`/generations/${id}/events`)).text()
  return id
}

/** The fields of the form that takes the last change back. */
function undoIn(page: string): Record<string, string> {
  const read = (name: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(page.slice(page.indexOf('name="entry"') - 300)) ??
      [])[1] ?? ""
  const entry = read("entry").replaceAll("&quot;", '"')
  return { intent: "restore", id: JSON.parse(entry).id, entry, over: read("over").replaceAll("&quot;", '"') }
}
