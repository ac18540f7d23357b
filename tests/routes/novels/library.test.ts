import { createClient } from "@supabase/supabase-js"
import { unzipSync, zipSync } from "fflate"
import { describe, expect, test } from "vitest"
import type { Library, LibraryNovel } from "#app/domain/forms/library.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const RAIN = "雨停的时候，修表匠听见怀表里有人说话。\n\n他把灯拧亮了一点。"
const BANNED = "他是一名17岁的高中女生，和老师上床。"
const LABEL = "本文由 AI 生成"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

describe("the library in one zip", () => {
  test("holds a labelled TXT of each novel and a list for programs, and none of anybody else's or in the bin", async () => {
    const author = await newAuthor()
    await author.post("/profile", formOf({ intent: "save", username: "江上客", avatar_url: "" }))
    const sections = JSON.stringify([{ title: "灯下", at: RAIN.indexOf("他把灯") }])
    await save(author, { title: "a/b:c", content: RAIN, sections, is_public: "on", content_level: "4" })
    await save(author, { title: "a\\b:c", content: "第二篇。" })
    await save(author, { title: "丢掉的", content: "丢掉的一篇。" })
    await save(await newAuthor(), { title: "别人的", content: "别人的一篇。" })
    const binned = (await rows(author)).find(({ title }) => title === "丢掉的")?.id ?? ""
    await author.post("/my-novels", formOf({ intent: "bin", id: binned }))

    const answer = await author.fetch("/my-novels/export")
    expect(answer.headers.get("Content-Type")).toBe("application/zip")
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store")
    expect(decodeURIComponent(answer.headers.get("Content-Disposition") ?? "")).toContain("落笔-我的小说.zip")
    const files = textsIn(await answer.bytes())
    expect(Object.keys(files).sort()).toEqual(
      ["data/1.json", "data/2.json", "library.json", "小说/a_b_c (2).txt", "小说/a_b_c.txt"].sort(),
    )
    const library: Library = JSON.parse(files["library.json"] ?? "")
    expect(library).toMatchObject({ format: "luobi-library", version: 1, label: LABEL })
    const listed = library.novels.find(({ title }) => title === "a/b:c")
    expect(files[listed?.file ?? ""]).toBe(
      `\uFEFF《a/b:c》\n作者：江上客\n级别 较高\n\n${RAIN.replace("他把灯", "灯下\n\n他把灯")}\n\n${LABEL}\n`,
    )
    const novel: LibraryNovel = JSON.parse(files[listed?.data ?? ""] ?? "")
    expect(novel).toMatchObject({
      title: "a/b:c",
      content: RAIN,
      contentLevel: 4,
      isPublic: true,
      sections: [{ title: "灯下", at: RAIN.indexOf("他把灯") }],
    })
    expect(JSON.parse(novel.aigc)).toMatchObject({ Label: "1" })
  })

  test("needs an account, answers HEAD without packing, and takes no other method", async () => {
    const stranger = await new AppVisitor().fetch("/my-novels/export")
    expect(stranger.status).toBe(401)
    expect(await stranger.text()).toBe("需要登录才能查看小说")
    const author = await newAuthor()
    const head = await author.fetch("/my-novels/export", { method: "HEAD" })
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect((await author.post("/my-novels/export", formOf({}))).status).toBe(405)
  })
})

describe("an import", () => {
  test("brings back what an export took along, private, with its sections and level; twice makes nothing twice", async () => {
    const author = await newAuthor()
    const sections = JSON.stringify([{ title: "灯下", at: RAIN.indexOf("他把灯") }])
    await save(author, { title: "夜航", content: RAIN, sections, is_public: "on", content_level: "3" })
    await save(author, { title: "渡口", content: "第二篇。" })
    const zip = await (await author.fetch("/my-novels/export")).bytes()
    expect(await pageOf(await importFile(author, zip))).toContain("2 篇已经在「我的小说」里")

    const other = await newAuthor()
    expect(await pageOf(await importFile(other, zip))).toContain("导入了 2 篇")
    const again = await pageOf(await importFile(other, zip))
    expect(again).toContain("这次没有新导入的小说")
    expect(again).toContain("2 篇已经在「我的小说」里")
    const [, kept] = await rows(other)
    expect((await rows(other)).map(({ title }) => title).sort()).toEqual(["夜航", "渡口"].sort())
    expect((await rows(other)).every((row) => !row.is_public)).toBe(true)
    expect((await rows(other)).find(({ title }) => title === "夜航")).toMatchObject({
      content: RAIN,
      content_level: 3,
      sections: [{ title: "灯下", at: RAIN.indexOf("他把灯") }],
    })

    const change = { title: "改过的题", content: "改过的正文。" }
    await admin
      .from("novels")
      .update(change)
      .eq("id", kept?.id ?? "")
      .throwOnError()
    await importFile(other, zip)
    expect(await rows(other)).toHaveLength(2)
    expect((await rows(other)).find(({ id }) => id === kept?.id)).toMatchObject(change)
  })

  test("says with numbers what came and what did not, and why", async () => {
    const author = await newAuthor()
    const zip = packed([
      novelOf("好的", RAIN),
      novelOf("坏的", BANNED),
      novelOf("空的", " \n"),
      { ...novelOf("怪的", "x"), contentLevel: 9 },
      novelOf("同样的", RAIN),
    ])
    const page = await pageOf(await importFile(author, zip))
    expect(page).toContain("导入了 1 篇")
    expect(page).toContain("1 篇已经在「我的小说」里，没有再存一份；3 篇没有导入")
    expect(page).toContain("内容涉及未成年人")
    expect(page).toContain("没有可以保存的正文")
    expect(page).toContain("文件里的这一篇读不出来")
    expect((await rows(author)).map(({ title }) => title)).toEqual(["好的"])
  })

  test("names a novel of any title by no more than a title's length, and refuses a text of any length", async () => {
    const author = await newAuthor()
    const zip = packed([
      novelOf("雨".repeat(200_000), RAIN),
      novelOf("长的", "雨\r\n".repeat(600_000)),
      novelOf("更长的", "\r".repeat(2_500_000)),
      novelOf("正好的", "雨\r\n".repeat(510_000)),
    ])
    const page = await pageOf(await importFile(author, zip))
    expect(page).toContain("导入了 1 篇")
    expect(page).toContain("3 篇没有导入")
    expect(page).toContain(`${"雨".repeat(100)}…`)
    expect(page).not.toContain("雨".repeat(101))
    expect((await rows(author)).map(({ title }) => title)).toEqual(["正好的"])
  })

  test("takes an adult novel only from who has confirmed their age", async () => {
    const author = await newAuthor()
    const zip = packed([{ ...novelOf("夜航", RAIN), contentLevel: 4 }])
    expect(await pageOf(await importFile(author, zip))).toContain("仅限成年人")
    expect(await rows(author)).toEqual([])
    expect(await pageOf(await importFile(author, zip, { adult: "on" }))).toContain("导入了 1 篇")
    expect(await rows(author)).toMatchObject([{ content_level: 4, is_public: false }])
  })

  test("of many novels goes on with the next press of the same file", async () => {
    const author = await newAuthor()
    const zip = packed(Array.from({ length: 52 }, (_, at) => novelOf(`第${at}篇`, `第${at}篇的正文。`)))
    const first = await pageOf(await importFile(author, zip))
    expect(first).toContain("导入了 50 篇")
    expect(first).toContain("2 篇：一次最多导入 50 篇")
    expect(await pageOf(await importFile(author, zip))).toContain("导入了 2 篇")
    expect(await pageOf(await author.fetch("/my-novels"))).toContain("第 1 / 5 页")
  })

  test("finds a library that a device has unpacked and packed again", async () => {
    const author = await newAuthor()
    const files = unzipSync(packed([novelOf("夜航", RAIN)]))
    const inFolder = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`落笔/${name}`, bytes]))
    const zip = zipSync({ ...inFolder, "__MACOSX/library.json": new Uint8Array(3) })
    expect(await pageOf(await importFile(author, zip))).toContain("导入了 1 篇")
  })

  test("needs an account, and a file", async () => {
    const stranger = await importFile(new AppVisitor(), packed([novelOf("夜航", RAIN)]))
    expect(stranger.status).toBe(401)
    const author = await newAuthor()
    const none = await author.post("/my-novels/import", formOf({}))
    expect([none.status, await pageOf(none)]).toEqual([400, expect.stringContaining("请先选一个备份文件")])
  })
})

describe("a hostile file", () => {
  const good = packed([novelOf("夜航", RAIN)])
  const index = (value: unknown) => ({ "library.json": bytesOf(value) })
  const library = (novels: unknown) => ({
    format: "luobi-library",
    version: 1,
    exportedAt: "",
    label: "",
    novels,
  })
  const listed = { title: "夜航", file: "a.txt", data: "data/1.json" }
  const bomb = zipSync(
    { ...index(library(Array(30).fill(listed))), "data/1.json": new Uint8Array(6_000_000) },
    { level: 9 },
  )

  test.each<[string, Uint8Array, number, string]>([
    ["that is no zip", new TextEncoder().encode("hello"), 415, "这不是 ZIP 文件"],
    ["that is empty", new Uint8Array(), 400, "请先选一个备份文件"],
    ["that was cut", good.subarray(0, good.length - 30), 415, "没有下载完整"],
    ["with a spoilt directory", spoilt(good), 400, "这个 ZIP 文件坏了"],
    ["that is encrypted", encrypted(good), 415, "加了密码"],
    ["without a list", zipSync({ "a.txt": new Uint8Array(1) }), 400, "没有可以导入的小说"],
    [
      "with a list that is no JSON",
      zipSync({ "library.json": new Uint8Array(9) }),
      400,
      "没有可以导入的小说",
    ],
    [
      "with a list of brackets",
      zipSync({ "library.json": new TextEncoder().encode("[".repeat(100_000)) }),
      400,
      "没有可以导入的小说",
    ],
    ["with another list", zipSync(index({ novels: [] })), 400, "没有可以导入的小说"],
    ["of a newer version", zipSync(index({ ...library([]), version: 2 })), 400, "更新的版本"],
    ["that is a bomb", bomb, 413, "解开以后太大"],
    [
      "with a bomb for a list",
      zipSync({ "library.json": new Uint8Array(8_000_000) }, { level: 9 }),
      413,
      "解开以后太大",
    ],
    ["with a path out of it", zipSync({ "../library.json": bytesOf(library([])) }), 400, "这个 ZIP 文件坏了"],
    ["in another", zipSync({ "inner.zip": good }), 400, "没有可以导入的小说"],
  ])("%s is refused at the field", async (_, zip, status, sentence) => {
    const author = await newAuthor()
    const answer = await importFile(author, zip)
    expect(answer.status).toBe(status)
    const page = await pageOf(answer)
    expect(page).toMatch(new RegExp(`id="library-error"[^>]*>[^<]*${sentence}`))
    expect(page).toContain('aria-invalid="true"')
    expect(await rows(author)).toEqual([])
  })

  test("that names an entry which is not there, or says less than it holds, loses that novel alone", async () => {
    const author = await newAuthor()
    const data = {
      "data/1.json": bytesOf(novelOf("夜航", RAIN)),
      "data/2.json": bytesOf(novelOf("谎", "谎话。".repeat(99))),
    }
    const files = {
      ...index(
        library([listed, { ...listed, data: "../../etc/passwd" }, { ...listed, data: "data/2.json" }]),
      ),
      ...data,
    }
    const page = await pageOf(await importFile(author, lying(zipSync(files), "data/2.json")))
    expect(page).toContain("导入了 1 篇")
    expect(page).toContain("2 篇：文件里的这一篇读不出来")
  })
})

function novelOf(title: string, content: string): LibraryNovel {
  const dates = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }
  return {
    label: LABEL,
    aigc: "{}",
    title,
    content,
    sections: [],
    contentLevel: 1,
    demo: undefined,
    isPublic: true,
    ...dates,
  }
}

function packed(novels: object[]): Uint8Array {
  const files = novels.map((novel, at) => [`data/${at + 1}.json`, bytesOf(novel)] as const)
  const listed = novels.map((novel, at) => ({
    title: "题",
    ...novel,
    content: undefined,
    file: `${at}.txt`,
    data: `data/${at + 1}.json`,
  }))
  const library = { format: "luobi-library", version: 1, exportedAt: "", label: LABEL, novels: listed }
  return zipSync({ ...Object.fromEntries(files), "library.json": bytesOf(library) })
}

function bytesOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value))
}

/** Where the central directory begins, by the record at the end. */
function directoryOf(zip: Uint8Array): { view: DataView; at: number } {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  return { view, at: view.getUint32(zip.length - 6, true) }
}

function spoilt(zip: Uint8Array): Uint8Array {
  const copy = zip.slice()
  const { at } = directoryOf(copy)
  copy.fill(0, at, at + 4)
  return copy
}

/** Sets the flag of every entry that says so. */
function encrypted(zip: Uint8Array): Uint8Array {
  const copy = zip.slice()
  const { view, at: first } = directoryOf(copy)
  for (let at = first; view.getUint32(at, true) === 0x02014b50; at += 46 + view.getUint16(at + 28, true)) {
    view.setUint16(at + 8, 1, true)
  }
  return copy
}

/** Halves the size that an entry announces. */
function lying(zip: Uint8Array, name: string): Uint8Array {
  const copy = zip.slice()
  const { view, at: first } = directoryOf(copy)
  for (let at = first; view.getUint32(at, true) === 0x02014b50; at += 46 + view.getUint16(at + 28, true)) {
    const own = new TextDecoder().decode(copy.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)))
    if (own === name) view.setUint32(at + 24, view.getUint32(at + 24, true) >> 1, true)
  }
  return copy
}

function textsIn(zip: Uint8Array): Record<string, string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  return Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, decoder.decode(bytes)]),
  )
}

function importFile(visitor: AppVisitor, zip: Uint8Array, fields: Record<string, string> = {}) {
  const library = new File([new Uint8Array(zip)], "library.zip", { type: "application/zip" })
  return visitor.post("/my-novels/import", formOf({ ...fields, library }))
}

async function newAuthor(): Promise<AppVisitor> {
  const author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  return author
}

async function save(author: AppVisitor, fields: Record<string, string>): Promise<void> {
  const form = { key: crypto.randomUUID(), content_level: "1", ...fields }
  expect((await author.post("/save", formOf(form))).status).toBeLessThan(400)
}

async function rows(author: AppVisitor) {
  const html = await pageOf(await author.fetch("/my-novels"))
  const ids = [...html.matchAll(/\/novels\/([0-9a-f-]{36})/g)].map(([, id]) => id ?? "")
  const chosen = admin
    .from("novels")
    .select()
    .in("id", [...new Set(ids)])
  return (await chosen.throwOnError()).data
}
