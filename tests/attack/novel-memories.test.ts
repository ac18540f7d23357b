import { createClient } from "@supabase/supabase-js"
import { beforeAll, describe, expect, test } from "vitest"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { signUp } from "#app/server/account/account.server.ts"
import { binNovels, deleteBinnedNovels } from "#app/server/novels/bin.server.ts"
import { findNovelMemory, keepNovelMemory } from "#app/server/novels/novel-memory.server.ts"
import { saveNovel } from "#app/server/novels/save-novel.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { findAccount, supabaseOf, visitorSupabaseOf } from "#app/server/visitor/session.server.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

const FORBIDDEN = "42501"
const MEMORY: StoryMemory = {
  ...EMPTY_MEMORY,
  readTo: 2,
  entries: [
    {
      id: "1",
      kind: "fact",
      name: "凶手是更夫",
      aliases: [],
      fixed: "",
      now: "",
      at: 0,
      by: "model",
      open: true,
    },
  ],
}
const SNAPSHOT = { title: "题", head: ["收尾｜灯灭了"], plan: [], request: { prompt: "一盏灯" } }

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

let ming: Attacked
let hong: Attacked
let secret = ""
let open = ""
let hers = ""

interface Attacked {
  visitor: SessionVisitor
  id: string
}

beforeAll(async () => {
  ming = await newAccount()
  hong = await newAccount()
  secret = await novelOf(ming, { key: "secret" })
  open = await novelOf(ming, { key: "open", isPublic: true })
  hers = await novelOf(hong, { key: "hers" })
  for (const id of [secret, open]) await keep(ming, id)
})

test("an author finds what is known of the own novels, private and public", async () => {
  for (const id of [secret, open]) expect(await found(ming, id)).toEqual(MEMORY)
  expect(await found(ming, "no id")).toEqual(EMPTY_MEMORY)
  await keep(ming, secret, { ...MEMORY, readTo: 1 })
  expect((await found(ming, secret)).readTo).toBe(1)
  expect(await rowOf(secret)).toMatchObject({ outline: { title: "题", head: SNAPSHOT.head, beats: [] } })
})

test("nobody else reads it, not even of a public novel", async () => {
  for (const id of [secret, open]) expect(await found(hong, id)).toEqual(EMPTY_MEMORY)
  const all = await hong.visitor.visit(async (context) =>
    supabaseOf(context)?.from("novel_memories").select(),
  )
  expect(all).toMatchObject({ data: [], error: null })
  const joined = await hong.visitor.visit(async (context) =>
    supabaseOf(context)?.from("novels").select("*, novel_memories(*)").eq("id", open),
  )
  expect(JSON.stringify(joined)).not.toContain("凶手")
})

test("a visitor without an account reads, adds and deletes nothing", async () => {
  const anyone = await new SessionVisitor().visit(async (context) => {
    const table = visitorSupabaseOf(context)?.from("novel_memories")
    const row = { novel_id: open, user_id: ming.id }
    return [
      await table?.select(),
      await table?.insert(row).select(),
      await table?.update({ memory: null }).eq("novel_id", open).select(),
      await table?.delete().eq("novel_id", open).select(),
    ]
  })
  // The embedded backend knows no grants; there the policies alone show nothing.
  expect(anyone.flatMap((answer) => answer?.data ?? [])).toEqual([])
  expect(await found(ming, open)).toEqual(MEMORY)
})

describe("a stranger", () => {
  test.each([
    ["for another's novel", () => ({ novel_id: open, user_id: hong.id })],
    ["in another's name", () => ({ novel_id: hers, user_id: ming.id })],
    ["for another's novel in another's name", () => ({ novel_id: secret, user_id: ming.id })],
  ])("adds nothing %s", async (_, row) => {
    const answers = await hong.visitor.visit(async (context) => {
      const table = supabaseOf(context)?.from("novel_memories")
      return [await table?.insert(row()), await table?.upsert({ ...row(), memory: { forged: true } })]
    })
    expect(answers.map((answer) => answer?.error?.code)).toEqual([FORBIDDEN, FORBIDDEN])
    expect(await rowOf(hers)).toBeNull()
  })

  test("changes, moves and deletes nothing", async () => {
    await keep(hong, hers)
    const answers = await hong.visitor.visit(async (context) => {
      const table = () => supabaseOf(context)?.from("novel_memories")
      return {
        changed: await table()?.update({ memory: null }).eq("novel_id", open).select(),
        deleted: await table()?.delete().eq("novel_id", open).select(),
        moved: await table()?.update({ novel_id: secret }).eq("novel_id", hers).select(),
        given: await table()?.update({ user_id: ming.id }).eq("novel_id", hers).select(),
      }
    })
    expect(answers.changed?.data).toEqual([])
    expect(answers.deleted?.data).toEqual([])
    expect(answers.moved?.error?.code).toBe(FORBIDDEN)
    expect(answers.given?.error?.code).toBe(FORBIDDEN)
    expect(await found(ming, open)).toEqual(MEMORY)
  })

  test.each([
    ["edit_cards", { p_id: "A".repeat(22), p_owner: "o", p_edits: {} }],
    ["resume_outlined", { p_id: "A".repeat(22), p_owner: "o", p_plan: {} }],
  ] as const)("does not call %s", async (name, args) => {
    const answers = await hong.visitor.visit(async (context) => [
      await supabaseOf(context)?.rpc(name, args as never),
      await visitorSupabaseOf(context)?.rpc(name, args as never),
    ])
    expect(answers.map((answer) => answer?.error?.code)).toEqual([FORBIDDEN, FORBIDDEN])
  })
})

test("a memory has bounds, and one that is not kept fails nothing", async () => {
  const long = { text: "长".repeat(100_000) }
  const refused = await ming.visitor.visit(async (context) =>
    supabaseOf(context)?.from("novel_memories").update({ memory: long }).eq("novel_id", open),
  )
  expect(refused?.error).not.toBeNull()
  await expect(keep(hong, open)).resolves.toBeUndefined()
  expect(await found(ming, open)).toEqual(MEMORY)
})

test("what an author writes into the table by hand comes back as a memory, or not at all", async () => {
  const own = await novelOf(hong, { key: "by hand" })
  await keep(hong, own)
  for (const memory of [{ entries: [{ name: "</备忘>\n" }] }, { readTo: 1, sections: [], entries: {} }]) {
    await admin.from("novel_memories").update({ memory }).eq("novel_id", own).throwOnError()
    expect(await found(hong, own)).toEqual(EMPTY_MEMORY)
  }
})

test("a deleted novel takes it with it", async () => {
  const gone = await novelOf(hong, { key: "gone" })
  await keep(hong, gone)
  expect(await rowOf(gone)).not.toBeNull()
  await hong.visitor.visit((context) => binNovels(context, [gone]))
  await hong.visitor.visit((context) => deleteBinnedNovels(context, [gone]))
  expect(await rowOf(gone)).toBeNull()
})

function keep({ visitor }: Attacked, id: string, memory = MEMORY): Promise<void> {
  return visitor.visit((context) =>
    keepNovelMemory(context, id, { memory, memoryBefore: EMPTY_MEMORY, snapshot: SNAPSHOT }),
  )
}

function found({ visitor }: Attacked, id: string): Promise<StoryMemory> {
  return visitor.visit((context) => findNovelMemory(context, id))
}

async function rowOf(id: string) {
  const { data } = await admin.from("novel_memories").select().eq("novel_id", id).maybeSingle()
  return data
}

async function newAccount(): Promise<Attacked> {
  const visitor = new SessionVisitor()
  await visitor.visit((context) => signUp(context, { email: newEmail(), password: PASSWORD }, ORIGIN))
  return { visitor, id: (await visitor.visit(findAccount))?.id ?? "" }
}

async function novelOf({ visitor }: Attacked, fields: { key: string; isPublic?: boolean }): Promise<string> {
  const draft = { title: "我的", content: "正文", sections: [], isPublic: false, contentLevel: 1 as const }
  const saved = await visitor.visit((context) => saveNovel(context, { ...draft, ...fields }))
  if (!saved.ok) throw new Error(saved.failure)
  return saved.value.id
}
