import { createClient } from "@supabase/supabase-js"
import { describe, expect, test } from "vitest"
import type { MovableText } from "#app/domain/forms/movable-text.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const RAIN = "雨停的时候，修表匠听见怀表里有人说话。\n\n他把灯拧亮了一点。"
const BANNED = "他是一名17岁的高中女生，和老师上床。"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

describe("the texts of a device", () => {
  test("move into the account once: pressed twice, in two tabs, and after they were renamed or changed", async () => {
    const device = await newAuthor()
    const texts = [textOf("一", RAIN), textOf("二", "第二篇。")]
    const tabs = await Promise.all([device, device.copy(), device.copy()].map((tab) => move(tab, texts)))
    for (const tab of tabs) expect(tab.status).toBe(200)
    expect(await shelf(device)).toEqual(["第二篇", "雨停的时候"])
    const again = await pageOf(await move(device, texts))
    expect(again).toContain("这次没有新存进的文字")
    expect(again.match(/以前存过了/g)).toHaveLength(2)

    const [row] = await rows(device)
    const change = { title: "改过的题", content: "改过的正文。", is_public: true }
    await admin
      .from("novels")
      .update(change)
      .eq("id", row?.id ?? "")
      .throwOnError()
    await move(device, texts)
    expect(await rows(device)).toHaveLength(2)
    expect((await rows(device)).find(({ id }) => id === row?.id)).toMatchObject(change)
  })

  test("that were saved by hand, or lie in the bin, are left where they are", async () => {
    const device = await newAuthor()
    for (const [title, content] of [
      ["手存的", RAIN],
      ["丢掉的", "丢掉的一篇。"],
    ] as const) {
      await device.post("/save", formOf({ key: crypto.randomUUID(), title, content, content_level: "1" }))
    }
    const binned = (await rows(device)).find(({ title }) => title === "丢掉的")?.id ?? ""
    await device.post("/my-novels", formOf({ intent: "bin", id: binned }))
    const page = await pageOf(
      await move(device, [textOf("一", `${RAIN}\r\n`.trim()), textOf("二", "丢掉的一篇。")]),
    )
    expect(page).toContain("以前存过了")
    expect(page).toContain("在回收站里")
    expect(await rows(device)).toHaveLength(2)
    expect((await rows(device)).find(({ id }) => id === binned)?.binned_at).toBeTruthy()
  })

  test("that begin with each other are one novel, the longest; what is refused is named, and stops nothing", async () => {
    const device = await newAuthor()
    const page = await pageOf(
      await move(device, [
        textOf("开头", RAIN),
        textOf("全文", `${RAIN}\n\n后来雨又下了。`),
        textOf("坏的", BANNED),
        textOf("空的", " \n"),
        textOf("全文二", `${RAIN}\n\n后来雨又下了。`),
      ]),
    )
    expect((await rows(device)).map(({ content }) => content)).toEqual([`${RAIN}\n\n后来雨又下了。`])
    expect(page).toContain("已存进 1 篇")
    expect(page.match(/在另一篇里已经完整地有了/g)).toHaveLength(2)
    expect(page).toContain("内容涉及未成年人")
    expect(page).toContain("没有正文")
  })

  test("keep their level, and are private", async () => {
    const device = await newAuthor()
    await move(device, [{ ...textOf("一", RAIN), level: 4 }])
    expect(await rows(device)).toMatchObject([{ content_level: 4, is_public: false }])
  })

  test.each(["", "x", "{}", "[1]", '[{"key":1}]', "[".repeat(10_000)])(
    "in a malformed form (%.10j) move nothing",
    async (entries) => {
      const device = await newAuthor()
      expect((await device.post("/my-novels/move", formOf({ entries }))).status).toBe(200)
      expect(await rows(device)).toEqual([])
    },
  )

  test("need an account, and are not sent back", async () => {
    const answer = await move(new AppVisitor(), [textOf("一", RAIN)])
    expect(answer.status).toBe(401)
    expect(await pageOf(answer)).not.toContain("修表匠")
  })
})

describe("what the server knows of a visitor", () => {
  test("moves without script after the login, with its memory, and is offered once", async () => {
    const device = new AppVisitor()
    const id = await write(device)
    const text = await (await device.fetch(`/generations/${id}/text`)).text()
    await signIn(device)
    expect(await pageOf(await device.fetch("/my-novels"))).toContain("全部存进我的小说")
    const page = await pageOf(await device.post("/my-novels/move", formOf({})))
    expect(page).toContain("已存进 1 篇")
    expect(await pageOf(await device.fetch("/my-novels"))).not.toContain("全部存进我的小说")
    const [row] = await rows(device)
    expect(text).toContain((row?.content ?? "-").slice(0, 50))
    const kept = await admin
      .from("novel_memories")
      .select("memory")
      .eq("novel_id", row?.id ?? "")
    expect(kept.data).toHaveLength(1)

    const both = { ...textOf(id, "另一份"), id }
    expect(await pageOf(await move(device, [both]))).toContain("以前存过了")
    expect(await rows(device)).toHaveLength(1)
  })

  test("is read from nobody else: an id opens no other visitor's text", async () => {
    const id = await write(new AppVisitor())
    const thief = await newAuthor()
    const page = await pageOf(await move(thief, [{ ...textOf("偷", ""), id }]))
    expect(page).toContain("没有正文")
    expect(await rows(thief)).toEqual([])
  })
})

describe("a text that was moved", () => {
  test("and goes on updates its novel, with its author's title, however often it is moved", async () => {
    const device = new AppVisitor()
    const first = await write(device)
    await signIn(device)
    expect(await pageOf(await moveKnown(device))).toContain("已存进 1 篇")
    const [{ id = "" } = {}] = await rows(device)
    await admin.from("novels").update({ title: "改过的题" }).eq("id", id).throwOnError()

    const second = await write(device, { continues: first })
    expect(await pageOf(await device.fetch("/my-novels"))).toContain("全部存进我的小说")
    const tabs = await Promise.all([device.copy(), device.copy()].map((tab) => moveKnown(tab)))
    for (const tab of tabs) expect(await pageOf(tab)).toMatch(/已更新原来的那一篇|以前存过了/)
    expect(await rows(device)).toMatchObject([{ id, title: "改过的题", is_public: false }])
    expect((await rows(device))[0]?.content).toBe(await wholeText(device, second))
    expect(await pageOf(await device.fetch("/my-novels"))).not.toContain("全部存进我的小说")
    expect(await pageOf(await device.fetch(`/?generation=${second}`))).toContain("已保存为")

    // A page that still shows the beginning moves nothing back.
    const stale = { ...textOf(first, ""), id: first }
    expect(await pageOf(await move(device, [stale]))).toContain("这次没有新存进的文字")
    expect((await rows(device)).map(({ content }) => content)).toEqual([await wholeText(device, second)])
  })

  test("and edited updates its novel, and back again", async () => {
    const device = await newAuthor()
    const first = await write(device)
    await moveKnown(device)
    const text = await wholeText(device, first)
    const edited = await edit(device, first, `${text}\n\n她又添了一句。`)
    await moveKnown(device)
    expect((await rows(device)).map(({ content }) => content)).toEqual([`${text}\n\n她又添了一句。`])
    await edit(device, edited, text)
    await moveKnown(device)
    expect((await rows(device)).map(({ content }) => content)).toEqual([text])
  })

  test.each([
    ["was changed elsewhere", { content: "改过的正文。" }],
    ["was published", { is_public: true }],
  ])("and goes on is a novel of its own, private, where its novel %s", async (_, change) => {
    const device = await newAuthor()
    const first = await write(device)
    await moveKnown(device)
    const [{ id = "" } = {}] = await rows(device)
    await admin.from("novels").update(change).eq("id", id).throwOnError()
    const before = (await rows(device))[0]
    const second = await write(device, { continues: first })
    for (const said of ["另存成了一篇", "没有可以存的文字"]) {
      expect(await pageOf(await moveKnown(device))).toContain(said)
      expect(await rows(device)).toHaveLength(2)
    }
    expect((await rows(device)).find((row) => row.id === id)).toEqual(before)
    const aside = (await rows(device)).find((row) => row.id !== id)
    expect(aside).toMatchObject({ is_public: false, content: await wholeText(device, second) })
  })

  test("is known by its device alone, once the server has forgotten it", async () => {
    const device = await newAuthor()
    await move(device, [textOf("一", RAIN)])
    const [row] = await rows(device)
    const novel = { id: row?.id ?? "", hash: row?.content_hash ?? "" }
    const longer = { ...textOf("二", `${RAIN}\n\n后来雨又下了。`), novel }
    expect(await pageOf(await move(device, [longer]))).toContain("已更新原来的那一篇")
    expect(await rows(device)).toMatchObject([{ id: novel.id, content: longer.text }])

    // Whatever a device claims, it changes no other account's novel.
    const thief = await newAuthor()
    const forged = { ...textOf("三", `${longer.text}\n\n偷来的。`), novel: { ...novel, hash: novel.hash } }
    expect(await pageOf(await move(thief, [forged]))).toContain("另存成了一篇")
    expect(await rows(device)).toMatchObject([{ id: novel.id, content: longer.text }])
    const odd = { ...textOf("四", "第四篇。"), novel: { id: "x", hash: "y" } } as MovableText
    expect(await pageOf(await move(thief, [odd]))).toContain("已存进 1 篇")
  })

  test("and saved by hand when it had gone on is no second novel: its beginning is in there", async () => {
    const device = await newAuthor()
    const first = await write(device)
    const second = await write(device, { continues: first })
    const form = {
      generation: second,
      title: "手存的",
      key: crypto.randomUUID(),
      content: "",
      content_level: "1",
    }
    expect((await device.post(`/save?generation=${second}`, formOf(form))).status).toBe(303)
    expect(await pageOf(await moveKnown(device))).toContain("在另一篇里已经完整地有了")
    expect(await rows(device)).toHaveLength(1)
  })
})

describe("home offers, after the login,", () => {
  const OFFER = "登录前写的 1 篇，还没有存进账号。"

  test("what was written before it, until that is moved or saved, and nothing else", async () => {
    const device = new AppVisitor()
    const id = await write(device)
    expect(await pageOf(await device.fetch("/"))).not.toContain(OFFER)
    await signIn(device)
    expect(await pageOf(await device.fetch("/"))).toContain(OFFER)
    expect(await pageOf(await device.fetch(`/?generation=${id}`))).not.toContain(OFFER)
    const since = await write(device)
    expect(await pageOf(await device.fetch("/"))).toContain(OFFER)
    expect(await pageOf(await device.post("/my-novels/move", formOf({ before_login: "" })))).toContain(
      "已存进 1 篇",
    )
    expect(await rows(device)).toMatchObject([{ content: await wholeText(device, id) }])
    expect(await pageOf(await device.fetch("/"))).not.toContain("还没有存进账号")
    expect(await pageOf(await device.fetch("/my-novels"))).toContain("全部存进我的小说")
    expect(await wholeText(device, since)).not.toBe("")
  })

  test("nothing of what was saved by hand", async () => {
    const device = new AppVisitor()
    const generation = await write(device)
    await signIn(device)
    const form = { generation, title: "手存的", key: crypto.randomUUID(), content: "", content_level: "1" }
    expect((await device.post(`/save?generation=${generation}`, formOf(form))).status).toBe(303)
    for (const path of ["/", "/my-novels"]) {
      const page = await pageOf(await device.fetch(path))
      expect(page).not.toContain("还没有存进账号")
      expect(page).not.toContain("全部存进我的小说")
    }
  })
})

test("a full shelf says so, and its texts are offered again", async () => {
  const device = await newAuthor()
  await move(device, [textOf("零", "第一篇。")])
  const user_id = (await rows(device))[0]?.user_id ?? ""
  for (const novels of [...Array<number>(9).fill(200), 199]) {
    const filling = Array.from({ length: novels }, () => ({ user_id, title: "题", content: "文" }))
    await admin.from("novels").insert(filling).throwOnError()
  }
  expect(await pageOf(await move(device, [textOf("一", RAIN)]))).toContain("书架已经放满了")
})

function textOf(key: string, text: string): MovableText {
  return { key, id: null, text, prompt: "", level: 1, sections: [], novel: null }
}

function move(device: AppVisitor, texts: MovableText[]): Promise<Response> {
  return device.post("/my-novels/move", formOf({ entries: JSON.stringify(texts) }))
}

/** Presses without script: the server moves what it knows. */
function moveKnown(device: AppVisitor): Promise<Response> {
  return device.post("/my-novels/move", formOf({}))
}

async function wholeText(device: AppVisitor, generation: string): Promise<string> {
  const answer = await device.fetch(`/generations/${generation}/text`, {
    headers: { Accept: "application/json" },
  })
  return (await answer.json()).text
}

async function edit(device: AppVisitor, generation: string, text: string): Promise<string> {
  const form = formOf({ intent: "save", editor: crypto.randomUUID(), text })
  const answer = await device.post(`/generations/${generation}/edit`, form)
  return /generation=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
}

async function signIn(device: AppVisitor): Promise<void> {
  const fields = { intent: "register", email: newEmail(), password: PASSWORD }
  const answer = await device.post("/login", formOf(fields))
  expect(answer.status).toBe(303)
}

async function newAuthor(): Promise<AppVisitor> {
  const device = new AppVisitor()
  await signIn(device)
  return device
}

async function write(device: AppVisitor, more: Record<string, string> = {}): Promise<string> {
  const fields = {
    prompt: "雨夜里的修表匠",
    direction: "",
    erotic_level: "1",
    length: "1",
    key: crypto.randomUUID(),
    ...more,
  }
  const answer = await device.post("/", formOf(fields))
  const id = /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
  await (await device.fetch(`/generations/${id}/events`)).text()
  return id
}

/** The device's novels, also those in the bin. */
async function rows(device: AppVisitor) {
  const pages = await Promise.all(["/my-novels", "/my-novels/bin"].map((path) => device.fetch(path)))
  const html = (await Promise.all(pages.map(pageOf))).join("")
  const ids = [...html.matchAll(/(?:\/novels\/|value=")([0-9a-f-]{36})/g)].map(([, id]) => id ?? "")
  return (
    await admin
      .from("novels")
      .select()
      .in("id", [...new Set(ids)])
      .throwOnError()
  ).data
}

async function shelf(device: AppVisitor): Promise<string[]> {
  return (await rows(device)).map(({ title }) => title).sort()
}
