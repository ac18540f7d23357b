import { createClient } from "@supabase/supabase-js"
import { expect, test, vi } from "vitest"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"

// The app reads its environment once, so this runs before the app is loaded.
vi.hoisted(() => {
  process.env.MAX_CONTENT_LEVEL = "3"
})

const TAME = "雨停的时候，修表匠听见怀表里有人说话。"
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "1", length: "1" }
const SAID = "本站最高只开放到 3 级"

test("the form offers no level above the ceiling", async () => {
  const page = await pageOf(await new AppVisitor().fetch("/"))
  const levels = page.match(/<input[^>]*name="erotic_level"[^>]*>/g) ?? []
  expect(levels.map((radio) => /value="(\d)"/.exec(radio)?.[1])).toEqual(["1", "2", "3"])
})

test.each<[string, Record<string, string>]>([
  ["a new novel", { erotic_level: "4" }],
  ["a confirmed one", { erotic_level: "5", intent: "confirm-adult" }],
  ["a continuation", { erotic_level: "4", existing_text: TAME }],
  ["a direction", { erotic_level: "4", existing_text: TAME, direction: "天亮了" }],
  ["a continuation of an adult text", { existing_text: TAME, existing_level: "5", intent: "confirm-adult" }],
])("%s above it is refused by form and by JSON", async (_, fields) => {
  const refused = await new AppVisitor().post("/", formOf({ ...WIRE, ...fields, key: "k" }))
  expect(refused.status).toBe(403)
  const page = await pageOf(refused)
  expect(page).toContain(SAID)
  expect(page).toContain(`>${WIRE.prompt}</textarea>`)

  const other = await new AppVisitor().post("/generate-novel", formOf({ ...WIRE, ...fields }))
  expect(other.status).toBe(403)
  const message = expect.stringContaining(SAID)
  expect(await other.json()).toEqual({ errors: [{ code: "level-above-ceiling", place: null, message }] })
})

test("an adult text from before the ceiling was lowered is neither continued nor rewritten", async () => {
  const visitor = new AppVisitor()
  await visitor.fetch("/")
  const answer = await visitor.post("/", formOf({ ...WIRE, key: "k" }))
  const id = /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
  await (await visitor.fetch(`/generations/${id}/events`)).text()
  const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
    auth: { persistSession: false },
  })
  const { data } = await admin.from("generations").select("request").eq("id", id).single().throwOnError()
  const request = { ...data.request, contentLevel: 5 }
  await admin.from("generations").update({ request }).eq("id", id).throwOnError()

  const form = { ...WIRE, continues: id, key: "next", intent: "confirm-adult" }
  expect((await visitor.post("/", formOf(form))).status).toBe(403)
  const again = await visitor.post(`/generations/${id}/rewrite`, formOf({ key: "again" }))
  expect(again.headers.get("Location")).toBe(`/?generation=${id}#story`)
  expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).toContain("没有重写")
})
