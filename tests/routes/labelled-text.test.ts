import { beforeAll, expect, test } from "vitest"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { readDownload } from "../support/downloads.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const TITLE = "它's “一*半”(上)/下"
const TEXT = "第一段。\n\n第二段。"
const LABEL = "本文由 AI 生成"

const author = new AppVisitor()
let id = ""

beforeAll(async () => {
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  await author.post("/profile", formOf({ intent: "save", username: "江上客", avatar_url: "" }))
  const form = { title: TITLE, content: TEXT, is_public: "on", key: "k" }
  id = /\/shared\/([0-9a-f-]{36})/.exec(await (await author.post("/save", formOf(form))).text())?.[1] ?? ""
})

test("anyone can download a public novel with its title, author, text and the AI label, for people and programs", async () => {
  const file = await new AppVisitor().fetch(`/shared/${id}/text`)
  expect(file.status).toBe(200)
  const metadata = aiMetadata("落笔", id)
  expect(await file.text()).toBe(`《${TITLE}》\n作者：江上客\n\n${TEXT}\n\n${LABEL}\n`)
  expect(file.headers.get("AIGC")).toBe(metadata)
  expect(file.headers.get("Content-Type")).toBe("text/plain; charset=utf-8")
})

test("a novel's files and pages show its sections' titles, and an adult one's only behind the question", async () => {
  const content = "灯亮了。\n\n船来了。"
  const sections = JSON.stringify([{ title: "<b>等船", at: content.indexOf("船来") }])
  const save = async (content_level: string) => {
    const form = { title: "渡口", content, sections, content_level, is_public: "on", key: content_level }
    const page = await (await author.post("/save", formOf(form))).text()
    return /\/shared\/([0-9a-f-]{36})/.exec(page)?.[1] ?? ""
  }
  const tame = await save("1")
  for (const format of EXPORT_FORMATS) {
    const file = await new AppVisitor().fetch(`/shared/${tame}/${format.path}`)
    expect(await readDownload(format.path, file)).toContain("灯亮了。\n\n<b>等船\n\n船来了。")
  }
  for (const path of [`/shared/${tame}`, `/novels/${tame}`]) {
    expect(await pageOf(await author.fetch(path))).toMatch(
      /<h2 id="c1">&lt;b&gt;等船<\/h2><p id="p1">船来了。<\/p>/,
    )
  }
  const adult = await save("4")
  for (const path of ["", ...EXPORT_FORMATS.map((format) => `/${format.path}`)]) {
    expect(await (await new AppVisitor().fetch(`/shared/${adult}${path}`)).text()).not.toContain("等船")
  }
})

test.each(EXPORT_FORMATS)("a file from /$path is of its type and carries the label", async (format) => {
  const file = await new AppVisitor().fetch(`/shared/${id}/${format.path}`)
  expect(file.headers.get("Content-Type")).toBe(format.mediaType)
  expect(file.headers.get("AIGC")).toBe(aiMetadata("落笔", id))
  const bytes = await file.clone().bytes()
  expect(file.headers.get("Content-Length")).toBe(String(bytes.length))
  const shown = await readDownload(format.path, file)
  for (const part of [TITLE, "作者：江上客", TEXT]) expect(shown).toContain(part)
  expect(shown.trimEnd().endsWith(LABEL)).toBe(true)
})

test("the TXT begins with a byte order mark, and the one for old readers has their bytes and line ends", async () => {
  const [utf8, old] = await Promise.all(
    ["text", "text-gb18030"].map(async (path) =>
      Buffer.from(await (await new AppVisitor().fetch(`/shared/${id}/${path}`)).arrayBuffer()),
    ),
  )
  expect(utf8?.subarray(0, 6).toString("hex")).toBe("efbbbfe3808a")
  // 「第一段。」 and a line end in GBK.
  expect(old?.includes(Buffer.from("b5dad2bbb6cea1a30d0a", "hex"))).toBe(true)
})

test.each(EXPORT_FORMATS)("an adult novel's file from /$path says so under its title", async ({ path }) => {
  const form = { title: "夜航", content: TEXT, content_level: "4", is_public: "on", key: `adult-${path}` }
  const saved = await (await author.post("/save", formOf(form))).text()
  const [, novel] = /\/shared\/([0-9a-f-]{36})/.exec(saved) ?? []
  const shown = await readDownload(path, await author.fetch(`/novels/${novel}/${path}`))
  expect(shown.slice(0, shown.indexOf(TEXT))).toContain("级别 较高")
  expect(await readDownload(path, await author.fetch(`/novels/${id}/${path}`))).not.toContain("级别")
})

test.each(EXPORT_FORMATS)("a file from /$path is named after the title, safely", async (format) => {
  const file = await new AppVisitor().fetch(`/shared/${id}/${format.path}`)
  const [plain, name] = fileNamesOf(file)
  expect(name).toBe(`${TITLE}.${format.extension}`)
  expect(plain).toBe(`luobi-${id.slice(0, 6)}.${format.extension}`)
})

test.each([
  ["夜".repeat(100), "夜".repeat(66)],
  ["🌙".repeat(100), "🌙".repeat(50)],
  ['a"; filename="b.exe', 'a"; filename="b.exe'],
])("the name of the file of %s fits in a file system, and is one name", async (title, kept) => {
  const form = { title, content: TEXT, is_public: "on", key: title }
  const saved = await (await author.post("/save", formOf(form))).text()
  const [, novel] = /\/shared\/([0-9a-f-]{36})/.exec(saved) ?? []
  const [plain, name] = fileNamesOf(await new AppVisitor().fetch(`/shared/${novel}/text`))
  expect(name).toBe(`${kept}.txt`)
  expect(plain).toMatch(/^luobi-[0-9a-f]{6}\.txt$/)
})

test("the metadata has the standard's fields and fits in a header", () => {
  const metadata = aiMetadata("落笔", id)
  expect(metadata).toMatch(/^[ -~]+$/)
  expect(JSON.parse(metadata)).toEqual({
    Label: "1",
    ContentProducer: "落笔",
    ProduceID: id,
    ReservedCode1: "",
    ContentPropagator: "落笔",
    PropagateID: id,
    ReservedCode2: "",
  })
})

test("only its author can download a private novel", async () => {
  await author.post(`/novels/${id}`, formOf({ intent: "unpublish" }))
  expect(await (await author.fetch(`/novels/${id}/text`)).text()).toContain(`${TEXT}\n\n${LABEL}\n`)
  const stranger = new AppVisitor()
  for (const { path } of EXPORT_FORMATS) {
    expect((await stranger.fetch(`/novels/${id}/${path}`)).status).toBe(401)
  }
  await stranger.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  for (const { path } of EXPORT_FORMATS) {
    expect((await stranger.fetch(`/novels/${id}/${path}`)).status).toBe(404)
    expect((await stranger.fetch(`/shared/${id}/${path}`)).status).toBe(404)
  }
  await author.post(`/novels/${id}`, formOf({ intent: "publish" }))
  expect((await stranger.fetch(`/shared/${id}/text`)).status).toBe(200)
})

test("the pages that show it carry the label too, for people and programs", async () => {
  for (const path of [`/shared/${id}`, `/novels/${id}`]) {
    const page = await pageOf(await author.fetch(path))
    expect(page).toContain(LABEL)
    expect(page).toMatch(/<meta name="AIGC" content="\{&quot;Label&quot;:&quot;1&quot;/)
  }
})

/** The names that a download's header gives it: in ASCII, and in full. */
function fileNamesOf(file: Response): [string, string] {
  const disposition = file.headers.get("Content-Disposition") ?? ""
  const [, plain = "", name = ""] =
    /^attachment; filename="([A-Za-z0-9._-]+)"; filename\*=UTF-8''([A-Za-z0-9%._~-]+)$/.exec(disposition) ??
    []
  return [plain, decodeURIComponent(name)]
}
