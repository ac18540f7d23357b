// A visitor chooses the length of a form's key, and an index of the database takes 2,704 bytes.
import { randomBytes } from "node:crypto"
import { createClient } from "@supabase/supabase-js"
import { beforeAll, describe, expect, test } from "vitest"
import { AppVisitor, formOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1 }

const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let author: AppVisitor
let generation = ""
let novel = ""

beforeAll(async () => {
  author = new AppVisitor()
  await author.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  const written = await author.postJson("/generate-novel", WIRE)
  generation = (await written.json()).id
  const form = { title: "一篇", content: "雨停了。", is_public: "on", key: "k" }
  novel = /\/shared\/([0-9a-f-]{36})/.exec(await (await author.post("/save", formOf(form))).text())?.[1] ?? ""
})

describe("a key of 12,000 characters that no index can compress", () => {
  test.each([
    [
      "an edit",
      () => `/generations/${generation}/edit`,
      { intent: "save", text: "雨停了。".repeat(1_000) },
      "editor",
    ],
    ["a rewriting", () => `/generations/${generation}/rewrite`, {}, "key"],
    [
      "a paragraph's rewriting",
      () => `/generations/${generation}/paragraphs`,
      { intent: "rewrite", paragraph: "0", wish: "" },
      "key",
    ],
  ] as const)("begins one text of %s, however often it is pressed", async (_, path, fields, name) => {
    const key = noise(12_000)
    const press = () => author.post(path(), formOf({ ...fields, [name]: key }))
    const places = []
    for (const answer of [await press(), await press()]) {
      expect(answer.status).toBe(303)
      places.push(/(?:generation|writing)=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1])
    }
    expect(places[0]).toBeDefined()
    expect(places[1]).toBe(places[0])
    const { data } = await admin.from("generations").select("id").eq("id", places[0])
    expect(data).toHaveLength(1)
  })

  test("saves one novel", async () => {
    const key = noise(12_000)
    const title = crypto.randomUUID()
    const press = () => author.post("/save", formOf({ title, content: "雨停了。", key }))
    expect([(await press()).status, (await press()).status]).toEqual([303, 303])
    expect((await admin.from("novels").select("id").eq("title", title)).data).toHaveLength(1)
  })

  test("reports a novel once", async () => {
    const form = formOf({ reason: "other", note: "", key: noise(12_000) })
    const press = () => author.post(`/shared/${novel}/report`, form)
    expect([(await press()).status, (await press()).status]).toEqual([200, 200])
    expect((await admin.from("reports").select("id").eq("novel_id", novel)).data).toHaveLength(1)
  })
})

function noise(length: number): string {
  return randomBytes(length).toString("base64url").slice(0, length)
}
