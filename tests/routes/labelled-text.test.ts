import { beforeAll, expect, test } from "vitest"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
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
    expect(await file.text()).toContain("灯亮了。\n\n<b>等船\n\n船来了。")
  }
  for (const path of [`/shared/${tame}`, `/novels/${tame}`]) {
    expect(await pageOf(await author.fetch(path))).toMatch(
      /<h2>&lt;b&gt;等船<\/h2><p( id="p1")?>船来了。<\/p>/,
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
  expect(await file.text()).toContain(LABEL)
})

test.each(EXPORT_FORMATS)("a file from /$path is named after the title, safely", async (format) => {
  const file = await new AppVisitor().fetch(`/shared/${id}/${format.path}`)
  const [, name = ""] =
    /^attachment; filename\*=UTF-8''([A-Za-z0-9%._~-]+)$/.exec(
      file.headers.get("Content-Disposition") ?? "",
    ) ?? []
  expect(decodeURIComponent(name)).toBe(`${TITLE}.${format.extension}`)
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
  expect((await stranger.fetch(`/novels/${id}/text`)).status).toBe(401)
  await stranger.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  expect((await stranger.fetch(`/novels/${id}/text`)).status).toBe(404)
  expect((await stranger.fetch(`/shared/${id}/text`)).status).toBe(404)
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
