import { createClient } from "@supabase/supabase-js"
import { expect, test } from "vitest"
import { countCharacters } from "#app/domain/count-characters.ts"
import { EXPORT_FORMATS } from "#app/domain/export-format.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { readDownload } from "../support/downloads.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

const WIRE = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1, reference_text: "" }

const DEMO = "演示：内置写手所写，不是大模型的作品"

interface ServerSentEvent {
  event: string
  id: string | undefined
  data: { title?: string; at?: number; text?: string; beats?: unknown[]; failure?: string }
}

test("JSON in, the whole text out", async () => {
  const response = await new AppVisitor().postJson("/generate-novel", WIRE)
  expect(response.status).toBe(200)
  const { content, id } = await response.json()
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(countCharacters(content)).toBeGreaterThanOrEqual(2_000 * 0.92)
  expect(countCharacters(content)).toBeLessThanOrEqual(2_000 * 1.08)
})

test("the result is stored with its plan, title and measures, without a word of the visitor's", async () => {
  const visitor = new AppVisitor()
  const { id } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env
  const database = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const stored = () => database.from("generations").select("status, stats, plan").eq("id", id).single()

  await expect.poll(async () => (await stored()).data?.status).toBe("done")
  const { stats, plan } = (await stored()).data ?? {}
  expect(stats).toMatchObject({ asked: 2_000, from: 0, calls: expect.any(Number), inputTokens: null })
  expect(stats.ratio).toBeCloseTo(stats.got / 2_000)
  expect(JSON.stringify(stats)).not.toMatch(/\p{Script=Han}/u)
  expect(plan).toMatchObject({
    beats: expect.any(Array),
    title: expect.stringMatching(/\p{Script=Han}/u),
    style: "",
    turns: expect.arrayContaining([expect.objectContaining({ at: 0, beat: 0, purpose: "begin" })]),
    scope: expect.objectContaining({ foldedTo: 0 }),
  })
})

test("a form in, events out", async () => {
  const visitor = new AppVisitor()
  const form = formOf({ ...WIRE, erotic_level: "1", length: "1" })
  const response = await visitor.post("/generate-novel", form, { Accept: "text/event-stream" })
  expect(response.headers.get("Content-Type")).toContain("text/event-stream")
  expect(response.headers.get("Cache-Control")).toContain("no-transform")
  const events = eventsOf(await response.text())
  // The plan comes in pieces first.
  const plan = events.find(({ event }) => event !== "draft")
  expect(plan).toMatchObject({ event: "plan", data: { title: expect.any(String) } })
  expect(plan?.data).not.toHaveProperty("style")
  expect(events.at(-1)?.event).toBe("done")
  const text = textOf(events)
  const download = await (
    await visitor.fetch(`/generations/${response.headers.get("X-Generation-Id")}/text`)
  ).text()
  expect(download).toBe(fileOf({ title: plan?.data.title, text }))
})

test("a file is named after its story's title", async () => {
  const visitor = new AppVisitor()
  const { id } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  const file = await visitor.fetch(`/generations/${id}/text`)
  const [, title = ""] = /^《(.+)》\n\n/.exec(await file.text()) ?? []
  expect(title).toMatch(/\p{Script=Han}/u)
  const disposition = file.headers.get("Content-Disposition") ?? ""
  expect(decodeURIComponent(disposition.split("''")[1] ?? "")).toBe(`${title}.txt`)
})

test("every format of a story holds all of it, and says that the demo wrote it", async () => {
  const visitor = new AppVisitor()
  const { id, content } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  for (const { path } of EXPORT_FORMATS) {
    const shown = await readDownload(path, await visitor.fetch(`/generations/${id}/${path}`))
    expect(shown.replace(/\n+/g, "\n")).toContain(content.trim().replace(/\n+/g, "\n"))
    expect(shown.trimEnd().endsWith(`\n\n本文由 AI 生成 · ${DEMO}`)).toBe(true)
  }
})

test("the demo's share of a text of the visitor's own is told apart from a text that is all the demo's", async () => {
  const visitor = new AppVisitor()
  const own = "灯亮了。船来了。"
  const form = { prompt: "接着写", erotic_level: "1", length: "1", key: "k3", existing_text: own }
  const posted = await visitor.post("/", formOf(form))
  const id = /generation=([\w-]{22})/.exec(posted.headers.get("Location") ?? "")?.[1]
  await (await visitor.fetch(`/generations/${id}/events`)).text()
  const file = await (await visitor.fetch(`/generations/${id}/text`)).text()
  expect(file).toMatch(/\n\n本文由 AI 生成 · 演示：其中有内置写手写的部分\n$/)
})

test("the same key joins its generation; a changed request is refused", async () => {
  const visitor = new AppVisitor()
  await visitor.fetch("/")
  const headers = { "Idempotency-Key": "one-form" }
  const [one, two, other] = await Promise.all(
    [WIRE, WIRE, { ...WIRE, prompt: "另一个故事" }].map(async (wire) =>
      (await visitor.postJson("/generate-novel", wire, headers)).json(),
    ),
  )
  expect(two.id).toBe(one.id)
  expect(two.content).toBe(one.content)
  expect(other.id).not.toBe(one.id)
})

test("a returning reader is sent only what it lacks", async () => {
  const visitor = new AppVisitor()
  const { content, id } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  const whole = eventsOf(await (await visitor.fetch(`/generations/${id}/events`)).text())
  expect(textOf(whole)).toBe(content)

  const headers = { "Last-Event-ID": "1.500" }
  const rest = eventsOf(await (await visitor.fetch(`/generations/${id}/events?from=1.0`, { headers })).text())
  expect(rest.find(({ event }) => event === "text")?.data).toEqual({ at: 500, text: content.slice(500) })
  expect(rest.at(-1)?.event).toBe("done")
  expect(whole.find(({ event }) => event === "text")?.id).toMatch(/^1\.\d+$/)
})

test("a page's script is sent most of a text without names and places, and an earlier build's all of them", async () => {
  const visitor = new AppVisitor()
  const form = formOf({ prompt: WIRE.prompt, erotic_level: "1", length: "1", key: "bare" })
  const location = (await visitor.post("/", form)).headers.get("Location") ?? ""
  const id = /generation=([\w-]{22})/.exec(location)?.[1]
  const [bare, named] = await Promise.all(
    ["&bare", ""].map(async (how) =>
      (await visitor.fetch(`/generations/${id}/events?from=0.0${how}`)).text(),
    ),
  )
  const text = textOf(eventsOf(named ?? ""))
  expect(bare).toMatch(/^data:[^ {]/m)
  expect(named).not.toMatch(/^data:[^ ]/m)
  expect(countCharacters(text)).toBeGreaterThanOrEqual(2_000 * 0.92)
  expect(bareTextOf(bare ?? "")).toBe(text)
})

test("without script: post the form, follow the redirect, read the novel as one page", async () => {
  const visitor = new AppVisitor()
  const form = formOf({ prompt: WIRE.prompt, erotic_level: "1", length: "1", key: "k" })
  const posted = await visitor.post("/", form)
  expect(posted.status).toBe(303)
  const location = posted.headers.get("Location") ?? ""
  const id = new URLSearchParams(location.split("?")[1]?.split("#")[0]).get("generation")

  const live = await visitor.fetch(`/generations/${id}/live`)
  expect(live.headers.get("Cache-Control")).toContain("no-transform")
  const page = await pageOf(live)
  expect(page).toMatch(/^<!doctype html>/)
  expect(page).toContain("写完了")
  expect(page.trimEnd().endsWith("</html>")).toBe(true)
  const text = await (await visitor.fetch(`/generations/${id}/text`)).text()
  const paragraphs = [...page.matchAll(/<p id="p\d+"[^>]*>(.*?)<\/p>/g)].map((match) => match[1])
  expect(text).toContain(`》\n\n${paragraphs.join("\n")}\n\n本文由 AI 生成`)
  expect(page.match(new RegExp(DEMO, "g"))).toHaveLength(2)

  const desk = await pageOf(await visitor.fetch(`/?generation=${id}`))
  expect(desk).toContain("继续生成")
  expect(desk).not.toContain("http-equiv")
  expect(desk).toContain(DEMO)
})

test("a continuation follows the existing text", async () => {
  const visitor = new AppVisitor()
  const { content, id } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  const posted = await visitor.post(
    "/",
    formOf({ prompt: "接着写", erotic_level: "1", length: "1", key: "k2", continues: id }),
  )
  expect(posted.status).toBe(303)
  const next = /generation=([\w-]{22})/.exec(posted.headers.get("Location") ?? "")?.[1]
  await (await visitor.fetch(`/generations/${next}/events`)).text()
  const whole = await (await visitor.fetch(`/generations/${next}/text`)).text()
  expect(whole).toMatch(new RegExp(`^《[^\n》]+》\n\n${content}\n\n`))
  expect(whole).toContain(DEMO)
  expect(countCharacters(whole)).toBeGreaterThan(countCharacters(content) + 1_800)
})

test("a version knows how many there were before it", async () => {
  const visitor = new AppVisitor()
  let { id } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  for (const version of [1, 2]) {
    await (await visitor.fetch(`/generations/${id}/events`)).text()
    const form = formOf({ key: crypto.randomUUID() })
    const posted = await visitor.post(`/generations/${id}/rewrite`, form)
    const rewrites = id
    id = /generation=([\w-]{22})/.exec(posted.headers.get("Location") ?? "")?.[1]
    const { data } = await admin.from("generations").select("request").eq("id", id).single().throwOnError()
    expect(data.request).toMatchObject({ rewrites, version })
  }
})

test("each continuation is a section with its plan's title, until it is written anew, and is saved so", async () => {
  const visitor = new AppVisitor()
  await visitor.post("/login", formOf({ intent: "register", email: newEmail(), password: PASSWORD }))
  const wire = { erotic_level: "1", length: "1" }
  const { id: first } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  const wholeOf = async (id: string) => {
    await (await visitor.fetch(`/generations/${id}/events`)).text()
    const answer = await visitor.fetch(`/generations/${id}/text`, { headers: { Accept: "application/json" } })
    return answer.json()
  }
  const next = async (path: string, fields: Record<string, string>) => {
    const posted = await visitor.post(path, formOf({ key: crypto.randomUUID(), ...fields }))
    return /generation=([\w-]{22})/.exec(posted.headers.get("Location") ?? "")?.[1] ?? ""
  }
  const titled = (at: number) => ({ title: expect.stringMatching(/\p{Script=Han}/u), at })
  const one = await wholeOf(first)
  expect(one.sections).toEqual([])
  const second = await next("/", { ...wire, prompt: "接着写", continues: first })
  const two = await wholeOf(second)
  expect(two.sections).toEqual([titled(one.text.length + 2)])
  const third = await next("/", { ...wire, prompt: "再接着写", continues: second })
  const three = await wholeOf(third)
  expect(three.sections).toEqual([...two.sections, titled(two.text.length + 2)])
  const anew = await next(`/generations/${third}/rewrite`, {})
  const written = await wholeOf(anew)
  expect(written.sections).toEqual([...two.sections, titled(two.text.length + 2)])

  const file = await (await visitor.fetch(`/generations/${anew}/text`)).text()
  for (const { title } of written.sections) expect(file).toContain(`\n\n${title}\n\n`)
  const save = await pageOf(await visitor.fetch(`/save?generation=${anew}`))
  const suggested = await pageOf(await visitor.fetch(`/save?generation=${first}`))
  const titleOf = (page: string) => /<input[^>]*id="save-title"[^>]*>/.exec(page)?.[0]
  expect(titleOf(save)).toBe(titleOf(suggested))

  const form = { generation: anew, title: "灯塔", is_public: "on", key: "k" }
  const saved = await (await visitor.post("/save", formOf(form))).text()
  const novel = /\/shared\/([0-9a-f-]{36})/.exec(saved)?.[1] ?? ""
  const shown = await pageOf(await visitor.fetch(`/shared/${novel}`))
  expect(shown.match(/<h2 id="c\d+">/g)).toHaveLength(2)

  const desk = await pageOf(await visitor.fetch(`/?novel=${novel}`))
  expect(desk).toMatch(new RegExp(`<input[^>]*name="novel"[^>]*value="${novel}"`))
  expect(desk).not.toContain('name="existing_text"')
  const saidNovel = await wholeOf(await next("/", { ...wire, prompt: "接着写", novel }))
  expect(saidNovel.sections).toEqual([...written.sections, titled(written.text.length + 2)])
  expect(saidNovel.text.startsWith(written.text)).toBe(true)

  const existing_sections = JSON.stringify(written.sections)
  const fields = { ...wire, prompt: "接着写", existing_text: written.text, existing_level: "1" }
  const fourth = await wholeOf(await next("/", { ...fields, existing_sections }))
  expect(fourth.sections).toEqual([...written.sections, titled(written.text.length + 2)])
  const forged = JSON.stringify([{ title: "半句", at: 1 }, ...written.sections, { title: "文外", at: 1e7 }])
  const fifth = await wholeOf(await next("/", { ...fields, existing_sections: forged }))
  expect(fifth.sections).toEqual(fourth.sections)
})

test("a stop keeps the text and ends every reader's stream", async () => {
  const visitor = new AppVisitor()
  await visitor.fetch("/")
  const stream = await visitor.postJson(
    "/generate-novel",
    { ...WIRE, length: 5 },
    { Accept: "text/event-stream" },
  )
  const id = stream.headers.get("X-Generation-Id")
  const stopped = await visitor.post(`/generations/${id}/stop`, "")
  expect(stopped.status).toBe(303)
  const events = eventsOf(await stream.text())
  expect(events.at(-1)?.event).toBe("stopped")
  const kept = await (await visitor.fetch(`/generations/${id}/text`)).text()
  expect(kept).toContain(textOf(events))
})

test("another visitor's generation is not found", async () => {
  const { id } = await (await new AppVisitor().postJson("/generate-novel", WIRE)).json()
  const stranger = new AppVisitor()
  for (const path of [
    `/?generation=${id}`,
    `/generations/${id}/events`,
    `/generations/${id}/live`,
    ...EXPORT_FORMATS.map((format) => `/generations/${id}/${format.path}`),
  ]) {
    expect((await stranger.fetch(path)).status, path).toBe(404)
  }
  expect((await stranger.post(`/generations/${id}/stop`, "")).status).toBe(404)
  expect(
    (await stranger.fetch(`/generations/${id}/text`, { headers: { Cookie: "visitor=forged" } })).status,
  ).toBe(404)
})

test("characters that no database can hold are removed, and nobody else's text waits for them", async () => {
  const prompts = ["a\0b 茶馆", "\ud800 茶馆"]
  for (const prompt of prompts) {
    const visitor = new AppVisitor()
    const { id } = await (await visitor.postJson("/generate-novel", { ...WIRE, prompt })).json()
    const stored = await (await visitor.fetch(`/?generation=${id}`)).text()
    expect(stored).toContain("茶馆")
    expect(stored).not.toContain("\0")
  }
})

test("the app asks for the age once and remembers it", async () => {
  const visitor = new AppVisitor()
  const fields = { prompt: WIRE.prompt, erotic_level: "4", length: "1", key: "k3" }
  const asked = await visitor.post("/", formOf(fields))
  expect(asked.status).toBe(403)
  expect(await pageOf(asked)).toContain("我已年满 18 岁，继续生成")
  const confirmed = await visitor.post("/", formOf({ ...fields, intent: "confirm-adult" }))
  expect(confirmed.status).toBe(303)
  expect(confirmed.headers.getSetCookie().find((cookie) => cookie.startsWith("adult="))).toContain("HttpOnly")
  expect((await visitor.postJson("/generate-novel", { ...WIRE, erotic_level: 5 })).status).toBe(200)
})

test("saving asks for a login, and leads on from there and back to the text", async () => {
  const visitor = new AppVisitor()
  const { id } = await (await visitor.postJson("/generate-novel", WIRE)).json()
  const response = await visitor.fetch(`/save?generation=${id}`)
  expect(response.status).toBe(401)
  const page = await pageOf(response)
  expect(page).toContain("需要登录")
  expect(page).toContain(`href="/login?next=${encodeURIComponent(`/save?generation=${id}`)}"`)
  expect(page).toContain(`href="/?generation=${id}#desk"`)

  const posted = await visitor.post("/save", formOf({ generation: id, title: "标题" }))
  expect(posted.status).toBe(401)
})

function fileOf({ title, text }: { title: string | undefined; text: string }): string {
  return `《${title}》\n\n${text}\n\n本文由 AI 生成 · ${DEMO}\n`
}

function eventsOf(stream: string): ServerSentEvent[] {
  return stream
    .split("\n\n")
    .filter((block) => block.includes("event: "))
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? "",
      id: /^id: (.*)$/m.exec(block)?.[1],
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}"),
    }))
}

function textOf(events: ServerSentEvent[]): string {
  let text = ""
  for (const { event, data } of events) {
    if (event === "text") text = text.slice(0, data.at) + data.text
    if (event === "reset") text = text.slice(0, data.at)
  }
  return text
}

/** As a browser's `EventSource` and our page read it. */
function bareTextOf(stream: string): string {
  let text = ""
  for (const block of stream.split("\n\n")) {
    const lines = block.split("\n").filter((line) => line.startsWith("data:"))
    const isNamed = block.includes("event: ")
    if (!isNamed) text += lines.map((line) => line.replace(/^data: ?/, "")).join("\n")
    for (const { event, data } of eventsOf(block)) {
      if (event === "text") text = text.slice(0, data.at) + data.text
      if (event === "reset") text = text.slice(0, data.at)
    }
  }
  return text
}
