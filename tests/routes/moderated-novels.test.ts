import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"
import { MARKS } from "../support/upstream/scripted-moderation.ts"
import type { ScriptedUpstream } from "../support/upstream/scripted-upstream.ts"

// The app reads its environment once, so this runs before the app is loaded.
const { upstream } = await vi.hoisted(async () => {
  const { startScriptedUpstream } = await import("../support/upstream/scripted-upstream.ts")
  const upstream: ScriptedUpstream = await startScriptedUpstream("well")
  Object.assign(process.env, { OPENAI_BASE_URL: upstream.url, MODERATION_MODEL: "scripted" })
  return { upstream }
})

const TITLE = "怀表里的信"
const TAME = "雨停的时候，修表匠听见怀表里有人说话。"
const LAMP = `墙上的${MARKS.minors}亮着。`
const BEYOND = `墙上的${MARKS.sexual}亮着。`
const AWAY = "内容审核服务暂时连接不上，现在不能保存或公开。你填写的内容都还在，请稍后再试。"

let author: AppVisitor

beforeAll(async () => {
  author = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await author.post("/login", formOf(account))).status).toBe(303)
})

beforeEach(() => {
  upstream.moderation.release()
  upstream.moderation.calls = []
})

afterAll(() => upstream.close())

describe("the classifier sees", () => {
  test.each([
    ["a title", { title: LAMP, content: TAME }, 422, "涉及未成年人"],
    ["a text", { title: TITLE, content: `${TAME}\n${LAMP}` }, 422, "涉及未成年人"],
    ["a text beyond its level", { title: TITLE, content: BEYOND }, 422, "超出了这篇小说的内容级别"],
    ["a text beyond level 3, at level 4", { title: TITLE, content: BEYOND, content_level: "4" }, 200, ""],
  ])("%s that is made public", async (_, fields, status, said) => {
    const answer = await save({ ...fields, is_public: "on" })
    expect(answer.status).toBe(status)
    expect(await pageOf(answer)).toContain(said)
  })

  test("a new title and an edited text", async () => {
    const id = await keep()
    for (const [intent, page] of [
      ["rename", ""],
      ["save", "/edit"],
    ]) {
      const refused = await author.post(`/novels/${id}${page}`, formOf({ intent: intent ?? "", text: LAMP }))
      expect(refused.status).toBe(422)
      expect(await pageOf(refused)).toContain(LAMP)
    }
    expect(
      (await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: "新的正文" }))).status,
    ).toBe(303)
  })

  test("the whole novel when it is published later", async () => {
    const id = await keep()
    upstream.moderation.calls = []
    expect((await author.post(`/novels/${id}`, formOf({ intent: "publish" }))).status).toBe(303)
    expect(upstream.moderation.calls.flat()).toEqual([TITLE, TAME])
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(200)
  })
})

describe("while the classifier is away", () => {
  beforeEach(() => {
    upstream.moderation.manner = "garbage"
  })

  test("nothing is made public, and the form is kept", async () => {
    const refused = await save({ title: TITLE, content: TAME, is_public: "on" })
    expect(refused.status).toBe(503)
    const page = await pageOf(refused)
    expect(page).toContain(AWAY)
    expect(page).toContain(`value="${TITLE}"`)
    expect(page).toMatch(/<input[^>]*name="is_public"[^>]*checked/)
  })

  test("a novel cannot be published and a public one not changed, but closing always works", async () => {
    upstream.moderation.manner = "well"
    const id = await keep()
    upstream.moderation.manner = "garbage"
    const act = (fields: Record<string, string>) => author.post(`/novels/${id}`, formOf(fields))
    const refused = await act({ intent: "publish" })
    expect(refused.status).toBe(503)
    expect(await pageOf(refused)).toContain(AWAY)
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(404)

    upstream.moderation.manner = "well"
    expect((await act({ intent: "publish" })).status).toBe(303)
    upstream.moderation.manner = "garbage"
    const edited = await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: "新的正文" }))
    expect(edited.status).toBe(503)
    expect((await act({ intent: "unpublish" })).status).toBe(303)
  })

  test("private novels at levels 1-3 are saved and changed, those at 4-5 are not", async () => {
    expect((await save({ title: TITLE, content: TAME })).status).toBe(303)
    const id = await keep()
    expect(
      (await author.post(`/novels/${id}/edit`, formOf({ intent: "save", text: "新的正文" }))).status,
    ).toBe(303)
    expect((await save({ title: TITLE, content: TAME, content_level: "4" })).status).toBe(503)
  })
})

function save(fields: Record<string, string>): Promise<Response> {
  return author.post("/save", formOf({ ...fields, key: crypto.randomUUID() }))
}

/** Saves a private novel and returns its id. */
async function keep(): Promise<string> {
  expect((await save({ title: TITLE, content: TAME })).status).toBe(303)
  const shelf = await (await author.fetch("/my-novels")).text()
  return /\/novels\/([0-9a-f-]{36})/.exec(shelf)?.[1] ?? ""
}
