import { randomBytes } from "node:crypto"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import { joinStory } from "#app/domain/story.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"
import type { ReceivedCall } from "../support/upstream/call.ts"
import { storyText } from "../support/upstream/prose.ts"
import type { ScriptedUpstream } from "../support/upstream/scripted-upstream.ts"

// The app reads its environment once, so this runs before the app is loaded.
const { upstream } = await vi.hoisted(async () => {
  const { startScriptedUpstream } = await import("../support/upstream/scripted-upstream.ts")
  const upstream: ScriptedUpstream = await startScriptedUpstream({ name: "remembers" })
  Object.assign(process.env, { OPENAI_BASE_URL: upstream.url })
  return { upstream }
})

const OLD = storyText(8_117, 40_000)
const WIRE = { prompt: "渡口的故事接着写", erotic_level: "1", length: "1", reference_text: "" }
const BANNED = "那年十五岁的女孩和老师发生了关系"
const LEASE_SECONDS = 60

const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

beforeEach(() => {
  upstream.calls.length = 0
  upstream.scenario.memory = {}
})

afterAll(() => upstream.close())

describe("a long text", () => {
  test("is read before it is continued, and its row keeps what was read", async () => {
    const visitor = await arrive()
    const id = await write(visitor, { existing_text: OLD })
    const { memory, plan } = await rowOf(id)
    const known = readMemory(memory)
    expect(readings().length).toBeGreaterThan(4)
    expect(known.readTo).toBeGreaterThan(OLD.length)
    expect(known.sections.length).toBeGreaterThan(4)
    expect(readMemory(plan.memoryBefore).readTo).toBe(OLD.length)
  })

  test("is not read again by a continuation, nor by one of that after the first row is gone", async () => {
    const visitor = await arrive()
    const first = await write(visitor, { existing_text: OLD })
    upstream.calls.length = 0
    const second = await write(visitor, { continues: first })
    expect(readings()).toEqual([])
    expect(planPrompt()).toMatch(/<备忘>\n(?:.*\n)*概｜/u)
    await admin.from("generations").delete().eq("id", first).throwOnError()
    const third = await write(visitor, { continues: second })
    expect(readings()).toEqual([])
    const [before, now] = [readMemory((await rowOf(second)).memory), readMemory((await rowOf(third)).memory)]
    expect(now.readTo).toBeGreaterThanOrEqual(before.readTo)
    expect(now.sections[0]).toEqual(before.sections[0])
  })

  test("begins another version with what was known before the first one", async () => {
    const visitor = await arrive()
    const id = await write(visitor, { existing_text: OLD })
    upstream.calls.length = 0
    const answer = await visitor.post(`/generations/${id}/rewrite`, formOf({ key: crypto.randomUUID() }))
    const anew = await finished(visitor, answer)
    expect(readings()).toEqual([])
    const text = (await rowOf(id)).body
    const [memory, known] = [(await rowOf(anew)).memory, readMemory((await rowOf(anew)).plan.memoryBefore)]
    expect(readMemory(memory).readTo).toBeGreaterThan(OLD.length)
    expect(known.readTo).toBe(OLD.length)
    expect(planPrompt()).not.toContain(text.slice(0, 60))
  })

  test("of somebody else gives its memory to nobody", async () => {
    const id = await write(await arrive(), { existing_text: OLD })
    const stranger = await arrive()
    const answer = await stranger.post("/", formOf({ ...WIRE, continues: id, key: crypto.randomUUID() }))
    expect(answer.status).toBe(404)
  })
})

describe("a saved novel", () => {
  test("keeps what is known of it, and is continued with that and not read", async () => {
    const author = await signedIn()
    const id = await write(author, { existing_text: OLD })
    const novel = await save(author, id)
    const { data: kept } = await admin.from("novel_memories").select().eq("novel_id", novel).single()
    expect(readMemory(kept?.memory)).toEqual(readMemory((await rowOf(id)).memory))
    expect(kept?.outline.beats.length).toBeGreaterThan(0)

    upstream.calls.length = 0
    await write(author, { novel })
    expect(readings()).toEqual([])
    expect(planPrompt()).toMatch(/<备忘>\n(?:.*\n)*概｜/u)

    upstream.calls.length = 0
    const stranger = await signedIn()
    const answer = await stranger.post("/", formOf({ ...WIRE, novel, key: crypto.randomUUID() }))
    expect(answer.status).toBe(404)
    expect(upstream.calls).toEqual([])
  })

  test("whose author has changed it in the middle is read again from there", async () => {
    const author = await signedIn()
    const novel = await save(author, await write(author, { existing_text: OLD }))
    const { data } = await admin.from("novels").select("content").eq("id", novel).single().throwOnError()
    const at = data.content.indexOf("。", 20_000)
    const content = `${data.content.slice(0, at)}，他又看了一眼那盏灯${data.content.slice(at)}`
    await admin.from("novels").update({ content }).eq("id", novel).throwOnError()
    upstream.calls.length = 0
    await write(author, { novel })
    expect(readings().length).toBeGreaterThanOrEqual(2)
    expect(readings().length).toBeLessThan(5)
  })

  test("is saved even where its memory cannot be kept", async () => {
    const author = await signedIn()
    const id = await write(author, { existing_text: OLD })
    const { plan } = await rowOf(id)
    const tooLong = { ...plan, head: Array(1_000).fill("长".repeat(99)) }
    await admin.from("generations").update({ plan: tooLong }).eq("id", id).throwOnError()
    const novel = await save(author, id)
    const { data } = await admin.from("novels").select("content").eq("id", novel).single().throwOnError()
    expect(data.content).toBe(joinStory(OLD, (await rowOf(id)).body))
    expect((await admin.from("novel_memories").select().eq("novel_id", novel)).data).toEqual([])
  })
})

test("a note that the ban refuses is in no row and in no prompt", async () => {
  upstream.scenario.memory = { text: `定｜${BANNED}\n概｜${OLD.slice(0, 40).replaceAll("\n", "")}` }
  const visitor = await arrive()
  const id = await write(visitor, { existing_text: `${OLD}\n${"他把门关上了。".repeat(3)}` })
  expect(JSON.stringify(await rowOf(id))).not.toContain(BANNED)
  expect(upstream.calls.map(({ body }) => JSON.stringify(body)).join()).not.toContain(BANNED)
})

test("while another process reads and plans, readers here see how far it is", async () => {
  const visitor = await arrive()
  const sample = await write(visitor, {})
  const { owner, request } = await rowOf(sample)
  const id = randomBytes(16).toString("base64url")
  const origin = { p_id: id, p_owner: owner, p_key: id, p_request: request }
  const lease = { p_worker: "elsewhere", p_lease_seconds: LEASE_SECONDS }
  const { data: made } = await admin
    .rpc("create_generation", { ...origin, ...lease })
    .single()
    .throwOnError()
  const { n } = made as { n: number }
  const store = (change: object) =>
    admin.rpc("store_generations", { ...lease, p_batch: [{ n, epoch: 1, ...change }] }).throwOnError()
  await store({ progress: { draft: [], reading: { done: 3, all: 16 } } })

  expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).toContain("正在读前文 3/16")
  const live = await listen(visitor, `/generations/${id}/live`)
  await live.until("正在读前文 3/16")
  const events = await listen(visitor, `/generations/${id}/events`)
  await events.until('event: reading\ndata: {"done":3,"all":16}')
  const draft = [{ kind: "title", text: "渡口的灯" }]
  await store({ progress: { draft, reading: { done: 16, all: 16 } } })
  await events.until("渡口的灯")
  await live.until("渡口的灯")
  expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).toContain("渡口的灯")
  await store({ status: "stopped" })
  await events.until("event: stopped")
  expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).not.toContain("渡口的灯")
})

/** The calls that read a bare passage. */
function readings(): ReceivedCall[] {
  return upstream.calls.filter(({ kind, body }) => kind === "memory" && body.messages.length === 2)
}

function planPrompt(): string {
  return upstream.calls.findLast(({ kind }) => kind === "plan")?.body.messages.at(-1)?.content ?? ""
}

async function arrive(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  await visitor.fetch("/")
  return visitor
}

async function signedIn(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await visitor.post("/login", formOf(account))).status).toBe(303)
  return visitor
}

async function write(visitor: AppVisitor, fields: Record<string, string>): Promise<string> {
  const form = formOf({ ...WIRE, ...fields, key: crypto.randomUUID() })
  return finished(visitor, await visitor.post("/", form))
}

async function finished(visitor: AppVisitor, answer: Response): Promise<string> {
  expect(answer.status).toBe(303)
  const location = new URL(answer.headers.get("Location") ?? "", "http://localhost")
  const id = location.searchParams.get("generation") ?? ""
  expect(await (await visitor.fetch(`/generations/${id}/events`)).text()).toContain("event: done")
  return id
}

async function save(author: AppVisitor, generation: string): Promise<string> {
  // Other files save novels at the same time.
  const title = `渡口 ${crypto.randomUUID()}`
  const form = formOf({
    generation,
    title,
    key: crypto.randomUUID(),
    content: "",
    content_level: "1",
  })
  expect((await author.post("/save", form)).status).toBe(303)
  const { data } = await admin.from("novels").select("id").eq("title", title).single().throwOnError()
  return data.id
}

async function rowOf(id: string) {
  const columns = "owner, request, memory, plan, body"
  const { data } = await admin.from("generations").select(columns).eq("id", id).single().throwOnError()
  return data
}

async function listen(visitor: AppVisitor, path: string) {
  const answer = await visitor.fetch(path)
  const stream = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ""
  return {
    async until(text: string): Promise<void> {
      while (!read.includes(text)) {
        const piece = await stream?.read()
        if (!piece || piece.done) throw new Error(`the stream ended:\n${read.slice(-500)}`)
        read += piece.value
      }
    },
  }
}
