// A paragraph of a saved novel that is written anew: it goes into the novel itself, once, and over nothing unseen.
import type { AddressInfo } from "node:net"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import { placedParagraphs } from "#app/domain/edits/paragraph.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

// The app reads its environment once, so this runs before the app is loaded.
const endpoint = vi.hoisted(() => {
  const state = {
    answer: "",
    prompts: [] as string[],
    /** Answers wait for this in mid-sentence. */
    held: Promise.resolve(),
    close: () => {},
  }
  return state
})
await vi.hoisted(async () => {
  const http = await import("node:http")
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    // The app asks an endpoint for its models, too.
    if (request.method === "POST") endpoint.prompts.push(Buffer.concat(parts).toString())
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
    const send = (content: string, finish_reason: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`,
      )
    const half = Math.floor(endpoint.answer.length / 2)
    send(endpoint.answer.slice(0, half))
    await endpoint.held
    send(endpoint.answer.slice(half))
    send("", "stop")
    response.end("data: [DONE]\n\n")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  endpoint.close = () => server.close()
  const { port } = server.address() as AddressInfo
  Object.assign(process.env, { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_MODEL: "scripted" })
})

const OLD = "老站长把信号灯擦到第三遍，才听见山那边传来汽笛。雪落在铁轨上，没有声音，他把帽檐往下拉了拉。"
const NEW = "信号灯擦过三遍以后，汽笛才从山背后传来。老站长压低帽檐，看雪一层一层盖住铁轨，什么也没有说。"
const FIRST = "立冬以后，青石镇的雪一天比一天来得早。"
const LAST = "后来汽笛响了，远处的铁轨先是一丝声音，后来是一片。"
const CONTENT = [FIRST, OLD, LAST].join("\n\n")
const BANNED = "那年十五岁的女孩和老师发生了关系。"
const ADDED = "站台上多了一个人。"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let author: AppVisitor
let novel = ""

beforeEach(async () => {
  endpoint.answer = NEW
  endpoint.held = Promise.resolve()
  author = await signedIn()
  novel = await saved(CONTENT)
})
afterAll(() => endpoint.close())

test("a long novel's paragraphs come in parts, and a part stays where it is after an answer", async () => {
  const before = Array.from({ length: 400 }, (_, place) => `第${place}天，${"雪".repeat(90)}。`)
  const content = [...before, OLD, LAST].join("\n\n")
  novel = await saved(content)
  const at = content.indexOf(OLD)
  const shown = async (query: string) => pageOf(await author.fetch(`/novels/${novel}/paragraphs${query}`))
  const first = await shown("")
  expect(first).toContain('value="0"')
  expect(first).not.toContain(`value="${at}"`)
  expect(first).toContain(`/novels/${novel}/paragraphs?part=2`)
  for (const query of ["?part=2", "?paragraph=400"]) {
    const last = await shown(query)
    expect(last).toContain(`id="p400"`)
    expect(last).toContain(`value="${at}"`)
    expect(last).not.toContain('value="0"')
  }

  const wish = "太长了".repeat(100)
  const form = formOf({ intent: "rewrite", paragraph: String(at), wish, key: crypto.randomUUID() })
  const refused = await author.post(`/novels/${novel}/paragraphs?part=2`, form)
  expect(refused.status).toBe(400)
  const page = await pageOf(refused)
  expect(page).toMatch(
    new RegExp(`<input[^>]*checked=""[^>]*value="${at}"|<input[^>]*value="${at}"[^>]*checked`),
  )
  expect(page).toContain(`>${wish}</textarea>`)

  const writing = writingIn(await ask(at))
  expect(await ended(writing)).toBe("done")
  expect((await rowOf(novel)).content).toBe(content.replace(OLD, NEW))
  expect(await shown(`?written=${writing}&paragraph=400`)).toContain("这一段是新写的。")
})

test("it is put in its place once, what stood there is a version, and one press takes it back", async () => {
  const at = placeOf(OLD)
  expect(await pageOf(await author.fetch(`/novels/${novel}/paragraphs`))).toContain(`value="${at}"`)
  const [one, two] = await Promise.all([ask(at), ask(at)])
  const writing = writingIn(one)
  expect(writingIn(two)).toBe(writing)
  expect(await ended(writing)).toBe("done")
  expect((await rowOf(novel)).content).toBe(CONTENT.replace(OLD, NEW))
  expect(await versionsOf(novel)).toEqual([CONTENT])

  const there = await author.fetch(`/generations/${writing}/paragraph`)
  expect(there.headers.get("Location")).toBe(`/novels/${novel}/paragraphs?written=${writing}&paragraph=1#p1`)
  const page = await pageOf(await author.fetch(`/novels/${novel}/paragraphs?written=${writing}`))
  expect(page).toContain("这一段是新写的。")
  expect(page).toContain("用回原来的")

  // What is changed elsewhere in the meantime stays.
  await edit(`${ADDED}\n\n${CONTENT.replace(OLD, NEW)}`)
  const undone = await post({ intent: "undo", written: writing })
  expect(undone.headers.get("Location")).toBe(`/novels/${novel}/paragraphs?paragraph=2#p2`)
  expect((await rowOf(novel)).content).toBe(`${ADDED}\n\n${CONTENT}`)
  // The first answer may have been lost on its way.
  const repeated = await post({ intent: "undo", written: writing })
  expect(repeated.headers.get("Location")).toBe(`/novels/${novel}/paragraphs?paragraph=2#p2`)
  expect((await rowOf(novel)).content).toBe(`${ADDED}\n\n${CONTENT}`)

  await edit(CONTENT.replace(OLD, ADDED))
  const again = await post({ intent: "undo", written: writing })
  expect(again.status).toBe(409)
  expect(await pageOf(again)).toContain("没有换回")
})

test("the model is shown the novel's own words, with what its author asked for", async () => {
  await admin
    .from("novel_memories")
    .upsert({ novel_id: novel, user_id: (await rowOf(novel)).user_id, prompt: "一座只停一分钟的小站" })
    .throwOnError()
  await ended(writingIn(await ask(placeOf(OLD), "写得更冷一点")))
  const prompt = endpoint.prompts.at(-1) ?? ""
  for (const told of ["一座只停一分钟的小站", FIRST, OLD, LAST, "写得更冷一点"])
    expect(prompt).toContain(told)
})

test.each([
  ["whole", "part"],
  ["part", "part"],
  [null, null],
])("a model's paragraph in a novel whose demo share is %s makes it %s", async (before, after) => {
  await admin.from("novels").update({ demo: before }).eq("id", novel).throwOnError()
  expect(await ended(writingIn(await ask(placeOf(OLD))))).toBe("done")
  expect(await rowOf(novel)).toMatchObject({ content: CONTENT.replace(OLD, NEW), demo: after })
})

test("a novel that the demo wrote is the demo's in part once a model goes on with it, to the last version", async () => {
  await admin.from("novels").update({ demo: "whole" }).eq("id", novel).throwOnError()
  const wire = { prompt: "接着写", erotic_level: "1", length: "1", key: "k", novel }
  const begun = await author.post("/", formOf(wire))
  const generation = /generation=([\w-]{22})/.exec(begun.headers.get("Location") ?? "")?.[1] ?? ""
  await ended(generation)
  const form = { generation, key: "k", title: "怀表", former_title: "怀表", content: "", content_level: "1" }
  expect((await author.post("/save", formOf(form))).status).toBe(303)
  const grown = await rowOf(novel)
  expect(grown.content.length).toBeGreaterThan(CONTENT.length)
  expect(grown.demo).toBe("part")
  expect(await pageOf(await author.fetch(`/novels/${novel}`))).toContain("演示：其中有内置写手写的部分")
  const versions = admin.from("novel_versions").select("content, demo").eq("novel_id", novel)
  expect((await versions.throwOnError()).data).toEqual([{ content: CONTENT, demo: "whole" }])
})

describe("a novel that is changed while a paragraph is written", () => {
  test("gets it where the former one went, and keeps the change", async () => {
    const { writing, release } = await held()
    await edit(`${ADDED}\n\n${CONTENT}`)
    release()
    expect(await ended(writing)).toBe("done")
    expect((await rowOf(novel)).content).toBe(`${ADDED}\n\n${CONTENT.replace(OLD, NEW)}`)
  })

  test("at that paragraph is not written over, and the page shows what was written", async () => {
    const { writing, release } = await held()
    const edited = CONTENT.replace("第三遍", "第四遍")
    await edit(edited)
    release()
    expect(await ended(writing)).toBe("failed")
    expect((await rowOf(novel)).content).toBe(edited)
    const page = await pageOf(await author.fetch(`/novels/${novel}/paragraphs?writing=${writing}`))
    expect(page).toContain("所以没有换上")
    expect(page).toContain(NEW)
  })

  test("by going into the bin is left alone", async () => {
    const { writing, release } = await held()
    await change({ intent: "delete" })
    release()
    expect(await ended(writing)).toBe("failed")
    expect((await rowOf(novel)).content).toBe(CONTENT)
    expect((await author.fetch(`/novels/${novel}/paragraphs?writing=${writing}`)).status).toBe(404)
  })

  test("by being published is read with the new paragraph, which was checked", async () => {
    const { writing, release } = await held()
    await change({ intent: "publish" })
    release()
    expect(await ended(writing)).toBe("done")
    expect((await rowOf(novel)).reviewed_at).not.toBeNull()
    expect(await pageOf(await new AppVisitor().fetch(`/shared/${novel}`))).toContain(NEW)
  })

  test("keeps its sections with their paragraphs", async () => {
    await change({ intent: "add-section", text: "车来了", start: LAST.slice(0, 6) })
    await ended(writingIn(await ask(placeOf(OLD))))
    const { content, sections } = await rowOf(novel)
    expect(sections).toEqual([{ title: "车来了", at: content.indexOf(LAST) }])
  })
})

describe("refused", () => {
  test("to strangers and without a session, and the wish comes back", async () => {
    const stranger = await signedIn()
    for (const other of [stranger, new AppVisitor()]) {
      const answer = await ask(placeOf(OLD), "写得更冷一点", other)
      expect([401, 404]).toContain(answer.status)
      expect(await pageOf(answer)).not.toContain(FIRST)
      expect((await other.fetch(`/novels/${novel}/paragraphs`)).status).toBe(answer.status)
    }
    const { writing, release } = await held()
    expect((await stranger.fetch(`/generations/${writing}/paragraph`)).status).toBe(404)
    release()
    await ended(writing)
    expect((await post({ intent: "undo", written: writing }, stranger)).status).toBe(404)
    author.forgetSession()
    const answer = await ask(placeOf(NEW), "写得更冷一点")
    expect(answer.status).toBe(401)
    const page = await pageOf(answer)
    expect(page).toContain("写得更冷一点")
    expect(page).toContain(`next=${encodeURIComponent(`/novels/${novel}/paragraphs`)}`)
  })

  test("where no paragraph is chosen, or the wish is too long", async () => {
    const calls = endpoint.prompts.length
    for (const nowhere of [-1, 1, 999_999]) expect((await ask(nowhere)).status).toBe(400)
    const long = await ask(placeOf(OLD), "冷".repeat(201))
    expect(long.status).toBe(400)
    expect(await pageOf(long)).toContain("冷".repeat(201))
    expect(endpoint.prompts).toHaveLength(calls)
  })

  // An author may write a novel and its memory past this server.
  test.each([
    ["the paragraph", CONTENT.replace(OLD, BANNED), BANNED],
    ["what follows it", `${CONTENT}\n\n${BANNED}`, OLD],
  ])("with a text that the ban refuses in %s", async (_, content, paragraph) => {
    const calls = endpoint.prompts.length
    await admin.from("novels").update({ content }).eq("id", novel).throwOnError()
    expect((await ask(content.indexOf(paragraph))).status).toBe(422)
    expect(endpoint.prompts).toHaveLength(calls)
  })

  test("at levels 4 and 5 before the age is confirmed", async () => {
    const calls = endpoint.prompts.length
    await admin.from("novels").update({ content_level: 4 }).eq("id", novel).throwOnError()
    const answer = await ask(placeOf(OLD))
    expect(answer.status).toBe(403)
    expect(endpoint.prompts).toHaveLength(calls)
  })

  test("what the model writes stays out of the novel if it is banned", async () => {
    endpoint.answer = `${BANNED}雪落在铁轨上，没有声音，他把帽檐往下拉了拉，又站了很久。`
    expect(await ended(writingIn(await ask(placeOf(OLD))))).toBe("failed")
    expect((await rowOf(novel)).content).toBe(CONTENT)
  })
})

test("the database puts a paragraph only into its owner's novel, and only where that is as it was read", async () => {
  const { writing, release } = await held()
  const { owner } = await generationOf(writing)
  const stranger = await signedIn()
  const other = await saved("别人的一句话。", stranger)
  const { title, content_hash } = await rowOf(novel)
  const over = { title, content_hash, sections: [], is_public: false }
  const place = async (more: object) => {
    const values = {
      p_id: writing,
      p_owner: owner,
      p_novel: novel,
      p_over: over,
      p_content: "换上的。",
      p_sections: [],
      p_level: 1,
    }
    return (await admin.rpc("place_paragraph", { ...values, ...more }).throwOnError()).data
  }
  expect(await place({ p_owner: "another" })).toBeNull()
  expect(await place({ p_novel: other })).toBeNull()
  expect(await place({ p_id: "A".repeat(22) })).toBeNull()
  for (const changed of [{ title: "别的" }, { content_hash: "0" }, { is_public: true }, { sections: [{}] }]) {
    expect(await place({ p_over: { ...over, ...changed } })).toBe("changed")
  }
  await admin
    .from("generations")
    .update({ request: { paragraph: { into: other } } })
    .eq("id", writing)
    .throwOnError()
  expect(await place({ p_novel: other, p_over: { ...over, title: "怀表" } })).toBe("changed")
  expect((await rowOf(other)).content).toBe("别人的一句话。")
  expect((await rowOf(novel)).content).toBe(CONTENT)
  release()

  await ended(writing)
  // As a process does that takes over, without knowing that the paragraph is placed.
  const placed = writingIn(await ask(placeOf(OLD), "再冷一点"))
  expect(await ended(placed)).toBe("done")
  const standing = await rowOf(novel)
  expect(await place({ p_id: placed, p_over: { ...over, content_hash: standing.content_hash } })).toBe(
    "placed",
  )
  expect((await rowOf(novel)).content).toBe(standing.content)
})

async function held(): Promise<{ writing: string; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  endpoint.held = promise
  const calls = endpoint.prompts.length
  const writing = writingIn(await ask(placeOf(OLD)))
  await expect.poll(() => endpoint.prompts.length).toBeGreaterThan(calls)
  return { writing, release: resolve }
}

function ask(paragraph: number, wish = "", visitor = author): Promise<Response> {
  return post({ intent: "rewrite", key: "k", paragraph: String(paragraph), wish }, visitor)
}

function post(fields: Record<string, string>, visitor = author): Promise<Response> {
  return visitor.post(`/novels/${novel}/paragraphs`, formOf(fields))
}

function writingIn(answer: Response): string {
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get("writing") ?? ""
}

/** Waits for the end of a generation. */
async function ended(writing: string): Promise<string> {
  await (await author.fetch(`/generations/${writing}/events`)).text()
  return (await generationOf(writing)).status
}

function placeOf(text: string): number {
  const content = text === NEW ? CONTENT.replace(OLD, NEW) : CONTENT
  return placedParagraphs(content).find((paragraph) => paragraph.text === text)?.at ?? -1
}

async function edit(text: string): Promise<void> {
  const answer = await author.post(`/novels/${novel}/edit`, formOf({ intent: "save", text }))
  expect(answer.status).toBe(303)
}

async function change(fields: Record<string, string>): Promise<void> {
  expect((await author.post(`/novels/${novel}`, formOf(fields))).status).toBe(303)
}

async function saved(content: string, visitor = author): Promise<string> {
  const title = crypto.randomUUID()
  const form = { key: crypto.randomUUID(), title, content, content_level: "1", is_public: "" }
  await visitor.post("/save", formOf(form))
  const { data } = await admin.from("novels").select("id").eq("title", title).single().throwOnError()
  await admin.from("novels").update({ title: "怀表" }).eq("id", data.id).throwOnError()
  return data.id
}

async function rowOf(id: string) {
  return (await admin.from("novels").select().eq("id", id).single().throwOnError()).data
}

async function generationOf(id: string) {
  return (await admin.from("generations").select().eq("id", id).single().throwOnError()).data
}

async function versionsOf(id: string): Promise<string[]> {
  const { data } = await admin.from("novel_versions").select("content").eq("novel_id", id).throwOnError()
  return data.map(({ content }) => content)
}

async function signedIn(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await visitor.post("/login", formOf(account))).status).toBe(303)
  return visitor
}
