import { createClient } from "@supabase/supabase-js"
import { beforeAll, describe, expect, test } from "vitest"
import { BAN_REASONS, type BanReason } from "#app/domain/ban/ban.ts"
import { EXISTING_TEXT_MAX_CHARS } from "#app/domain/limits.ts"
import { NOVEL_MAX_CHARS } from "#app/domain/novel.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const TAME = "雨停的时候，修表匠听见怀表里有人说话。"
const TITLE = "怀表里的信"
const WIRE = { prompt: "雨夜的修表匠", erotic_level: "2", length: "3", reference_text: "" }

/** A text that each reason of the ban refuses, and what the visitor is told. */
const BANNED: Record<BanReason, { text: string; said: string }> = {
  minor: { text: "十五岁的女孩和老师发生了关系。", said: "涉及未成年人与性或情色的描写" },
  "real-person": { text: "写马斯克的性爱场面。", said: "涉及现实人物的情色描写" },
}

/** The form that holds a banned text in one place, and what its page shows besides the refusal. */
const REQUESTS: {
  place: string
  name: string
  fields(text: string): Record<string, string | File>
  /** The API has no such field. */
  isOnPageAlone?: boolean
}[] = [
  { place: "prompt", name: "小说描述", fields: (prompt) => ({ prompt }) },
  { place: "direction", name: "「接下来…」", fields: (direction) => ({ direction, existing_text: TAME }) },
  { place: "reference", name: "参考文本", fields: (reference_text) => ({ reference_text }) },
  { place: "existing", name: "要续写的正文", fields: (existing_text) => ({ existing_text }) },
  { place: "existing", name: "要续写的正文", fields: (own_text) => ({ own_text }), isOnPageAlone: true },
  {
    place: "existing",
    name: "要续写的正文",
    fields: (text) => ({ own_file: new File([text], "正文.txt", { type: "text/plain" }) }),
    isOnPageAlone: true,
  },
  {
    place: "existing",
    name: "要续写的正文",
    fields: (title) => ({ existing_text: TAME, existing_sections: sectionsOf(title) }),
  },
]

let author: AppVisitor
const admin = createClient(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

beforeAll(async () => {
  author = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await author.post("/login", formOf(account))).status).toBe(303)
})

describe.each(BAN_REASONS)("%s: a banned text", (reason) => {
  const { text, said } = BANNED[reason]

  test.each(REQUESTS)("as $place is refused by name, and every field is kept", async (request) => {
    const fields = { ...WIRE, ...request.fields(text) }
    const refused = await new AppVisitor().post("/", formOf({ ...fields, key: "k" }))
    expect(refused.status).toBe(422)
    const page = await pageOf(refused)
    expect(page).toContain(`${request.name}${said}，任何级别都不会写。请修改后再试，其余内容都已保留。`)
    expect(page).toContain(`>${fields.prompt}</textarea>`)
    if (fields.reference_text) expect(page).toContain(fields.reference_text)
    for (const [name, value] of [
      ["erotic_level", "2"],
      ["length", "3"],
    ] as const) {
      const radios = page.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`, "g")) ?? []
      expect(radios.filter((radio) => radio.includes("checked")).join()).toContain(`value="${value}"`)
    }
  })

  test("as the direction for a saved novel comes back together with that novel", async () => {
    const id = await keep({ title: TITLE, content: TAME })
    expect(await pageOf(await author.fetch(`/?novel=${id}`))).toContain(`action="/?novel=${id}"`)
    const fields = { ...WIRE, direction: text, novel: id, key: "k" }
    const refused = await author.post(`/?novel=${id}`, formOf(fields))
    expect(refused.status).toBe(422)
    const page = await pageOf(refused)
    expect(page).toContain(`「接下来…」${said}`)
    expect(page).toMatch(new RegExp(`<textarea[^>]*name="direction"[^>]*>${text}</textarea>`))
    expect(page).toMatch(new RegExp(`<input[^>]*name="novel"[^>]*value="${id}"`))
    expect(page).not.toContain('name="existing_text"')
  })

  test("as an uploaded reference is refused, and its text is kept for an edit", async () => {
    const reference_file = new File([text], "reference.txt", { type: "text/plain" })
    const refused = await new AppVisitor().post("/", formOf({ ...WIRE, key: "k", reference_file }))
    expect(refused.status).toBe(422)
    const page = await pageOf(refused)
    expect(page).toContain(`参考文本${said}`)
    expect(page).toContain("reference.txt")
    expect(page).toContain(`>${WIRE.prompt}</textarea>`)
  })

  test.each(REQUESTS.filter((one) => !one.isOnPageAlone))(
    "as $place by JSON is refused with a code and the place",
    async (request) => {
      const fields = { ...WIRE, ...request.fields(text), erotic_level: 2, length: 3 }
      const refused = await new AppVisitor().postJson("/generate-novel", fields)
      expect(refused.status).toBe(422)
      const message = expect.stringContaining(`${request.name}${said}`)
      expect(await refused.json()).toEqual({ errors: [{ code: reason, place: request.place, message }] })
    },
  )

  test.each([
    ["a title", { title: text, content: TAME }],
    ["a text", { title: TITLE, content: text }],
    ["a section's title", { title: TITLE, content: TAME, sections: sectionsOf(text) }],
    ["a text that is made public", { title: TITLE, content: text, is_public: "on" }],
  ])("as %s is not saved, and the form is kept", async (_, fields) => {
    const refused = await author.post("/save", formOf({ ...fields, key: crypto.randomUUID() }))
    expect(refused.status).toBe(422)
    const page = await pageOf(refused)
    expect(page).toContain(`标题或正文的内容${said}`)
    expect(page).toContain(`value="${fields.title}"`)
    expect(/<input[^>]*name="is_public"[^>]*checked/.test(page)).toBe("is_public" in fields)
    expect(await pageOf(await author.fetch("/my-novels"))).not.toContain(text)
  })

  test.each([
    ["rename", ""],
    ["save", "/edit"],
  ])("is refused by a %s, and the form is kept", async (intent, page) => {
    const id = await keep({ title: TITLE, content: TAME })
    const refused = await author.post(`/novels/${id}${page}`, formOf({ intent, text }))
    expect(refused.status).toBe(422)
    const shown = await pageOf(refused)
    expect(shown).toContain(said)
    expect(shown).toContain(intent === "rename" ? `value="${text}"` : `>${text}</textarea>`)
    expect(await keptOf(id)).toMatchObject({ title: TITLE, content: TAME })
  })

  test.each(["add-section", "rename-section"])(
    "is refused by an %s, and the form is kept",
    async (intent) => {
      const id = await keep({ title: TITLE, content: TAME })
      const start = TAME.slice(0, 4)
      await author.post(`/novels/${id}`, formOf({ intent: "add-section", text: "渡口", start }))
      const refused = await author.post(`/novels/${id}`, formOf({ intent, text, start, at: "0" }))
      expect(refused.status).toBe(422)
      const page = await pageOf(refused)
      expect(page).toContain(said)
      expect(page).toContain(`value="${text}"`)
      const { data } = await admin.from("novels").select("sections").eq("id", id).single().throwOnError()
      expect(data.sections).toEqual([{ title: "渡口", at: 0 }])
    },
  )

  test("that was stored before the rules saw it cannot be published later", async () => {
    const id = await keep({ title: TITLE, content: TAME })
    await admin.from("novels").update({ content: text }).eq("id", id).throwOnError()
    const refused = await author.post(`/novels/${id}`, formOf({ intent: "publish" }))
    expect(refused.status).toBe(422)
    expect(await pageOf(refused)).toContain(said)
    expect(await keptOf(id)).toMatchObject({ is_public: false, content: text })
    expect((await new AppVisitor().fetch(`/shared/${id}`)).status).toBe(404)
  })

  test("in an earlier generation is not saved, continued or rewritten", async () => {
    const id = await generate()
    await admin.from("generations").update({ body: text }).eq("id", id).throwOnError()
    const saving = await author.post("/save", formOf({ generation: id, title: TITLE, key: "k" }))
    expect(saving.status).toBe(422)
    expect(await pageOf(saving)).toContain(`value="${TITLE}"`)
    const going = await author.post("/", formOf({ ...WIRE, key: "k", continues: id }))
    expect(going.status).toBe(422)
    expect(await pageOf(going)).toContain(`要续写的正文${said}`)

    const { data } = await admin.from("generations").select("request").eq("id", id).single().throwOnError()
    const request = { ...data.request, prompt: text }
    await admin.from("generations").update({ request }).eq("id", id).throwOnError()
    const again = await author.post(`/generations/${id}/rewrite`, formOf({ key: "k" }))
    expect(again.headers.get("Location")).toBe(`/?generation=${id}#story`)
    expect(await pageOf(await author.fetch(`/?generation=${id}`))).toContain("没有重写")
  })
})

test("the longest text that a form or a novel may hold is checked to its end", async () => {
  const long = `${TAME}\n`.repeat(Math.ceil(NOVEL_MAX_CHARS / TAME.length))
  const existing_text = `${long.slice(0, EXISTING_TEXT_MAX_CHARS - 100)}\n${BANNED.minor.text}`
  const wire = { ...WIRE, erotic_level: 3, length: 1 }
  const refused = await new AppVisitor().postJson("/generate-novel", { ...wire, existing_text })
  expect(await refused.json()).toMatchObject({ errors: [{ code: "minor", place: "existing" }] })
  const content = `${long.slice(0, NOVEL_MAX_CHARS - 100)}\n${BANNED.minor.text}`
  const key = crypto.randomUUID()
  expect((await author.post("/save", formOf({ title: TITLE, content, key }))).status).toBe(422)
  expect(
    (await author.post("/save", formOf({ title: TITLE, content: long.slice(0, NOVEL_MAX_CHARS - 100), key })))
      .status,
  ).toBe(303)
})

test("parts that are harmless alone are refused when they are banned together", async () => {
  const fields = {
    ...WIRE,
    prompt: "十五岁的女孩在河边放风筝",
    direction: "夜深了，两人做爱",
    existing_text: TAME,
  }
  const refused = await new AppVisitor().postJson("/generate-novel", {
    ...fields,
    erotic_level: 3,
    length: 1,
  })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ errors: [{ code: "minor", place: "together" }] })
})

async function keep(fields: { title: string; content: string }): Promise<string> {
  const answer = await author.post("/save", formOf({ ...fields, is_public: "on", key: crypto.randomUUID() }))
  const id = /\/shared\/([0-9a-f-]{36})/.exec(await answer.text())?.[1] ?? ""
  expect((await author.post(`/novels/${id}`, formOf({ intent: "unpublish" }))).status).toBe(303)
  return id
}

async function keptOf(id: string) {
  const columns = "title, content, is_public"
  return (await admin.from("novels").select(columns).eq("id", id).single().throwOnError()).data
}

/** Writes a harmless novel to its end. */
async function generate(): Promise<string> {
  const answer = await author.post("/", formOf({ ...WIRE, length: "1", key: crypto.randomUUID() }))
  const id = /generation=([\w-]+)/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
  await (await author.fetch(`/generations/${id}/events`)).text()
  return id
}

function sectionsOf(title: string): string {
  return JSON.stringify([{ title, at: 0 }])
}
