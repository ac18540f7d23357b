// Two pages, an expired session and a lost answer lose nothing of an edit, and an earlier text comes back.
import { beforeEach, expect, test } from "vitest"
import { AppVisitor, valueIn } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const TEXT = "雨停的时候，修表匠听见怀表里有人说话。\n\n他把灯拧亮了一点。"
const BANNED = "他是一名17岁的高中女生，和老师上床。"

let author: AppVisitor
let id = ""

beforeEach(async () => {
  author = await newAuthor()
  id = await novelOf(author, TEXT)
})

test("a save over a text that another page has changed is refused, shows both, and may be repeated", async () => {
  const [one, other] = [await openEditor(), await openEditor()]
  expect((await send({ ...one, intent: "save", text: `${TEXT}\n\n天亮了。` })).status).toBe(303)
  const refused = await send({ ...other, intent: "save", text: `${TEXT}\n\n雪停了。` })
  expect(refused.status).toBe(409)
  const page = await refused.text()
  for (const words of ["刚在别处改过", "天亮了", "雪停了"]) expect(page).toContain(words)
  expect(await contentOf(id)).toContain("天亮了")
  const again = await send({ ...fieldsOf(page), intent: "save", text: `${TEXT}\n\n雪停了。` })
  expect(again.status).toBe(303)
  expect(await contentOf(id)).toContain("雪停了")
  expect(await versionsOf(id)).toHaveLength(2)
})

test("a title that another page has changed is not overwritten either, and nothing new is no conflict", async () => {
  const page = await openEditor()
  await author.post(`/novels/${id}`, formOf({ intent: "rename", text: "别处的题" }))
  expect((await send({ ...page, intent: "save", text: "改过的" })).status).toBe(409)
  const now = await openEditor()
  expect((await send({ ...now, intent: "save" })).status).toBe(303)
  expect(await versionsOf(id)).toEqual([])
})

test("two saves at once leave one of them", async () => {
  const page = await openEditor()
  const answers = await Promise.all(
    ["甲", "乙", "丙"].map((text) => send({ ...page, intent: "save", text: `${TEXT}${text}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409])
})

test("a session that expired gives the whole edit back, and the next press saves it", async () => {
  const page = await openEditor()
  const session = author.copy()
  author.forgetSession()
  const refused = await send({ ...page, intent: "save", title: "新题", text: "改了很久的一段。" })
  expect(refused.status).toBe(401)
  const shown = await refused.text()
  for (const words of ["登录已经过期", "改了很久的一段。", 'value="新题"', "/login?next="]) {
    expect(shown).toContain(words)
  }
  author = session
  expect((await send({ ...fieldsOf(shown), intent: "save", text: "改了很久的一段。" })).status).toBe(303)
  expect(await contentOf(id)).toContain("改了很久的一段。")
})

test("an edit is kept while it is typed, comes back on another device, and ends with its save", async () => {
  const page = await openEditor()
  const kept = await keep({ ...page, text: "改了一半" })
  expect(kept.status).toBe(200)
  expect(await contentOf(id)).not.toContain("改了一半")
  const elsewhere = await openEditor()
  expect(elsewhere).toMatchObject({ text: "改了一半", seen: page.seen, draft: (await kept.json()).mark })
  expect((await send({ ...elsewhere, intent: "save", text: "改完了" })).status).toBe(303)
  expect(await openEditor()).toMatchObject({ text: "改完了", draft: "" })
})

test("a page that missed an answer keeps on, another page doesn't overwrite it, and a late one doesn't come back", async () => {
  const [one, other] = [await openEditor(), await openEditor()]
  await keep({ ...one, text: "第一次" })
  expect((await keep({ ...one, text: "第二次" })).status).toBe(200)
  const refused = await keep({ ...other, text: "别的页面" })
  expect([refused.status, await refused.json()]).toEqual([409, { failure: "draft-changed" }])
  expect((await send({ ...one, intent: "save", text: "第三次" })).status).toBe(303)
  expect((await keep({ ...one, text: "第二次" })).status).toBe(409)
  expect(await openEditor()).toMatchObject({ text: "第三次" })
})

test("an edit that is thrown away can be taken back, until another one is begun", async () => {
  const page = await openEditor()
  expect((await send({ ...page, intent: "discard", text: "不要了" })).status).toBe(303)
  expect((await keep({ ...page, text: "不要了，晚到的" })).status).toBe(409)
  expect(await openEditor()).toMatchObject({ text: TEXT })
  expect(await pageOf(`/novels/${id}`)).toContain("放弃的修改")
  const back = await openEditor("?take-back")
  expect(back).toMatchObject({ text: "不要了", seen: page.seen })
  expect((await keep({ ...back, text: "还是要" })).status).toBe(200)
  expect(await openEditor()).toMatchObject({ text: "还是要" })
})

test("banned words are kept nowhere, and a stranger keeps and reads nothing", async () => {
  const page = await openEditor()
  const refused = await keep({ ...page, text: BANNED })
  expect([refused.status, await refused.json()]).toEqual([422, { failure: "minor" }])
  expect((await send({ ...page, intent: "discard", text: BANNED })).status).toBe(303)
  expect(await openEditor("?take-back")).toMatchObject({ text: TEXT })

  await keep({ ...page, text: "改了一半" })
  await send({ ...page, intent: "save", text: "改完了" })
  const [version] = await versionsOf(id)
  const stranger = await newAuthor()
  for (const path of [`/novels/${id}/edit`, `/novels/${id}/versions/${version}`]) {
    expect((await stranger.fetch(path)).status).toBe(404)
    expect((await stranger.post(path, formOf({ intent: "save", text: "她的" }))).status).toBe(
      path.endsWith("/edit") ? 404 : 410,
    )
  }
  expect((await stranger.post(`/novels/${id}/draft`, formOf({ ...page, text: "她的" }))).status).toBe(404)
  const visitor = new AppVisitor()
  expect((await visitor.post(`/novels/${id}/draft`, formOf({ ...page, text: "谁的" }))).status).toBe(401)
})

test("forms that no page sends are refused or harmless", async () => {
  const page = await openEditor()
  for (const broken of [{ seen: "x" }, { seen: "" }, { editor: "),user_id.eq.x" }, { editor: "" }]) {
    expect((await keep({ ...page, text: "改了", ...broken })).status, JSON.stringify(broken)).toBe(400)
  }
  expect((await send({ intent: "discard", text: "不要", seen: "x", editor: "(", draft: ")" })).status).toBe(
    303,
  )
  expect((await send({ ...page, intent: "save", text: "改了", seen: "x" })).status).toBe(409)
  expect((await send({ intent: "other" })).status).toBe(400)
})

test("an earlier text comes back with its sections, and what stood becomes a version", async () => {
  await author.post(`/novels/${id}`, formOf({ intent: "add-section", text: "怀表", start: "雨停" }))
  await author.post(`/novels/${id}`, formOf({ intent: "add-section", text: "灯", start: "他把灯" }))
  await send({ ...(await openEditor()), intent: "save", text: "全都换了。" })
  expect(await pageOf(`/novels/${id}`)).not.toMatch(/<h2[^>]*>灯<\/h2>/)
  const [version = ""] = await versionsOf(id)
  const path = `/novels/${id}/versions/${version}`
  const page = await pageOf(path)
  expect(page).toContain("<del")
  expect(await pageOf(`${path}?whole`)).toContain("<h2>灯</h2>")

  const stale = await author.post(path, formOf({ seen: "0".repeat(32) }))
  expect(stale.status).toBe(409)
  // Pressed again, because the first answer was lost.
  for (const _ of [1, 2]) expect((await author.post(path, formOf(fieldsOf(page)))).status).toBe(303)
  expect(await pageOf(`/novels/${id}`)).toMatch(/<h2[^>]*>灯<\/h2>/)
  expect(await contentOf(id)).toContain("雨停的时候")
  const versions = await versionsOf(id)
  expect(versions).toHaveLength(2)
  expect(await pageOf(`/novels/${id}/versions/${versions[0]}?whole`)).toContain("全都换了。")
  expect((await author.fetch(`/novels/${id}/versions/${crypto.randomUUID()}`)).status).toBe(410)
})

test("a text of a million characters is edited, compared and restored", async () => {
  const long = Array.from({ length: 18_000 }, (_, nth) => `第${nth}段，${"潮声".repeat(22)}。`).join("\n\n")
  id = await novelOf(author, long)
  const changed = long.replaceAll("第7", "第柒").split("\n\n").reverse().join("\n\n")
  expect((await send({ ...(await openEditor()), intent: "save", text: changed })).status).toBe(303)
  const [version] = await versionsOf(id)
  const page = await pageOf(`/novels/${id}/versions/${version}`)
  expect(page).toContain("不同的地方太多")
})

function send(fields: Record<string, string>) {
  return author.post(`/novels/${id}/edit`, formOf({ title: "一篇", text: TEXT, ...fields }))
}

function keep(fields: Record<string, string>) {
  return author.post(`/novels/${id}/draft`, formOf({ title: "一篇", ...fields }))
}

/** The fields of the edit page, as a browser would send them. */
async function openEditor(search = "") {
  return fieldsOf(await pageOf(`/novels/${id}/edit${search}`))
}

function fieldsOf(page: string) {
  const value = (name: string) => valueIn(page, name)
  const text = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(page)?.[1] ?? ""
  return { title: value("title"), seen: value("seen"), draft: value("draft"), editor: value("editor"), text }
}

async function versionsOf(novel: string): Promise<string[]> {
  const links = (await pageOf(`/novels/${novel}`)).matchAll(/href="\/novels\/[^"]*\/versions\/([0-9a-f-]+)"/g)
  return Array.from(links, ([, version = ""]) => version)
}

async function contentOf(novel: string): Promise<string> {
  return pageOf(`/novels/${novel}/text`)
}

async function pageOf(path: string): Promise<string> {
  return (await author.fetch(path)).text()
}

async function newAuthor(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  return visitor
}

async function novelOf(visitor: AppVisitor, content: string): Promise<string> {
  const fields = { title: "一篇", content, content_level: "1", key: crypto.randomUUID() }
  await visitor.post("/save", formOf(fields))
  const shelf = await (await visitor.fetch("/my-novels")).text()
  return /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1] ?? ""
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
