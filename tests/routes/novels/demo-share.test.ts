// What the demo writer has written stays marked in a saved novel, wherever that goes.
import { createClient } from "@supabase/supabase-js"
import { beforeEach, describe, expect, test } from "vitest"
import { site, storyLabel } from "#app/copy/site.ts"
import type { DemoShare } from "#app/domain/demo-share.ts"
import { placedParagraphs } from "#app/domain/edits/paragraph.ts"
import type { MovableText } from "#app/domain/forms/movable-text.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../../support/app-visitor.ts"
import { newEmail, PASSWORD } from "../../support/session-visitor.ts"

const OWN = `灯亮了，船来了。她把缆绳系在木桩上，等对岸的人先开口。\n\n${"没有人说话。".repeat(5)}`

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let author: AppVisitor
let title = ""

beforeEach(async () => {
  author = new AppVisitor()
  const account = { intent: "register", email: newEmail(), password: PASSWORD }
  expect((await author.post("/login", formOf(account))).status).toBe(303)
  title = `渡口 ${crypto.randomUUID()}`
})

describe("a novel that the demo wrote", () => {
  test("says so on its pages and in its files, whatever the form that saved it claims", async () => {
    const novel = await save({ generation: await write({}), demo: "part", is_public: "on" })
    await expectLabel(novel, "whole")
    for (const path of [`/novels/${novel}/paragraphs`, `/?novel=${novel}`])
      expect(await pageOf(await author.fetch(path))).toContain(`>${storyLabel("whole")}<`)
    for (const path of [`/shared/${novel}`, `/shared/${novel}/text`])
      expect(await (await new AppVisitor().fetch(path)).text()).toContain(storyLabel("whole"))
  })

  test("stays all the demo's when the demo goes on with it, its author edits it, or it leaves the bin", async () => {
    const first = await write({})
    const novel = await save({ generation: first })
    await save({ generation: await write({ novel }) })
    expect((await rowOf(novel)).content.length).toBeGreaterThan((await textOf(first)).length)
    await expectLabel(novel, "whole")
    await edit(novel, "改过的一句。")
    await change(novel, { intent: "rename", text: "改过的题" })
    await change(novel, { intent: "publish" })
    await change(novel, { intent: "delete" })
    await author.post("/my-novels/bin", formOf({ intent: "restore", id: novel }))
    expect(await rowOf(novel)).toMatchObject({ title: "改过的题", content: "改过的一句。", is_public: false })
    await expectLabel(novel, "whole")
  })

  test("is marked again where it is saved as another one, and in an edited text", async () => {
    const first = await write({})
    await save({ generation: first })
    await expectLabel(await save({ generation: first, as: "new", title: `又一个${title}` }), "whole")
    const fields = {
      intent: "save",
      editor: crypto.randomUUID(),
      text: `${await textOf(first)}\n她又添了一句。`,
    }
    const edited = idIn(await author.post(`/generations/${first}/edit`, formOf(fields)))
    await expectLabel(await save({ generation: edited, as: "new", title: `再一个${title}` }), "whole")
  })

  test("stays marked when its text comes back through a form that does not know whose it is", async () => {
    const first = await write({})
    const novel = await save({ generation: first })
    await save({ generation: await write({ existing_text: await textOf(first) }) })
    expect((await rowOf(novel)).content).not.toBe(await textOf(first))
    await expectLabel(novel, "part")
  })
})

describe("a novel that the demo goes on with", () => {
  test("is the demo's in part, and each version says what is true of it", async () => {
    const novel = await save({ content: OWN })
    await expectLabel(novel, undefined)
    await save({ generation: await write({ novel }) })
    await expectLabel(novel, "part")
    await edit(novel, "全都改过。")
    await expectLabel(novel, "part")

    const [own = "", grown = ""] = await versionsOf(novel)
    expect(await labelAt(`/novels/${novel}/versions/${own}`)).toBe(storyLabel(undefined))
    expect(await labelAt(`/novels/${novel}/versions/${grown}?whole`)).toBe(storyLabel("part"))
  })

  test.each([false, true])(
    "has its own text's mark back when that is put back (public: %s)",
    async (isPublic) => {
      const novel = await save({ content: OWN })
      await save({ generation: await write({ novel }) })
      if (isPublic) await change(novel, { intent: "publish" })
      const [own = ""] = await versionsOf(novel)
      await restore(novel, own)
      expect(await rowOf(novel)).toMatchObject({ content: OWN, is_public: isPublic })
      await expectLabel(novel, undefined)
      if (isPublic) expect((await new AppVisitor().fetch(`/shared/${novel}`)).status).toBe(200)
      const grown = (await versionsOf(novel)).at(-1) ?? ""
      await restore(novel, grown)
      await expectLabel(novel, "part")
    },
  )

  test("by one paragraph is the demo's in part", async () => {
    const novel = await save({ content: OWN })
    const [paragraph] = placedParagraphs(OWN)
    const fields = { intent: "rewrite", key: "k", paragraph: String(paragraph?.at), wish: "" }
    const answer = await author.post(`/novels/${novel}/paragraphs`, formOf(fields))
    const writing = /writing=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
    await hearOut(writing)
    expect((await rowOf(novel)).content).not.toBe(OWN)
    await expectLabel(novel, "part")
  })
})

describe("a text that only its device has", () => {
  test.each<[string, DemoShare | undefined]>([
    ["whole", "whole"],
    ["part", "part"],
    ["", undefined],
    ["all", undefined],
  ])("is saved with the mark that it has there (%j)", async (demo, share) => {
    await expectLabel(await save({ content: OWN, demo }), share)
  })

  test.each<[string, DemoShare]>([
    ["whole", "whole"],
    ["part", "part"],
    ["all", "part"],
  ])("is continued with it (%j)", async (existing_demo, share) => {
    await expectLabel(await save({ generation: await write({ existing_text: OWN, existing_demo }) }), share)
  })

  test("lends its mark to no text that its visitor brings along instead", async () => {
    const generation = await write({ existing_text: "雨。", existing_demo: "whole", own_text: OWN })
    await expectLabel(await save({ generation }), "part")
  })
})

describe("texts that move into the account", () => {
  test("keep the mark that the device has, or that the server knows better", async () => {
    const generation = await write({})
    await move([
      { ...textOnDevice("device"), text: OWN, demo: "part" },
      { ...textOnDevice("server"), id: generation, demo: "part" },
      { ...textOnDevice("odd"), text: "第三篇。", demo: "all" as DemoShare },
    ])
    expect(await sharesByText()).toEqual({
      [OWN]: "part",
      [await textOf(generation)]: "whole",
      "第三篇。": null,
    })
  })

  test("update a novel that keeps its mark, though the device has none", async () => {
    const novel = await save({ content: OWN, demo: "whole" })
    const link = { id: novel, hash: (await rowOf(novel)).content_hash ?? "" }
    const page = await move([{ ...textOnDevice("longer"), text: `${OWN}\n\n后来天亮了。`, novel: link }])
    expect(page).toContain("已更新原来的那一篇")
    expect((await rowOf(novel)).content).toMatch(/后来天亮了。$/)
    await expectLabel(novel, "part")
  })
})

/** The owner's page and file, and the row, say this of a novel, and nothing else. */
async function expectLabel(novel: string, share: DemoShare | undefined): Promise<void> {
  expect((await rowOf(novel)).demo).toBe(share ?? null)
  expect(await labelAt(`/novels/${novel}`)).toBe(storyLabel(share))
  expect(await (await author.fetch(`/novels/${novel}/text`)).text()).toMatch(
    new RegExp(`\n\n${storyLabel(share)}\n$`),
  )
}

async function labelAt(path: string): Promise<string | undefined> {
  const answer = await author.fetch(path)
  expect(answer.status, path).toBe(200)
  return new RegExp(`>(${site.aiLabel}[^<]*)<`).exec(await pageOf(answer))?.[1]
}

async function write(fields: Record<string, string>): Promise<string> {
  const wire = { prompt: "渡口的故事", erotic_level: "1", length: "1", key: crypto.randomUUID() }
  const id = idIn(await author.post("/", formOf({ ...wire, ...fields })))
  await hearOut(id)
  return id
}

async function hearOut(generation: string): Promise<void> {
  const events = await author.fetch(`/generations/${generation}/events`)
  expect(events.status).toBe(200)
  expect(await events.text()).toContain("event: done")
}

function idIn(answer: Response): string {
  expect(answer.status).toBe(303)
  return /[?&]generation=([\w-]{22})/.exec(answer.headers.get("Location") ?? "")?.[1] ?? ""
}

/** Sends the save form, and returns the id of the novel that has the title then. */
async function save(fields: Record<string, string>): Promise<string> {
  const form = {
    generation: "",
    title,
    former_title: "",
    key: crypto.randomUUID(),
    content: "",
    content_level: "1",
  }
  const answer = await author.post("/save", formOf({ ...form, ...fields }))
  expect([200, 303]).toContain(answer.status)
  const saved = admin
    .from("novels")
    .select("id")
    .eq("title", fields.title ?? title)
  return (await saved.single().throwOnError()).data.id
}

async function edit(novel: string, text: string): Promise<void> {
  expect((await author.post(`/novels/${novel}/edit`, formOf({ intent: "save", text }))).status).toBe(303)
}

async function change(novel: string, fields: Record<string, string>): Promise<void> {
  expect((await author.post(`/novels/${novel}`, formOf(fields))).status).toBe(303)
}

async function restore(novel: string, version: string): Promise<void> {
  const path = `/novels/${novel}/versions/${version}`
  const seen = /name="seen" value="([0-9a-f]{32})"/.exec(await pageOf(await author.fetch(path)))?.[1] ?? ""
  expect((await author.post(path, formOf({ seen }))).status).toBe(303)
}

/** The oldest first. */
async function versionsOf(novel: string): Promise<string[]> {
  const versions = admin.from("novel_versions").select("id").eq("novel_id", novel).order("replaced_at")
  return (await versions.throwOnError()).data.map(({ id }) => id)
}

function textOnDevice(key: string): MovableText {
  return { key, id: null, text: "", prompt: "", level: 1, sections: [], novel: null }
}

async function move(texts: MovableText[]): Promise<string> {
  const answer = await author.post("/my-novels/move", formOf({ entries: JSON.stringify(texts) }))
  expect(answer.status).toBe(200)
  return pageOf(answer)
}

async function sharesByText(): Promise<Record<string, string | null>> {
  const page = await pageOf(await author.fetch("/my-novels"))
  const ids = [...new Set(page.match(/(?<=\/novels\/)[0-9a-f-]{36}/g))]
  const { data } = await admin.from("novels").select("content, demo").in("id", ids).throwOnError()
  return Object.fromEntries(data.map(({ content, demo }) => [content, demo]))
}

async function rowOf(novel: string) {
  return (await admin.from("novels").select().eq("id", novel).single().throwOnError()).data
}

async function textOf(generation: string): Promise<string> {
  const { data } = await admin.from("generations").select("body").eq("id", generation).single().throwOnError()
  return data.body ?? ""
}
