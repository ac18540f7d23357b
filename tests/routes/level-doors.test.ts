import { createClient } from "@supabase/supabase-js"
import { describe, expect, test } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"

const TAME = "雨停的时候，修表匠听见怀表里有人说话。"
/** A harmless summary whose words make it adult. */
const ADULT_BY_ITS_WORDS = "梗概：这一篇含有色情、情色与床戏。"
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "1", length: "1" }
const CONFIRM = "我已年满 18 岁，继续生成"

const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

/** Every way to begin or continue adult writing, as a form and, where there is one, as JSON. */
const DOORS: Record<string, Record<string, string>> = {
  "a new novel": { erotic_level: "4" },
  "a new novel at the highest level": { erotic_level: "5" },
  "a continuation": { erotic_level: "4", existing_text: TAME },
  "a direction": { erotic_level: "5", existing_text: TAME, direction: "天亮了" },
  "a saved or remembered adult novel that is continued at level 1": {
    existing_text: TAME,
    existing_level: "4",
  },
  "an adult text that claims level 1": { existing_text: ADULT_BY_ITS_WORDS, existing_level: "1" },
}

describe.each(Object.entries(DOORS))("%s", (_, fields) => {
  test("asks visitors who have not confirmed their age to do so, and keeps the form", async () => {
    const asked = await new AppVisitor().post("/", formOf({ ...WIRE, ...fields, key: "k" }))
    expect(asked.status).toBe(403)
    const page = await pageOf(asked)
    expect(page).toContain(CONFIRM)
    expect(page).toContain(`>${WIRE.prompt}</textarea>`)
  })

  test("is refused by JSON, with or without a forged confirmation", async () => {
    for (const cookie of ["", "adult=confirmed", "adult=ImNvbmZpcm1lZCI%3D.AAAA"]) {
      const refused = await new AppVisitor().post("/generate-novel", formOf({ ...WIRE, ...fields }), {
        Cookie: cookie,
      })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({ errors: [{ code: "adult-unconfirmed" }] })
    }
  })

  test("is allowed once the age is confirmed", async () => {
    const visitor = new AppVisitor()
    const form = formOf({ ...WIRE, ...fields, intent: "confirm-adult", key: "k" })
    expect((await visitor.post("/", form)).status).toBe(303)
  })
})

describe("the visitor's own adult generation, without the confirmation", () => {
  test("is not continued at any level", async () => {
    const { visitor, id } = await adultGeneration()
    for (const erotic_level of ["1", "4"]) {
      const asked = await visitor.post("/", formOf({ ...WIRE, erotic_level, continues: id, key: "k" }))
      expect(asked.status).toBe(403)
      expect(await pageOf(asked)).toContain(CONFIRM)
    }
  })

  test("is not rewritten", async () => {
    const { visitor, id } = await adultGeneration()
    const answer = await visitor.post(`/generations/${id}/rewrite`, formOf({ key: "again" }))
    expect(answer.headers.get("Location")).toBe(`/?generation=${id}#story`)
    expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).toContain("没有重写")
    const { count } = await admin
      .from("generations")
      .select("id", { count: "exact", head: true })
      .contains("request", { rewrites: id })
      .throwOnError()
    expect(count).toBe(0)
  })

  test("is not edited, and no paragraph of it is written anew", async () => {
    const { visitor, id } = await adultGeneration()
    const edit = formOf({ intent: "save", text: TAME })
    const edited = await visitor.post(`/generations/${id}/edit`, edit)
    expect(edited.status).toBe(403)
    expect(await pageOf(edited)).toContain(TAME)
    const rewrite = formOf({ intent: "rewrite", key: "k", paragraph: "0", wish: "冷一点" })
    const rewritten = await visitor.post(`/generations/${id}/paragraphs`, rewrite)
    expect(rewritten.status).toBe(403)
    expect(await pageOf(rewritten)).toContain("仅限成年人")
  })

  test("a harmless text does not become adult by an edit", async () => {
    const visitor = new AppVisitor()
    const tame = await finished(visitor, WIRE)
    const edit = () => formOf({ intent: "save", text: ADULT_BY_ITS_WORDS })
    expect((await visitor.post(`/generations/${tame}/edit`, edit())).status).toBe(403)
    await visitor.post("/", formOf({ ...WIRE, erotic_level: "4", intent: "confirm-adult", key: "confirm" }))
    const edited = await visitor.post(`/generations/${tame}/edit`, edit())
    expect(edited.status).toBe(303)
    const [, id = ""] = /generation=([\w-]+)/.exec(edited.headers.get("Location") ?? "") ?? []
    const { data } = await admin.from("generations").select("request").eq("id", id).single().throwOnError()
    expect(data).toMatchObject({ request: { existingLevel: 4, contentLevel: 1 } })
  })

  test("continuing the visitor's own harmless generation asks for nothing", async () => {
    const visitor = new AppVisitor()
    const tame = await finished(visitor, WIRE)
    const answer = await visitor.post("/", formOf({ ...WIRE, continues: tame, key: "k" }))
    expect(answer.status).toBe(303)
  })
})

async function adultGeneration() {
  const visitor = new AppVisitor()
  const id = await finished(visitor, { ...WIRE, erotic_level: "4", intent: "confirm-adult" })
  visitor.forgetCookie("adult")
  return { visitor, id }
}

async function finished(visitor: AppVisitor, fields: Record<string, string>): Promise<string> {
  await visitor.fetch("/")
  const answer = await visitor.post("/", formOf({ ...fields, key: crypto.randomUUID() }))
  const id = /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
  await (await visitor.fetch(`/generations/${id}/events`)).text()
  return id
}
