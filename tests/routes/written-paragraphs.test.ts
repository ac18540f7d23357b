import { randomBytes } from "node:crypto"
import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import { failureReason } from "#app/copy/story.ts"
import type { GenerationFailure, GenerationRequest } from "#app/domain/generation.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import {
  MARKS,
  type ModerationManner,
  type ScriptedModeration,
} from "../support/upstream/scripted-moderation.ts"
import type { ScriptedUpstream } from "../support/upstream/scripted-upstream.ts"

// The app reads its environment once, so this runs before the app is loaded.
const { upstream } = await vi.hoisted(async () => {
  const { startScriptedUpstream } = await import("../support/upstream/scripted-upstream.ts")
  const upstream: ScriptedUpstream = await startScriptedUpstream(
    { name: "told", beats: [{}] },
    { charactersPerSecond: 20_000 },
  )
  Object.assign(process.env, { OPENAI_BASE_URL: upstream.url, MODERATION_MODEL: "scripted" })
  return { upstream }
})

const CALM = ["雨停的时候，修表匠听见怀表里有人说话。", "他把灯拧亮了一点，表盖上的水珠慢慢滑下来。"]
const AFTER = "门外的脚步声远了，街上又只剩下屋檐滴水的声音，他把表放回抽屉里，坐下来等天亮。"
const BANNED = "那年十五岁的女孩和老师发生了关系。"
const WITHDRAWN = "前面的正文都已保留"
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "1", length: "1", reference_text: "" }

beforeEach(() => {
  upstream.moderation.release()
  upstream.moderation.calls = []
})

afterAll(() => upstream.close())

describe.each<[string, string, GenerationFailure]>([
  ["the rules", BANNED, "banned"],
  ["the classifier", `墙上的${MARKS.minors}亮着。`, "banned"],
  ["the classifier at this level", `墙上的${MARKS.sexual}亮着。`, "beyond-level"],
])("a paragraph withdrawn by %s", (_, paragraph, failure) => {
  test("is taken from readers and from the stored text, and the text before it is kept", async () => {
    tell(CALM[0], CALM[1], paragraph, AFTER)
    const visitor = await arrive()
    const { id, events } = await generate(visitor)
    expect(events.at(-1)).toEqual({ event: "failed", data: { failure } })
    const kept = `${CALM[0]}\n${CALM[1]}`
    expect(heldOf(events)).toBe(kept)
    expect(await download(visitor, id)).toBe(`${kept}\n\n本文由 AI 生成\n`)
    expect(await storedOf(id)).toMatchObject({ status: "failed", failure, body: kept })

    const page = await pageOf(await visitor.fetch(`/?generation=${id}`))
    expect(page).toContain(WITHDRAWN)
    expect(page).not.toContain(paragraph)
    const live = await pageOf(await visitor.fetch(`/generations/${id}/live`))
    expect(live).toContain(WITHDRAWN)
    expect(live).not.toContain(paragraph)
    // The first line of the ending, without a dot behind a sentence.
    for (const html of [page, live])
      expect(html.replaceAll(/<[^>]*>/g, "")).toMatch(/已写好的部分都保留着。共 \d+ 字 · 本文由 AI 生成/)
  })

  test("is withdrawn as the last one too, without a line ending", async () => {
    upstream.scenario.beats = [{ text: `${CALM.join("\n")}\n${paragraph}` }]
    const { id, events } = await generate(await arrive())
    expect(events.at(-1)).toEqual({ event: "failed", data: { failure } })
    expect((await storedOf(id)).body).toBe(CALM.join("\n"))
  })

  test("leaves nothing when it is the first, and the description is kept", async () => {
    tell(paragraph, AFTER)
    const visitor = await arrive()
    const { id, events } = await generate(visitor)
    expect(events.at(-1)).toEqual({ event: "failed", data: { failure } })
    expect(heldOf(events)).toBe("")
    expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).toContain(`>${WIRE.prompt}</textarea>`)
  })

  test("is told to a program as to a reader, with a text and without one", async () => {
    const visitor = await arrive()
    const ask = async (...told: (string | undefined)[]) => {
      tell(...told)
      const answer = await visitor.postJson("/generate-novel", { ...WIRE, erotic_level: 1, length: 1 })
      expect(answer.status).toBe(502)
      return answer.json()
    }
    const blank = { code: failure, message: failureReason(failure, true) }
    expect(await ask(paragraph, AFTER)).toMatchObject({ content: "", errors: [blank] })
    const begun = { code: failure, message: failureReason(failure, false) }
    expect(await ask(CALM[0], paragraph, AFTER)).toMatchObject({ content: CALM[0], errors: [begun] })
  })

  test("can be continued with one press, and nothing else calls the model", async () => {
    tell(CALM[0], CALM[1], paragraph, AFTER)
    const visitor = await arrive()
    const { id } = await generate(visitor)
    const calls = upstream.calls.length
    expect(eventsOf(await (await visitor.fetch(`/generations/${id}/events`)).text()).at(-1)?.event).toBe(
      "failed",
    )
    expect(upstream.calls).toHaveLength(calls)

    upstream.scenario.beats = [{}]
    const answer = await visitor.post("/", formOf({ ...WIRE, key: "next", continues: id }))
    expect(answer.status).toBe(303)
    const next = new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get(
      "generation",
    )
    const events = eventsOf(await (await visitor.fetch(`/generations/${next}/events`)).text())
    expect(events.at(-1)?.event).toBe("done")
    expect(await download(visitor, next ?? "")).toContain(`${CALM[0]}\n${CALM[1]}\n\n`)
  })

  test("is hidden on a page without script that has already shown it", async () => {
    tell(CALM[0], CALM[1], paragraph, AFTER)
    Object.assign(upstream.moderation, {
      manner: "held",
      wellBefore: 1,
    } satisfies Partial<ScriptedModeration>)
    const visitor = await arrive()
    const answer = await visitor.post("/", formOf({ ...WIRE, key: crypto.randomUUID() }))
    const location = new URL(answer.headers.get("Location") ?? "", "http://localhost")
    const id = location.searchParams.get("generation")
    const reader = (await visitor.fetch(`/generations/${id}/live`)).body
      ?.pipeThrough(new TextDecoderStream())
      .getReader()
    let page = ""
    while (!page.includes("修表匠听见")) page += (await reader?.read())?.value ?? ""
    upstream.moderation.release()
    for (;;) {
      const piece = await reader?.read()
      if (!piece || piece.done) break
      page += piece.value
    }
    expect(page.replaceAll("<!-- -->", "")).toContain(WITHDRAWN)
    const shown = page.slice(page.lastIndexOf("</style>"))
    expect(shown).not.toContain(paragraph)
  })
})

test("a banned plan is never shown", async () => {
  upstream.scenario.plan = { text: `1. ${BANNED.slice(0, -1)}｜1000\n2. 雨停了，人都散去｜1000` }
  upstream.scenario.beats = [{}]
  const { events } = await generate(await arrive())
  delete upstream.scenario.plan
  expect(events).toEqual([{ event: "failed", data: { failure: "banned" } }])
})

describe("a plan that comes line by line", () => {
  const CALM_LINES = ["书名｜雨夜的表", "人物｜陈守时｜五十岁，修表匠｜留住铺子｜怕人提父亲"]
  const CARD = "节｜清早的铺子｜他想再拖一个月｜量房的人不走｜他说出名字｜他递还尺子｜1000"
  const slowly = { charactersPerSecond: 120, charactersPerFrame: 1, delivery: "cut-characters" } as const

  /** Takes away what the tests set. */
  async function withPlan<Value>(lines: string[], use: () => Promise<Value>): Promise<Value> {
    upstream.scenario.plan = { text: lines.join("\n"), ...slowly }
    upstream.scenario.beats = [{}]
    try {
      return await use()
    } finally {
      delete upstream.scenario.plan
    }
  }

  test("reaches a reader before it is whole, and one that comes later gets all of it", async () => {
    await withPlan([...CALM_LINES, CARD, CARD], async () => {
      const visitor = await arrive()
      const { reader, id } = await begin(visitor, "events")
      const early = await reader.until(({ event }) => event === "draft")
      expect(heldLines(early)).toEqual(["雨夜的表"])
      const late = await listen(visitor, id, "events?from=1.0")
      const lines = heldLines(await late.until((_, held) => heldLines(held).length >= 2))
      expect(lines.slice(0, 2)).toEqual(["雨夜的表", CALM_LINES[1]])
      for (const one of [reader, late]) {
        const events = await one.until(({ event }) => event === "plan")
        expect(events.at(-1)?.data).toMatchObject({ title: "雨夜的表", head: [CALM_LINES[1]] })
        one.leave()
      }
      await visitor.post(`/generations/${id}/stop`, "")
    })
  })

  test("gives its title to a page without script that was opened before it, above the text", async () => {
    await withPlan([...CALM_LINES, CARD, CARD], async () => {
      upstream.scenario.beats = [{ text: CALM.join("\n") }]
      const visitor = await arrive()
      const { reader, id } = await begin(visitor, "events")
      reader.leave()
      const page = await (await visitor.fetch(`/generations/${id}/live`)).text()
      const later = await (await visitor.fetch(`/generations/${id}/live`)).text()
      for (const html of [page, later]) {
        const titles = [...html.matchAll(/<h1 class="story-title[^>]*>([^<]*)<\/h1>/g)]
        expect(titles.map(([, title]) => title)).toEqual(["雨夜的表"])
        expect(titles[0]?.index).toBeLessThan(html.indexOf(CALM.join("").slice(0, 5)))
      }
    })
  })

  test.each([
    ["in its third line", [...CALM_LINES, `节｜${BANNED.slice(0, -1)}｜900`, CARD, CARD]],
    [
      "by two lines together",
      [...CALM_LINES, "人物｜小敏｜十五岁，学生｜想去看海｜怕黑", `节｜夜里｜两人做爱｜900`, CARD],
    ],
    ["by a word in pieces", [...CALM_LINES, "人物｜小敏｜十 五 岁", "节｜夜里｜两人做 爱｜900", CARD]],
  ])("shows nothing of what is banned %s, and takes the rest back", async (_, lines) => {
    await withPlan(lines, async () => {
      const visitor = await arrive()
      const { reader, id } = await begin(visitor, "events")
      const [page, events] = await Promise.all([
        visitor.fetch(`/generations/${id}/live`).then((answer) => answer.text()),
        reader.until(({ event }) => event === "failed"),
      ])
      expect(events.at(-1)).toEqual({ event: "failed", data: { failure: "banned" } })
      expect(JSON.stringify(events)).toContain("雨夜的表")
      expect(JSON.stringify(events)).not.toMatch(/十五岁.*发生|做 ?爱/u)
      expect(heldLines(events)).toEqual([])

      expect(page).toContain("雨夜的表")
      expect(page).not.toMatch(/发生了关系|做 ?爱/u)
      const shown = [...page.matchAll(/<li id="(plan-\d+)"/g)].map(([, line]) => line)
      expect(shown.length).toBeGreaterThan(0)
      for (const line of shown) expect(page).toMatch(new RegExp(`#${line}[,{][^<]*display:none`))
      expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).not.toContain("雨夜的表")
    })
  })

  test("that is banned when there is text already, fails and leaves nothing that was not checked", async () => {
    const banned = `节｜${BANNED.slice(0, -1)}｜1200`
    await withPlan([...CALM_LINES, CARD, CARD, CARD, banned, CARD], async () => {
      const visitor = await arrive()
      const { id, events } = await generate(visitor, { length: "3" })
      expect(events.findIndex(({ event }) => event === "text")).toBeGreaterThan(0)
      expect(events.at(-1)).toEqual({ event: "failed", data: { failure: "banned" } })
      expect(JSON.stringify(events)).not.toContain("发生了关系")
      const { data } = await database().from("generations").select("plan").eq("id", id).single()
      expect(data?.plan).toMatchObject({ isWhole: false, title: "雨夜的表" })
      expect(JSON.stringify(data)).not.toContain("发生了关系")
      const { status, body } = await storedOf(id)
      expect(status).toBe("failed")
      expect(body).toBe(heldOf(events))
      expect(await pageOf(await visitor.fetch(`/?generation=${id}`))).not.toContain("发生了关系")
    })
  })
})

test("the rules read a paragraph together with the description", async () => {
  tell(CALM[0], "夜深了，两人在屋里做爱。", AFTER)
  const { events } = await generate(await arrive(), { prompt: "十五岁的女孩在河边放风筝" })
  expect(events.at(-1)).toEqual({ event: "failed", data: { failure: "banned" } })
  expect(heldOf(events)).toBe(CALM[0])
})

describe("a takeover", () => {
  test("checks again what the process before it may have left unchecked", async () => {
    upstream.scenario.beats = [{}]
    const visitor = await arrive()
    const id = await storedPaused(visitor, `${CALM[0]}\n墙上的${MARKS.minors}亮着。\n${CALM[1]}\n`)
    const events = eventsOf(await (await visitor.fetch(`/generations/${id}/events`)).text())
    expect(events.at(-1)).toEqual({ event: "failed", data: { failure: "banned" } })
    expect(heldOf(events)).toBe(CALM[0])
    expect((await storedOf(id)).body).toBe(CALM[0])
  })

  test("checks the line that was incomplete", async () => {
    upstream.scenario.beats = [{ text: "她没有再说话。\n雨还在下。" }]
    const visitor = await arrive()
    const id = await storedPaused(visitor, `${CALM[0]}\n${BANNED}`)
    const events = eventsOf(await (await visitor.fetch(`/generations/${id}/events`)).text())
    expect(events.at(-1)).toEqual({ event: "failed", data: { failure: "banned" } })
    expect((await storedOf(id)).body).toBe(CALM[0])
  })
})

describe("a classifier", () => {
  test("that is slow holds no text back, and is waited for before the end", async () => {
    upstream.scenario.beats = [{}]
    Object.assign(upstream.moderation, {
      manner: "held",
      wellBefore: 1,
    } satisfies Partial<ScriptedModeration>)
    const visitor = await arrive()
    const answer = await visitor.postJson("/generate-novel", WIRE, { Accept: "text/event-stream" })
    const stream = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ""
    while (heldOf(eventsOf(read)).length < 1_800) read += (await stream?.read())?.value ?? ""
    expect(upstream.moderation.calls.length).toBe(2)
    upstream.moderation.release()
    for (let end = false; !end; ) {
      const piece = await stream?.read()
      end = piece?.done ?? true
      read += piece?.value ?? ""
    }
    expect(eventsOf(read).at(-1)?.event).toBe("done")
  })

  test("allows at level 4 what it calls sexual, and never what it calls worse", async () => {
    const sexual = { prompt: `写一盏${MARKS.sexual}` }
    upstream.scenario.beats = [{}]
    expect(
      (await generate(await arrive(), { ...sexual, erotic_level: "4" }, true)).events.at(-1)?.event,
    ).toBe("done")
    const adult = await arrive()
    await confirm(adult)
    const refused = await adult.postJson("/generate-novel", {
      ...WIRE,
      prompt: `写一盏${MARKS.minors}`,
      erotic_level: 5,
    })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ errors: [{ code: "minor", place: "prompt" }] })
  })

  test("checks each part of a request, and the refusal names the part", async () => {
    const parts = {
      prompt: ["小说描述", { prompt: MARKS.sexual }],
      direction: ["「接下来…」", { direction: MARKS.sexual, existing_text: CALM[0] }],
      reference: ["参考文本", { reference_text: MARKS.sexual }],
      existing: ["要续写的正文", { existing_text: MARKS.sexual }],
    } as const
    for (const [place, [name, fields]] of Object.entries(parts)) {
      const visitor = await arrive()
      const refused = await visitor.postJson("/generate-novel", { ...WIRE, ...fields })
      expect(refused.status, place).toBe(422)
      const message = expect.stringContaining(`${name}超出了所选的内容级别`)
      expect(await refused.json()).toEqual({ errors: [{ code: "beyond-level", place, message }] })
    }
  })

  test.each<ModerationManner>(["fails", "garbage", "drops"])(
    "that %s leaves levels 1-3 to the rules, and keeps levels 4-5 closed",
    async (manner) => {
      upstream.scenario.beats = [{}]
      upstream.moderation.manner = manner
      expect((await generate(await arrive(), { erotic_level: "3" })).events.at(-1)?.event).toBe("done")
      tell(CALM[0], BANNED, AFTER)
      expect((await generate(await arrive())).events.at(-1)?.data).toEqual({ failure: "banned" })

      const visitor = await arrive()
      const refused = await visitor.post(
        "/",
        formOf({ ...WIRE, erotic_level: "4", intent: "confirm-adult", key: "k" }),
      )
      expect(refused.status).toBe(503)
      const page = await pageOf(refused)
      expect(page).toContain("内容审核服务暂时连接不上，4 级和 5 级现在不能生成")
      expect(page).toContain(`>${WIRE.prompt}</textarea>`)
    },
  )

  test("that fails while an adult text is written ends it, and the checked text is kept", async () => {
    upstream.scenario.beats = [{}]
    Object.assign(upstream.moderation, {
      manner: "garbage",
      wellBefore: 2,
    } satisfies Partial<ScriptedModeration>)
    const { events } = await generate(await arrive(), { erotic_level: "5" }, true)
    expect(events.at(-1)).toEqual({ event: "failed", data: { failure: "unchecked" } })
  })
})

interface Told {
  event: string
  data: Record<string, unknown>
}

/** Answers the first call paragraph by paragraph; after that the story goes on as usual. */
function tell(...paragraphs: (string | undefined)[]): void {
  upstream.calls.length = 0
  upstream.scenario.beats = [{ text: `${paragraphs.join("\n")}\n`, charactersPerFrame: 2 }, {}]
}

async function arrive(): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  await visitor.fetch("/")
  return visitor
}

/** Any adult start confirms the age; this one is stopped at once. */
async function confirm(visitor: AppVisitor): Promise<void> {
  const beats = upstream.scenario.beats
  upstream.scenario.beats = [{}]
  const answer = await visitor.post(
    "/",
    formOf({ ...WIRE, erotic_level: "4", intent: "confirm-adult", key: crypto.randomUUID() }),
  )
  expect(answer.status).toBe(303)
  const id = new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get("generation")
  await visitor.post(`/generations/${id}/stop`, "")
  upstream.scenario.beats = beats ?? [{}]
}

async function generate(visitor: AppVisitor, fields: Record<string, string> = {}, isAdult = false) {
  const intent: Record<string, string> = isAdult ? { intent: "confirm-adult" } : {}
  const answer = await visitor.post("/", formOf({ ...WIRE, ...fields, ...intent, key: crypto.randomUUID() }))
  expect(answer.status).toBe(303)
  const id =
    new URL(answer.headers.get("Location") ?? "", "http://localhost").searchParams.get("generation") ?? ""
  return { id, events: eventsOf(await (await visitor.fetch(`/generations/${id}/events`)).text()) }
}

/** Presses the button and listens, as a browser does. */
async function begin(visitor: AppVisitor, path: string) {
  const answer = await visitor.post("/", formOf({ ...WIRE, key: crypto.randomUUID() }))
  const location = new URL(answer.headers.get("Location") ?? "", "http://localhost")
  const id = location.searchParams.get("generation") ?? ""
  return { id, reader: await listen(visitor, id, path) }
}

async function listen(visitor: AppVisitor, id: string, path: string) {
  const answer = await visitor.fetch(`/generations/${id}/${path}`)
  const stream = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ""
  return {
    /** Reads on to the first event of which this is true; gives all up to it. */
    async until(isIt: (told: Told, held: Told[]) => boolean): Promise<Told[]> {
      for (;;) {
        const events = eventsOf(read)
        const at = events.findIndex((told, index) => isIt(told, events.slice(0, index + 1)))
        if (at !== -1) return events.slice(0, at + 1)
        const piece = await stream?.read()
        if (!piece || piece.done) throw new Error(`the stream ended:\n${read}`)
        read += piece.value
      }
    },
    leave: () => void stream?.cancel(),
  }
}

/** The lines of a plan that a reader holds after these events. */
function heldLines(events: Told[]): string[] {
  let lines: string[] = []
  for (const { event, data } of events) {
    if (event === "draft") {
      const told = data.lines as { text: string }[]
      lines = [...lines.slice(0, data.at as number), ...told.map(({ text }) => text)]
    }
    if (event === "plan") lines = []
  }
  return lines
}

async function download(visitor: AppVisitor, id: string): Promise<string> {
  return (await visitor.fetch(`/generations/${id}/text`)).text()
}

function eventsOf(stream: string): Told[] {
  return stream
    .split("\n\n")
    .filter((block) => /^data: .*\}$/m.test(block))
    .map((block) => ({
      event: /^event: (.*)$/m.exec(block)?.[1] ?? "",
      data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}"),
    }))
}

/** The text that a reader holds after these events. */
function heldOf(events: Told[]): string {
  let text = ""
  for (const { event, data } of events) {
    if (event === "text") text = text.slice(0, data.at as number) + data.text
    if (event === "reset") text = text.slice(0, data.at as number)
  }
  return text
}

function database() {
  const { SUPABASE_URL = "", SUPABASE_SECRET_KEY = "" } = process.env
  return createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
}

async function storedOf(id: string) {
  const columns = "status, failure, body"
  const { data } = await database().from("generations").select(columns).eq("id", id).single().throwOnError()
  return data
}

/** Stores a paused generation with this text, as another process would leave it. */
async function storedPaused(visitor: AppVisitor, text: string): Promise<string> {
  upstream.calls.length = 0
  const { id: sample } = await generate(visitor)
  const admin = database()
  const { data: row } = await admin
    .from("generations")
    .select("owner, request, plan")
    .eq("id", sample)
    .single()
    .throwOnError()
  const request: GenerationRequest = row.request
  const id = randomBytes(16).toString("base64url")
  const lease_until = new Date().toISOString()
  const fields = { id, owner: row.owner, key: id, request, plan: row.plan, status: "paused", lease_until }
  const { data: made } = await admin.from("generations").insert(fields).select("n").single().throwOnError()
  await admin.from("generation_chunks").insert({ n: made.n, at: 0, text }).throwOnError()
  upstream.calls.length = 0
  return id
}
