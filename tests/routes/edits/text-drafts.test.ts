// What an author types over a generation's text is kept with the account, for another device, until it is saved.
import { beforeEach, expect, test } from "vitest"
import { AppVisitor, formOf, pageOf, valueIn } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1 }
const BANNED = "他是一名17岁的高中女生，和老师上床。"

let author: AppVisitor
let id = ""
let content = ""

beforeEach(async () => {
  author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  await write(author)
})

test("an edit comes back on another device, and ends with its save", async () => {
  const page = await openEditor()
  expect(page).toMatchObject({ text: content, draft: "" })
  const kept = await keep({ ...page, text: "改了一半" })
  expect(kept.status).toBe(200)
  const elsewhere = await openEditor()
  expect(elsewhere).toMatchObject({ text: "改了一半", seen: page.seen, draft: (await kept.json()).mark })
  expect(await pageOf(await author.fetch(`/?generation=${id}`))).not.toContain("改了一半")
  expect((await send({ ...elsewhere, intent: "save", text: "改完了" })).status).toBe(303)
  expect(await openEditor()).toMatchObject({ text: content, draft: "" })
})

test("one page doesn't overwrite what another one keeps", async () => {
  const [one, other] = [await openEditor(), await openEditor()]
  await keep({ ...one, text: "第一次" })
  expect((await keep({ ...one, text: "第二次" })).status).toBe(200)
  const refused = await keep({ ...other, text: "别的页面" })
  expect([refused.status, await refused.json()]).toEqual([409, { failure: "draft-changed" }])
  expect(await openEditor()).toMatchObject({ text: "第二次" })
})

test("an edit that is thrown away can be taken back, until another one is begun", async () => {
  const page = await openEditor()
  expect((await send({ ...page, intent: "discard", text: "不要了" })).status).toBe(303)
  expect((await keep({ ...page, text: "不要了，晚到的" })).status).toBe(409)
  const offering = await pageOf(await author.fetch(`/generations/${id}/edit`))
  expect(offering).toContain("放弃过的修改还留着")
  expect(fieldsOf(offering)).toMatchObject({ text: content })
  const back = await openEditor("?take-back")
  expect(back).toMatchObject({ text: "不要了" })
  expect((await keep({ ...back, text: "还是要" })).status).toBe(200)
  expect(await openEditor()).toMatchObject({ text: "还是要" })
})

test("nothing that was typed is lost with the session, and without script", async () => {
  const page = await openEditor()
  const session = author.copy()
  author.forgetSession()
  for (const intent of ["save", "discard"]) {
    const refused = await send({ ...page, intent, text: "改了很久的一段。" })
    expect(refused.status).toBe(401)
    const shown = await pageOf(refused)
    for (const words of ["登录已经过期", "改了很久的一段。", "/login?next="]) expect(shown).toContain(words)
    expect(fieldsOf(shown)).toMatchObject(page.editor ? { editor: page.editor, seen: page.seen } : {})
  }
  expect((await keep({ ...page, text: "改了很久的一段。" })).status).toBe(401)
  author = session
  expect((await send({ ...page, intent: "save", text: "改了很久的一段。" })).status).toBe(303)
})

test("banned words are kept nowhere, and a stranger keeps and reads nothing", async () => {
  const page = await openEditor()
  const refused = await keep({ ...page, text: BANNED })
  expect([refused.status, await refused.json()]).toEqual([422, { failure: "minor" }])
  expect((await send({ ...page, intent: "discard", text: BANNED })).status).toBe(303)
  expect(await openEditor("?take-back")).toMatchObject({ text: content })

  await keep({ ...(await openEditor()), text: "改了一半" })
  const stranger = new AppVisitor()
  await stranger.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  for (const visitor of [stranger, new AppVisitor()]) {
    const shown = await visitor.fetch(`/generations/${id}/edit?take-back`)
    expect(shown.status).toBe(404)
    expect(await pageOf(shown)).not.toContain("改了一半")
  }
  const draft = formOf({ ...page, text: "她的" })
  expect((await stranger.post(`/generations/${id}/draft`, draft)).status).toBe(404)
  expect((await new AppVisitor().post(`/generations/${id}/draft`, draft)).status).toBe(401)
  expect(await openEditor()).toMatchObject({ text: "改了一半" })
})

test("without an account the text is edited all the same", async () => {
  author = new AppVisitor()
  await write(author)
  const page = await openEditor()
  expect(page).toMatchObject({ seen: "", draft: "" })
  expect((await send({ ...page, intent: "discard", text: "不要了" })).status).toBe(303)
  expect((await send({ ...page, intent: "save", text: "改完了" })).status).toBe(303)
  expect((await keep({ ...page, text: "改" })).status).toBe(400)
})

async function write(visitor: AppVisitor): Promise<void> {
  const answer = await visitor.postJson("/generate-novel", WIRE)
  const written = (await answer.json()) as { id: string; content: string }
  id = written.id
  content = written.content
}

function send(fields: Record<string, string>) {
  return author.post(`/generations/${id}/edit`, formOf(fields))
}

function keep(fields: Record<string, string>) {
  return author.post(`/generations/${id}/draft`, formOf(fields))
}

/** The fields of the edit page, as a browser would send them. */
async function openEditor(search = "") {
  return fieldsOf(await pageOf(await author.fetch(`/generations/${id}/edit${search}`)))
}

function fieldsOf(page: string) {
  const value = (name: string) => valueIn(page, name)
  const text = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(page)?.[1] ?? ""
  return { seen: value("seen"), draft: value("draft"), editor: value("editor"), text }
}
