// The text of an ended generation as its author has changed it: another generation, beside the one that was changed.
import { createClient } from "@supabase/supabase-js"
import { expect, test } from "vitest"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1 }

function database() {
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
}

async function rowsOf(visitor: string) {
  const { data } = await database()
    .from("generations")
    .select("id, status, body, request, plan, memory, n")
    .eq("owner", visitor)
    .order("n")
    .throwOnError()
  return data as {
    id: string
    status: string
    body: string
    request: Record<string, unknown>
    memory: unknown
  }[]
}

async function ownerOf(id: string): Promise<string> {
  const { data } = await database().from("generations").select("owner").eq("id", id).single().throwOnError()
  return (data as { owner: string }).owner
}

async function written(visitor = new AppVisitor(), wire: object = WIRE) {
  const answer = await visitor.postJson("/generate-novel", wire)
  expect(answer.status).toBe(200)
  const { id, content } = (await answer.json()) as { id: string; content: string }
  return { visitor, id, content, owner: await ownerOf(id) }
}

function save(visitor: AppVisitor, id: string, text: string, key = "k") {
  return visitor.post(`/generations/${id}/edit`, formOf({ intent: "save", editor: key, text }))
}

function editionIn(answer: Response): string {
  expect(answer.status).toBe(303)
  return (
    new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get("generation") ?? ""
  )
}

async function textOf(visitor: AppVisitor, id: string): Promise<string> {
  const answer = await visitor.fetch(`/generations/${id}/text`, { headers: { Accept: "application/json" } })
  return ((await answer.json()) as { text: string }).text
}

test("an edit is a text of its own, pressed twice the same one, and what it changes stays", async () => {
  const { visitor, id, content, owner } = await written()
  const page = await pageOf(await visitor.fetch(`/generations/${id}/edit`))
  expect(page).toContain("保存修改")
  const edited = `${content}\n他把灯又点上了。`
  const [one, two] = await Promise.all([save(visitor, id, edited), save(visitor, id, edited)])
  const edition = editionIn(one)
  expect(editionIn(two)).toBe(edition)
  expect(edition).not.toBe(id)
  expect(await textOf(visitor, edition)).toBe(edited)
  expect(await textOf(visitor, id)).toBe(content)
  const rows = await rowsOf(owner)
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({ status: "done", request: { edits: id, rewrites: null } })
  expect(rows[1]?.memory).toEqual(rows[0]?.memory)
  const desk = await pageOf(await visitor.fetch(`/?generation=${edition}`))
  expect(desk).toContain("他把灯又点上了。")
  expect(desk).toContain(`generation=${id}#story`)
  expect(desk).toContain("用回原来的")
})

test("a text that is not changed makes no row, however it is spaced", async () => {
  const { visitor, id, content, owner } = await written()
  expect(editionIn(await save(visitor, id, `\r\n${content.replaceAll("\n", "\r\n")}\r\n\r\n`))).toBe(id)
  expect(await rowsOf(owner)).toHaveLength(1)
})

test("another visitor neither reads nor changes it, and an edited one hides the former in the list", async () => {
  const { visitor, id, content, owner } = await written()
  const stranger = new AppVisitor()
  expect((await stranger.fetch(`/generations/${id}/edit`)).status).toBe(404)
  expect((await save(stranger, id, "换一个结局。")).status).toBe(404)
  expect(await rowsOf(owner)).toHaveLength(1)
  const edition = editionIn(await save(visitor, id, `${content}\n完了。`))
  const { data } = await database().rpc("list_generations", { p_owner: owner, p_limit: 10 }).throwOnError()
  expect((data as { id: string }[]).map((row) => row.id)).toEqual([edition])
})

test("two tabs that edit the same text make two texts", async () => {
  const { visitor, id, content } = await written()
  const one = editionIn(await save(visitor, id, `${content}\n甲。`, "one"))
  const other = editionIn(await save(visitor, id, `${content}\n乙。`, "two"))
  expect(await textOf(visitor, one)).toMatch(/甲。$/)
  expect(await textOf(visitor, other)).toMatch(/乙。$/)
})

test("an empty, a banned and a too long text are refused, and come back", async () => {
  const { visitor, id, content, owner } = await written()
  const empty = await save(visitor, id, " \n ")
  expect(empty.status).toBe(400)
  const banned = await save(visitor, id, `${content}\n十五岁的女孩和老师发生了关系。`)
  expect(banned.status).toBe(422)
  const page = await pageOf(banned)
  expect(page).toContain("没有保存")
  expect(page).toContain("十五岁的女孩")
  expect((await save(visitor, id, "灯".repeat(1_020_001))).status).toBe(413)
  expect(await rowsOf(owner)).toHaveLength(1)
})

test("a continued text keeps its join, and can be continued and edited again", async () => {
  const { visitor, content } = await written()
  const continued = await written(visitor, { ...WIRE, existing_text: content })
  const { id } = continued
  const whole = await textOf(visitor, id)
  const first = content.split("\n")[0] ?? ""
  const edited = editionIn(await save(visitor, id, whole.replace(first, "雨下了一夜。")))
  const row = (await rowsOf(continued.owner)).find((one) => one.id === edited)
  expect(String(row?.request.existing).startsWith("雨下了一夜。")).toBe(true)
  expect(row?.body).toBe(continued.content)
  const again = editionIn(await save(visitor, edited, `${await textOf(visitor, edited)}\n他睡了。`))
  expect((await rowsOf(continued.owner)).at(-1)).toMatchObject({ id: again, request: { edits: edited } })
})

test("an edited text belongs to the saved novel that its former was saved as", async () => {
  const { visitor, id, content } = await written()
  const saved = { saved_as: crypto.randomUUID(), saved_hash: "a".repeat(32) }
  await database().from("generations").update(saved).eq("id", id).throwOnError()
  const edition = editionIn(await save(visitor, id, `${content}\n他睡了。`))
  const { data } = await database()
    .from("generations")
    .select("request")
    .eq("id", edition)
    .single()
    .throwOnError()
  expect(data).toMatchObject({ request: { novel: { id: saved.saved_as, hash: saved.saved_hash } } })
})
