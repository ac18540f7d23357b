import { beforeAll, describe, expect, test } from "vitest"
import { NOVEL_MAX_CHARS, NOVELS_PER_PAGE } from "#app/domain/novel.ts"
import { signUp } from "#app/server/account/account.server.ts"
import { binNovels, deleteBinnedNovels, restoreNovels } from "#app/server/novels/bin.server.ts"
import { editNovel, publishNovel, renameNovel } from "#app/server/novels/change-novel.server.ts"
import { findOwnNovel, findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { listOwnNovels } from "#app/server/novels/list-novels.server.ts"
import { findKeptText, saveNovel } from "#app/server/novels/save-novel.server.ts"
import { saveProfile } from "#app/server/profile/profile.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { findAccount, serverSupabaseOf, supabaseOf } from "#app/server/visitor/session.server.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

type Draft = Parameters<typeof saveNovel>[1]
type Stored = Database["public"]["Tables"]["novels"]["Row"]["sections"]

const STORY = "雨停的时候，修表匠听见怀表里有人说话。\n\n他把灯拧亮了一点。"

let ming: SessionVisitor
const nobody = new SessionVisitor()

beforeAll(async () => {
  ming = await newAuthor()
})

describe("what an author writes to the database with their own token", () => {
  test.each([
    { content: "没有看过的文" },
    { title: "没有看过的题" },
    { sections: [{ title: "没有看过的节", at: 0 }] },
    { content_level: 4 },
  ])("is shown to nobody until it is published through the app: %j", async (change) => {
    const { id } = await saved(ming, { isPublic: true, contentLevel: 3 })
    await ming.visit((context) =>
      supabaseOf(context)?.from("novels").update(change).eq("id", id).throwOnError(),
    )
    expect(await shared(nobody, id)).toEqual({ ok: false, failure: "not-found" })
    expect(await ming.visit((context) => findOwnNovel(context, id))).toMatchObject({
      value: { isPublic: false },
    })
    expect((await ming.visit((context) => renameNovel(context, id, "新题"))).ok).toBe(true)
    expect(await shared(nobody, id)).toEqual({ ok: false, failure: "not-found" })
    expect((await ming.visit((context) => publishNovel(context, id, true))).ok).toBe(true)
    expect(await shared(nobody, id)).toMatchObject({ value: { isPublic: true, title: "新题" } })
  })

  test("cannot be published through the app if it is banned", async () => {
    const { id } = await saved(ming, { isPublic: true })
    const change = { content: "写一个17岁高中女生和老师上床的故事" }
    await ming.visit((context) =>
      supabaseOf(context)?.from("novels").update(change).eq("id", id).throwOnError(),
    )
    expect(await ming.visit((context) => publishNovel(context, id, true))).toEqual({
      ok: false,
      failure: "minor",
    })
    expect(await shared(nobody, id)).toEqual({ ok: false, failure: "not-found" })
  })
})

describe("sections", () => {
  const LAMP = { title: "拧灯", at: STORY.indexOf("他把灯") }

  test("are kept where a paragraph begins, whatever the form claims", async () => {
    const forged = [LAMP, { title: "半句", at: 3 }, { title: "文外", at: 9_999 }]
    const { id, sections } = await saved(ming, { sections: forged, isPublic: true })
    expect(sections).toEqual([LAMP])
    expect(await shared(nobody, id)).toMatchObject({ value: { sections: [LAMP] } })
  })

  test("follow their paragraphs through an edit, and stay through a new title", async () => {
    const { id } = await saved(ming, { sections: [LAMP] })
    const found = () => ming.visit((context) => findOwnNovel(context, id))
    await ming.visit((context) => editNovel(context, id, `序。\r\n${STORY}`))
    await ming.visit((context) => renameNovel(context, id, "新题"))
    expect(await found()).toMatchObject({ value: { sections: [{ ...LAMP, at: LAMP.at + 3 }] } })
    await ming.visit((context) => editNovel(context, id, "只剩这一句。"))
    expect(await found()).toMatchObject({ value: { sections: [] } })
  })

  test("are refused with a banned title, alone or beside the paragraph that they head", async () => {
    const alone = { sections: [{ ...LAMP, title: "高中老师爱上了十六岁的她" }], contentLevel: 4 as const }
    const rain = "雨还在下，他把灯拧亮了一点。\n".repeat(60)
    const beside = { content: `${rain}她和上司开房。`, sections: [{ title: "未满十八", at: rain.length }] }
    for (const bad of [alone, beside]) {
      const outcome = await ming.visit((context) => saveNovel(context, draft(bad)))
      expect(outcome).toEqual({ ok: false, failure: "minor" })
    }
  })

  test.each<[string, Stored]>([
    ["no list", {}],
    ["a list of lists", [[LAMP]]],
    ["a long title", [{ title: "船".repeat(21), at: 0 }]],
    ["no title", [{ at: 0 }]],
    ["an offset before the text", [{ title: "节", at: -1 }]],
    ["half an offset", [{ title: "节", at: 0.5 }]],
    ["an offset in words", [{ title: "节", at: "0" }]],
    ["too many", Array.from({ length: 201 }, (_, at) => ({ title: "节", at }))],
    ["an offset behind every text", [{ title: "节", at: 2_040_001 }]],
    ["too much beside them", [{ ...LAMP, note: "船".repeat(40_000) }]],
  ])("are refused by the database: %s", async (_, sections) => {
    const { id } = await saved(ming)
    const changed = await ming.visit((context) =>
      supabaseOf(context)?.from("novels").update({ sections }).eq("id", id),
    )
    expect(changed?.error).toBeTruthy()
  })

  test("that an author wrote past the app stand only where a paragraph begins", async () => {
    const { id } = await saved(ming)
    const sections = [{ title: "后", at: 2_040_000 }, { title: "半句", at: 3 }, LAMP]
    await ming.visit((context) =>
      supabaseOf(context)?.from("novels").update({ sections }).eq("id", id).throwOnError(),
    )
    expect(await ming.visit((context) => findOwnNovel(context, id))).toMatchObject({
      value: { sections: [LAMP] },
    })
  })
})

describe("saving", () => {
  test("keeps a private novel that its author reads and nobody else", async () => {
    const novel = await saved(ming, { title: "  怀表\n里的信 ", content: `${STORY}\r\n完` })
    expect(novel).toEqual({
      id: expect.any(String),
      title: "怀表 里的信",
      content: `${STORY}\n完`,
      sections: [],
      isPublic: false,
      contentLevel: 2,
      takenDown: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: novel.createdAt,
    })
    expect(await ming.visit((context) => findOwnNovel(context, novel.id))).toEqual({ ok: true, value: novel })
    for (const reader of [ming, nobody, await newAuthor()]) {
      expect(await shared(reader, novel.id)).toEqual({ ok: false, failure: "not-found" })
    }
  })

  test("lets anyone read a public novel, with its author's name if there is one", async () => {
    const author = await newAuthor()
    const novel = await saved(author, { isPublic: true })
    expect(await shared(nobody, novel.id)).toEqual({
      ok: true,
      value: { ...novel, authorName: null, openAuthorId: null },
    })
    await author.visit((context) => saveProfile(context, { username: "小明", avatarUrl: null }))
    expect(await shared(nobody, novel.id)).toMatchObject({ value: { authorName: "小明" } })
  })

  test("pressing twice saves once, also at the same time", async () => {
    const author = await newAuthor()
    const same = draft({ key: "k" })
    const novels = await Promise.all(
      [author, author.copy(), author.copy()].map((tab) => tab.visit((context) => saveNovel(context, same))),
    )
    expect(new Set(novels.map((novel) => novel.ok && novel.value.id)).size).toBe(1)
    expect((await list(author)).total).toBe(1)

    const published = await saved(author, { key: "k", isPublic: true })
    expect(published).toMatchObject({ id: novels[0]?.ok && novels[0].value.id, isPublic: true })
    expect((await shared(nobody, published.id)).ok).toBe(true)
    expect((await list(author)).total).toBe(1)
  })

  test("pressing again with another title renames the saved novel", async () => {
    const author = await newAuthor()
    const first = await saved(author, { key: "k", title: "渡口" })
    const again = await saved(author, { key: "k", title: "旧渡口" })
    expect(again).toMatchObject({ id: first.id, title: "旧渡口" })
    expect((await list(author)).total).toBe(1)
  })

  test("finds a text that another form saved, for its own author alone", async () => {
    const author = await newAuthor()
    const novel = await saved(author, { key: "k", title: "渡口" })
    const kept = (who: SessionVisitor, wish: { key: string; content: string }) =>
      who.visit((context) => findKeptText(context, wish))
    expect(await kept(author, { key: "other", content: novel.content })).toEqual({
      id: novel.id,
      title: "渡口",
    })
    expect(await kept(author, { key: "k", content: novel.content })).toBeNull()
    expect(await kept(author, { key: "other", content: `${novel.content}。` })).toBeNull()
    expect(await kept(await newAuthor(), { key: "other", content: novel.content })).toBeNull()
    expect(await kept(nobody, { key: "other", content: novel.content })).toBeNull()

    await author.visit((context) => editNovel(context, novel.id, "改过的正文"))
    expect(await kept(author, { key: "other", content: novel.content })).toBeNull()
  })

  test("another text, form or author makes another novel", async () => {
    const author = await newAuthor()
    await saved(author, { key: "k" })
    await saved(author, { key: "k", content: "别的正文" })
    await saved(author, { key: "other" })
    await saved(author, { key: "" })
    await saved(author, { key: "" })
    expect((await list(author)).total).toBe(5)
    const hong = await newAuthor()
    await saved(hong, { key: "k" })
    expect((await list(hong)).total).toBe(1)
  })

  test.each<[string, Partial<Draft>]>([
    ["title-missing", { title: " \u200b\n\t" }],
    ["title-too-long", { title: "长".repeat(101) }],
    ["content-missing", { content: " \r\n　" }],
    ["content-too-long", { content: "长".repeat(NOVEL_MAX_CHARS + 1) }],
    ["minor", { content: "十三岁的女孩和他上床做爱。", contentLevel: 5 }],
    ["minor", { title: "十三岁的女孩", content: "他们上床做爱。", contentLevel: 5 }],
  ])("%s is refused", async (failure, bad) => {
    expect(await ming.visit((context) => saveNovel(context, draft(bad)))).toEqual({ ok: false, failure })
  })

  test("accepts the longest title and text, whatever their characters are", async () => {
    const novel = await saved(ming, { title: "𠮷".repeat(100), content: "𠮷".repeat(NOVEL_MAX_CHARS) })
    expect(await ming.visit((context) => findOwnNovel(context, novel.id))).toEqual({ ok: true, value: novel })
  })

  test("characters that no database can hold do not stop a save", async () => {
    const novel = await saved(ming, { title: "a\0b\u202e\ud800", content: "一\0二\udfff" })
    expect(novel).toMatchObject({ title: "a b \ufffd", content: "一二\ufffd" })
  })

  test("a visitor who is not signed in saves nothing", async () => {
    expect(await nobody.visit((context) => saveNovel(context, draft()))).toEqual({
      ok: false,
      failure: "login-required",
    })
  })
})

describe("changing", () => {
  test("publishing opens the link and unpublishing closes it", async () => {
    const { id } = await saved(ming)
    expect(await ming.visit((context) => publishNovel(context, id, true))).toEqual({ ok: true, value: null })
    expect((await shared(nobody, id)).ok).toBe(true)
    await ming.visit((context) => publishNovel(context, id, false))
    expect(await shared(nobody, id)).toEqual({ ok: false, failure: "not-found" })
  })

  test("an edit changes title and text; the id and the creation date stay", async () => {
    const novel = await saved(ming)
    expect((await ming.visit((context) => renameNovel(context, novel.id, " 新\n题 "))).ok).toBe(true)
    expect((await ming.visit((context) => editNovel(context, novel.id, "新的\r\n正文"))).ok).toBe(true)
    const found = await ming.visit((context) => findOwnNovel(context, novel.id))
    expect(found).toMatchObject({
      value: { title: "新 题", content: "新的\n正文", createdAt: novel.createdAt },
    })
    if (found.ok) expect(found.value.updatedAt > novel.updatedAt).toBe(true)
  })

  test("a change is refused when saving the same text would be", async () => {
    const { id } = await saved(ming, { content: "他们上床做爱。", contentLevel: 5 })
    const refused = (failure: string) => ({ ok: false, failure })
    expect(await ming.visit((context) => renameNovel(context, id, "十三岁的女孩"))).toEqual(refused("minor"))
    expect(await ming.visit((context) => editNovel(context, id, "十三岁的女孩和他上床做爱。"))).toEqual(
      refused("minor"),
    )
    expect(await ming.visit((context) => renameNovel(context, id, ""))).toEqual(refused("title-missing"))
    expect(await ming.visit((context) => editNovel(context, id, ""))).toEqual(refused("content-missing"))
  })

  test("a press again to the bin, or out of it, is done already, and only for one's own", async () => {
    const { id } = await saved(ming, { isPublic: true })
    const hong = await newAuthor()
    for (const move of [binNovels, restoreNovels]) {
      expect(await ming.visit((context) => move(context, [id]))).toEqual({ ok: true, value: 1 })
      expect(await ming.visit((context) => move(context, [id]))).toEqual({ ok: true, value: 1 })
      const foreign = await hong.visit((context) => move(context, [id]))
      expect(foreign).toEqual({ ok: false, failure: "not-found" })
    }
    expect(await ming.visit((context) => findOwnNovel(context, id))).toMatchObject({
      value: { isPublic: false },
    })
  })

  test("a deleted novel is gone", async () => {
    const { id } = await saved(ming, { isPublic: true })
    expect((await ming.visit((context) => binNovels(context, [id]))).ok).toBe(true)
    expect(await shared(nobody, id)).toEqual({ ok: false, failure: "not-found" })
    expect((await ming.visit((context) => deleteBinnedNovels(context, [id]))).ok).toBe(true)
    for (const move of [binNovels, restoreNovels]) {
      const missing = await ming.visit((context) => move(context, [id]))
      expect(missing).toEqual({ ok: false, failure: "not-found" })
    }
    // Whoever presses again may have missed the first answer.
    expect(await ming.visit((context) => deleteBinnedNovels(context, [id]))).toEqual({ ok: true, value: 1 })
  })

  test.each(["", "1", "x'--", crypto.randomUUID()])("nobody finds or changes a novel %j", async (id) => {
    const missing = { ok: false, failure: "not-found" }
    for (const change of [
      () => ming.visit((context) => findOwnNovel(context, id)),
      () => ming.visit((context) => publishNovel(context, id, false)),
      () => ming.visit((context) => renameNovel(context, id, "题")),
      () => ming.visit((context) => editNovel(context, id, "文")),
      () => ming.visit((context) => binNovels(context, [id])),
    ]) {
      expect(await change()).toEqual(missing)
    }
  })
})

test.each(["", "1", `${crypto.randomUUID()}0`, "00000000-0000-0000-0000-00000000000g"])(
  "%j is not a novel's id",
  async (id) => {
    expect(await shared(nobody, id)).toEqual({ ok: false, failure: "id-invalid" })
  },
)

describe("the shelf", () => {
  let author: SessionVisitor

  beforeAll(async () => {
    author = await newAuthor()
    for (let n = 1; n <= NOVELS_PER_PAGE + 2; n += 1) {
      await saved(author, { title: `第 ${n} 本`, content: `${n}${"长".repeat(200)}\n末尾_${n}%` })
    }
    await saved(ming, { title: "第 99 本", isPublic: true })
  })

  test("lists the author's own novels, newest first, a page at a time", async () => {
    const first = await list(author)
    expect(first).toMatchObject({ page: 1, pages: 2, total: NOVELS_PER_PAGE + 2 })
    expect(first.novels.map(({ title }) => title)).toEqual(
      Array.from({ length: NOVELS_PER_PAGE }, (_, index) => `第 ${NOVELS_PER_PAGE + 2 - index} 本`),
    )
    const second = await list(author, { page: 2 })
    expect(second.novels.map(({ title }) => title)).toEqual(["第 2 本", "第 1 本"])
  })

  test("shows the first 150 characters", async () => {
    const [card] = (await list(author, { page: 2 })).novels
    expect(card?.preview).toBe(`2${"长".repeat(149)}…`)
    expect(card).not.toHaveProperty("content")
  })

  test("has the order that is asked for, in a search too", async () => {
    const sorted = await newAuthor()
    const long = await saved(sorted, { title: "一", content: `${STORY}${STORY}` })
    const blank = await saved(sorted, { title: "二", content: `${STORY}${" \n".repeat(500)}` })
    await saved(sorted, { title: "三", content: "雨。" })
    const renamed = await sorted.visit((context) => renameNovel(context, blank.id, "改过的二"))
    expect(renamed.ok).toBe(true)
    const titles = async (wish: Partial<Parameters<typeof listOwnNovels>[1]>) =>
      (await list(sorted, wish)).novels.map(({ title }) => title)
    expect(await titles({})).toEqual(["三", "改过的二", "一"])
    expect(await titles({ sort: "changed" })).toEqual(["改过的二", "三", "一"])
    expect(await titles({ sort: "longest" })).toEqual(["一", "改过的二", "三"])
    expect(await titles({ sort: "longest", query: "雨" })).toEqual(["一", "改过的二", "三"])
    const [first] = (await list(sorted, { sort: "longest" })).novels
    expect(first).toMatchObject({
      id: long.id,
      characters: 2 * STORY.replace(/\s/gu, "").length,
      sections: 0,
    })
  })

  test("comes by title: by pinyin, whatever the database knows, numbers by their size", async () => {
    const sorted = await newAuthor()
    for (const title of ["张家渡", "第10章", "北风", "a lamp", "阿桥", "第9章", "重名", "重名"])
      await saved(sorted, { title, content: `${title}${crypto.randomUUID()}` })
    const shown = await list(sorted, { sort: "title" })
    expect(shown.novels.map(({ title }) => title)).toEqual([
      ...["阿桥", "北风", "第9章", "第10章", "张家渡"],
      ...["重名", "重名", "a lamp"],
    ])
    const found = await list(sorted, { sort: "title", query: "章" })
    expect(found.novels.map(({ title }) => title)).toEqual(["第9章", "第10章"])
    const strange = await newAuthor()
    expect((await list(strange, { sort: "title" })).novels).toEqual([])
  })

  test.each([0, -1, 3, 1e9, Number.NaN])("shows the nearest page for page %d", async (page) => {
    expect((await list(author, { page })).page).toBe(page > 2 ? 2 : 1)
  })

  test("has one page when it is empty", async () => {
    expect(await list(await newAuthor())).toEqual({
      novels: [],
      page: 1,
      pages: 1,
      total: 0,
      isCut: false,
      binned: 0,
    })
  })

  test.each<[string, string[]]>([
    ["末尾_7%", ["第 7 本"]],
    ["第 14", ["第 14 本"]],
    ["本 末尾_1%", ["第 1 本"]],
    ["第　7", ["第 7 本"]],
    ["没有的词", []],
    ["_7_", []],
    ["末尾*7", []],
    ["第 7 本' or true --", []],
    ["\\", []],
    ['",)(', []],
    ["x".repeat(5_000), []],
    ["没有 ".repeat(5_000), []],
  ])("finds novels by %.40j", async (query, titles) => {
    const { novels } = await list(author, { query })
    expect(novels.map(({ title }) => title)).toEqual(titles)
  })

  test("searches without regard to capitals", async () => {
    await saved(author, { title: "The Watchmaker", content: STORY })
    expect((await list(author, { query: "watchMAKER 修表匠" })).total).toBe(1)
  })

  test("does not exist for a visitor who is not signed in", async () => {
    expect(await nobody.visit((context) => listOwnNovels(context, { page: 1, query: "" }))).toEqual({
      ok: false,
      failure: "login-required",
    })
  })
})

test("refuses a novel when it is full, and accepts one again when there is room", async () => {
  const author = await newAuthor()
  const { id } = await saved(author)
  // Several statements, because other test files share this backend's one session.
  for (const novels of [...Array<number>(9).fill(200), 199]) {
    const filling = await author.visit((context) => {
      const user_id = findAccount(context)?.id ?? ""
      const rows = Array.from({ length: novels }, () => ({ user_id, title: "题", content: "文" }))
      return serverSupabaseOf(context)?.from("novels").insert(rows)
    })
    expect(filling?.status).toBe(201)
  }
  const refused = await author.visit((context) => saveNovel(context, draft()))
  expect(refused).toEqual({ ok: false, failure: "shelf-full" })
  expect((await author.visit((context) => editNovel(context, id, `${STORY}又一句。`))).ok).toBe(true)
  await author.visit((context) => binNovels(context, [id]))
  expect(await author.visit((context) => saveNovel(context, draft()))).toEqual(refused)
  await author.visit((context) => deleteBinnedNovels(context, [id]))
  expect((await author.visit((context) => saveNovel(context, draft()))).ok).toBe(true)
})

async function newAuthor(): Promise<SessionVisitor> {
  const visitor = new SessionVisitor()
  await visitor.visit((context) => signUp(context, { email: newEmail(), password: PASSWORD }, ORIGIN))
  return visitor
}

function draft(fields: Partial<Draft> = {}): Draft {
  return {
    title: "怀表",
    content: STORY,
    sections: [],
    isPublic: false,
    contentLevel: 2,
    key: crypto.randomUUID(),
    ...fields,
  }
}

async function saved(author: SessionVisitor, fields?: Partial<Draft>) {
  const outcome = await author.visit((context) => saveNovel(context, draft(fields)))
  if (!outcome.ok) throw new Error(outcome.failure)
  return outcome.value
}

async function list(author: SessionVisitor, wish: Partial<Parameters<typeof listOwnNovels>[1]> = {}) {
  const outcome = await author.visit((context) => listOwnNovels(context, { page: 1, query: "", ...wish }))
  if (!outcome.ok) throw new Error(outcome.failure)
  return outcome.value
}

function shared(reader: SessionVisitor, id: string) {
  return reader.visit((context) => findSharedNovel(context, id))
}
