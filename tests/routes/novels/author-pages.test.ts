import { createClient } from "@supabase/supabase-js"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { AUTHOR_NOVELS_PER_PAGE } from "#app/domain/novel.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const TEXT = "雨停的时候，修表匠听见怀表里有人说话。"
const NAME = "林小满"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let author: AppVisitor
let stranger: AppVisitor

beforeAll(async () => {
  stranger = await signUp()
})

beforeEach(async () => {
  author = await signUp()
  await author.post("/profile", formOf({ intent: "save", username: NAME, avatar_url: "" }))
})

describe("an author's page", () => {
  test("lists public novels, newest first, and says what the author says", async () => {
    const ids = [await publish("桥头的灯"), await publish("河边的灯")]
    await publish("私下的信", { is_public: "" })
    const path = await openPage("写河边的故事。\n也写钟表。")
    for (const reader of [new AppVisitor(), stranger, author]) {
      const answer = await reader.fetch(path)
      expect(answer.status).toBe(200)
      const page = await pageOf(answer)
      expect(page).toContain(NAME)
      expect(page).toContain("写河边的故事。\n也写钟表。")
      expect([...page.matchAll(/href="\/shared\/([0-9a-f-]{36})"/g)].map(([, id]) => id)).toEqual(
        ids.toReversed(),
      )
      expect(page).not.toContain("私下的信")
      expect(page).not.toContain("<script")
    }
  })

  test("does not exist before it is opened, nor after it is closed, and nothing leads to it", async () => {
    const id = await publish("桥头的灯")
    await publish("河边的灯")
    expect(await linksOf(id)).toEqual([])
    const path = await openPage("写河边的故事。")
    expect(await linksOf(id)).toEqual(["author", "next"])
    await author.post("/profile", formOf({ intent: "author", about: "写河边的故事。" }))
    const closed = await new AppVisitor().fetch(path)
    expect(closed.status).toBe(404)
    const page = await closed.text()
    for (const hidden of [NAME, "写河边的故事。", "桥头的灯"]) expect(page).not.toContain(hidden)
    expect(await linksOf(id)).toEqual([])
  })

  test.each([
    ["unpublished", (id: string) => author.post(`/novels/${id}`, formOf({ intent: "unpublish" }))],
    ["deleted", (id: string) => author.post(`/novels/${id}`, formOf({ intent: "delete" }))],
    [
      "taken down",
      (id: string) =>
        admin
          .from("novels")
          .update({ is_public: false, taken_down_at: new Date().toISOString() })
          .eq("id", id),
    ],
    ["not looked at", (id: string) => admin.from("novels").update({ reviewed_at: null }).eq("id", id)],
  ])("loses a novel at once that is %s, and is gone with the last one", async (_, end) => {
    const [first, second] = [await publish("桥头的灯"), await publish("河边的灯")]
    const path = await openPage()
    await end(second)
    const page = await (await new AppVisitor().fetch(path)).text()
    expect(page).toContain("桥头的灯")
    expect(page).not.toContain("河边的灯")
    expect(await linksOf(first)).toEqual(["author"])
    await end(first)
    expect((await new AppVisitor().fetch(path)).status).toBe(404)
  })

  test("names adult novels only to readers who have confirmed their age", async () => {
    const general = await publish("桥头的灯")
    await publish("夜里的信", { content_level: "4" })
    const path = await openPage()
    const reader = new AppVisitor()
    for (const address of [path, `/shared/${general}`])
      expect(await (await reader.fetch(address)).text()).not.toContain("夜里的信")
    const answer = await reader.post(path, formOf({ intent: "confirm-adult" }))
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, path])
    expect(await (await reader.fetch(path)).text()).toContain("夜里的信")
    expect(await (await reader.fetch(`/shared/${general}`)).text()).not.toContain("夜里的信")
  })

  test("comes in pages", async () => {
    for (let nth = 0; nth <= AUTHOR_NOVELS_PER_PAGE; nth += 1) await publish(`灯 ${nth}`)
    const path = await openPage()
    const [first, second] = await Promise.all(
      [path, `${path}?page=2`].map(async (address) => (await new AppVisitor().fetch(address)).text()),
    )
    expect(first).toContain(`href="${path}?page=2"`)
    for (const [page, address] of [
      [first, path],
      [second, `${path}?page=2`],
    ]) {
      expect(page).toContain(`rel="canonical" href="http://localhost:3000${address}"`)
    }
    expect(first?.match(/href="\/shared\//g)).toHaveLength(AUTHOR_NOVELS_PER_PAGE)
    expect(second?.match(/href="\/shared\//g)).toHaveLength(1)
    expect(second).toContain(`href="${path}"`)
    for (const [page, status] of Object.entries({ 3: 404, "-1": 200, x: 200, 9999999999: 404 }))
      expect((await new AppVisitor().fetch(`${path}?page=${page}`)).status).toBe(status)
  })

  test.each(["x", crypto.randomUUID(), "%00"])("of %s is not found", async (id) => {
    expect((await new AppVisitor().fetch(`/authors/${id}`)).status).toBe(404)
  })
})

test("what an author says is bounded and held to the level for everyone, and comes back if it is refused", async () => {
  await publish("桥头的灯")
  for (const [about, status] of [
    ["字".repeat(301), 400],
    ["十五岁的女孩和老师发生了关系。", 422],
  ] as const) {
    const answer = await author.post("/profile", formOf({ intent: "author", is_open: "on", about }))
    expect(answer.status).toBe(status)
    const page = await pageOf(answer)
    expect(page).toContain(about)
    expect(page).toMatch(/name="is_open"[^>]*checked/)
  }
  const { data } = await admin
    .from("author_pages")
    .select()
    .in("about", ["字".repeat(301)])
  expect(data).toEqual([])
})

test("between two novels of one author the reader goes on, and to nobody else's", async () => {
  const ids = [await publish("桥头的灯"), await publish("河边的灯"), await publish("巷口的灯")]
  await openPage()
  const page = await (await new AppVisitor().fetch(`/shared/${ids[1]}`)).text()
  const at = (rel: string) =>
    new RegExp(`<a[^>]*href="/shared/([0-9a-f-]{36})"[^>]*rel="${rel}"`).exec(page)?.[1]
  expect([at("prev"), at("next")]).toEqual([ids[0], ids[2]])
})

/** Opens the author's page and returns its address. */
async function openPage(about = ""): Promise<string> {
  const saved = await author.post("/profile", formOf({ intent: "author", is_open: "on", about }))
  expect(saved.status).toBe(303)
  const [path = ""] = /\/authors\/[0-9a-f-]{36}/.exec(await (await author.fetch("/profile")).text()) ?? []
  expect(path).not.toBe("")
  return path
}

/** How a novel's page links to its author's other pages. */
async function linksOf(id: string): Promise<string[]> {
  const page = await (await new AppVisitor().fetch(`/shared/${id}`)).text()
  return [...page.matchAll(/<a[^>]*rel="(author|prev|next)"/g)].map(([, rel = ""]) => rel)
}

async function publish(title: string, fields: Record<string, string> = {}): Promise<string> {
  const form = {
    title,
    content: `${TEXT}${title}`,
    is_public: "on",
    content_level: "1",
    key: crypto.randomUUID(),
    ...fields,
  }
  const saved = await (await author.post("/save", formOf(form))).text()
  return /\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1] ?? ""
}

async function signUp(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  return visitor
}
