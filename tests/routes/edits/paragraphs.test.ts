// A paragraph that is written anew: who may ask for it, where it goes, and what stays.
import { createClient } from "@supabase/supabase-js"
import { expect, test } from "vitest"
import { placedParagraphs } from "#app/domain/edits/paragraph.ts"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1 }

function database() {
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
}

async function rowOf(id: string) {
  const { data } = await database()
    .from("generations")
    .select("owner, status, body, request")
    .eq("id", id)
    .maybeSingle()
    .throwOnError()
  return data as { owner: string; status: string; body: string; request: Record<string, unknown> } | null
}

async function written(wire: object = WIRE, visitor = new AppVisitor()) {
  const answer = await visitor.postJson("/generate-novel", wire)
  expect(answer.status).toBe(200)
  const { id, content } = (await answer.json()) as { id: string; content: string }
  return { visitor, id, content }
}

function ask(visitor: AppVisitor, id: string, paragraph: number | string, wish = "", key = "k") {
  return visitor.post(
    `/generations/${id}/paragraphs`,
    formOf({ intent: "rewrite", key, paragraph: String(paragraph), wish }),
  )
}

function writingIn(answer: Response): string {
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get("writing") ?? ""
}

/** The generation with the new paragraph. */
async function placed(visitor: AppVisitor, writing: string): Promise<string> {
  const events = await (await visitor.fetch(`/generations/${writing}/events`)).text()
  expect(events.trim().endsWith("event: done\ndata: {}")).toBe(true)
  const answer = await visitor.fetch(`/generations/${writing}/paragraph`)
  expect(answer.status).toBe(302)
  const [, into = ""] =
    /\/generations\/([\w-]{22})\/paragraphs\?changed=\d+&paragraph=\d+#p\d+$/.exec(
      answer.headers.get("Location") ?? "",
    ) ?? []
  return into
}

async function textOf(visitor: AppVisitor, id: string): Promise<string> {
  const answer = await visitor.fetch(`/generations/${id}/text`, { headers: { Accept: "application/json" } })
  return ((await answer.json()) as { text: string }).text
}

test("one paragraph is written anew and put in its place, pressed twice once, and all else stays", async () => {
  const { visitor, id, content } = await written()
  const third = placedParagraphs(content)[2]
  const page = await pageOf(await visitor.fetch(`/generations/${id}/paragraphs`))
  expect(page).toContain(`value="${third?.at}"`)
  const [one, two] = await Promise.all([ask(visitor, id, third?.at ?? 0), ask(visitor, id, third?.at ?? 0)])
  const writing = writingIn(one)
  expect(writingIn(two)).toBe(writing)
  const waiting = await pageOf(await visitor.fetch(`/generations/${id}/paragraphs?writing=${writing}`))
  expect(waiting).toContain(`url=/generations/${writing}/paragraph`)
  const into = await placed(visitor, writing)
  const text = await textOf(visitor, into)
  const now = placedParagraphs(text)
  expect(now[2]?.text).not.toBe(third?.text)
  expect(text.startsWith(content.slice(0, third?.at))).toBe(true)
  expect(text.endsWith(content.slice((third?.at ?? 0) + (third?.text.length ?? 0)))).toBe(true)
  expect(await textOf(visitor, id)).toBe(content)
  const row = await rowOf(into)
  expect(row).toMatchObject({ status: "done", request: { edits: id, prompt: WIRE.prompt } })
  expect(row?.request.paragraph).toBeUndefined()
  const done = await pageOf(await visitor.fetch(`/generations/${into}/paragraphs?changed=${third?.at}`))
  expect(done).toContain("用回原来的")
  expect(done).toContain(`/generations/${id}/paragraphs?paragraph=2#p2`)
  const { data } = await database()
    .rpc("list_generations", { p_owner: row?.owner, p_limit: 10 })
    .throwOnError()
  expect((data as { id: string }[]).map((listed) => listed.id)).toEqual([into])
})

test("a paragraph of the text that was continued is written anew where it stands", async () => {
  const { visitor, content } = await written()
  const continued = await written({ ...WIRE, existing_text: content }, visitor)
  const whole = await textOf(visitor, continued.id)
  const [first] = placedParagraphs(whole)
  const into = await placed(visitor, writingIn(await ask(visitor, continued.id, first?.at ?? 0)))
  const row = await rowOf(into)
  expect(row?.body).toBe(continued.content)
  expect(String(row?.request.existing)).not.toContain(first?.text)
})

test("another visitor, no paragraph, a long wish and a banned one are refused, and the wish comes back", async () => {
  const { visitor, id, content } = await written()
  const [, second] = placedParagraphs(content)
  const at = second?.at ?? 0
  expect((await ask(new AppVisitor(), id, at)).status).toBe(404)
  expect((await new AppVisitor().fetch(`/generations/${id}/paragraphs`)).status).toBe(404)
  for (const nowhere of ["", "1", "-1", "999999", "x"]) {
    expect((await ask(visitor, id, nowhere, "", `n${nowhere}`)).status).toBe(400)
  }
  const long = await ask(visitor, id, at, "冷".repeat(201))
  expect(long.status).toBe(400)
  expect(await pageOf(long)).toContain("冷".repeat(201))
  const banned = await ask(visitor, id, at, "十五岁的女孩和老师发生了关系。")
  expect(banned.status).toBe(422)
  const page = await pageOf(banned)
  expect(page).toContain("没有重写")
  expect(page).toContain("十五岁的女孩")
})

test("what is being written is nobody else's, has no desk of its own, and cannot be edited", async () => {
  const { visitor, id, content } = await written()
  const [, second] = placedParagraphs(content)
  const writing = writingIn(await ask(visitor, id, second?.at ?? 0))
  const desk = await visitor.fetch(`/?generation=${writing}`)
  expect(desk.headers.get("Location")).toBe(`/generations/${id}/paragraphs?writing=${writing}&paragraph=1#p1`)
  expect((await new AppVisitor().fetch(`/generations/${writing}/paragraph`)).status).toBe(404)
  await placed(visitor, writing)
  const edited = await visitor.post(
    `/generations/${writing}/edit`,
    formOf({ intent: "save", text: "别的。" }),
  )
  expect(edited.status).toBe(404)
  expect((await ask(visitor, writing, 0)).status).toBe(404)
})

test("a paragraph that is stopped leaves the former one standing", async () => {
  const { visitor, id, content } = await written()
  const [first] = placedParagraphs(content)
  const writing = writingIn(await ask(visitor, id, first?.at ?? 0))
  await visitor.post(`/generations/${writing}/stop`, new FormData())
  const row = await rowOf(writing)
  if (!row || row.status === "done") return
  const back = await visitor.fetch(`/generations/${writing}/paragraph`)
  expect(back.headers.get("Location")).toBe(`/generations/${id}/paragraphs?writing=${writing}&paragraph=0#p0`)
  const page = await pageOf(await visitor.fetch(`/generations/${id}/paragraphs?writing=${writing}`))
  expect(page).toContain("已停止，原来的一段还在。")
  expect(await rowOf(String((row.request.paragraph as { into: string }).into))).toBeNull()
})
