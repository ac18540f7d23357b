import { createClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { EMPTY_MEMORY } from "#app/domain/memory/story-memory.ts"
import { signUp } from "#app/server/account/account.server.ts"
import {
  binNovels,
  deleteBinnedNovels,
  listBinnedNovels,
  restoreNovels,
} from "#app/server/novels/bin.server.ts"
import {
  editNovel,
  publishNovel,
  renameNovel,
  unpublishNovels,
} from "#app/server/novels/change-novel.server.ts"
import { findStoredMemory, replaceStoredMemory } from "#app/server/novels/edit-novel-memory.server.ts"
import { findOwnNovel, findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { listOwnNovels } from "#app/server/novels/list-novels.server.ts"
import { findNovelMemory, keepNovelMemory } from "#app/server/novels/novel-memory.server.ts"
import { findKeptText, saveNovel } from "#app/server/novels/save-novel.server.ts"
import { deleteExpiredNovels } from "#app/server/retention/expired-novels.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { supabaseOf } from "#app/server/visitor/session.server.ts"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors, refusalOf } from "../support/backend/postgres-visitors.ts"
import { newEmail, ORIGIN, PASSWORD, SessionVisitor } from "../support/session-visitor.ts"

const FORBIDDEN = "42501"
const OUT_OF_BOUNDS = "23514"
const MISSING = { ok: false, failure: "not-found" }
const LONG_AGO = "2026-01-01T00:00:00Z"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

describe("a novel in the bin", () => {
  const nobody = new SessionVisitor()
  let ming: SessionVisitor
  let hong: SessionVisitor

  beforeAll(async () => {
    ming = await newAccount()
    hong = await newAccount()
  })

  test("is gone for everybody at once, its memory too", async () => {
    const id = await binned(ming, { isPublic: true })
    for (const reader of [nobody, hong, ming]) {
      expect(await reader.visit((context) => findSharedNovel(context, id))).toEqual(MISSING)
    }
    expect(await ming.visit((context) => findOwnNovel(context, id))).toEqual(MISSING)
    expect(await ming.visit((context) => findNovelMemory(context, id))).toEqual(EMPTY_MEMORY)
    expect(await ming.visit((context) => findStoredMemory(context, id))).toEqual({ ok: true, value: null })
    for (const who of [ming, hong]) {
      const rows = await who.visit(async (context) => {
        const supabase = supabaseOf(context)
        return [
          await supabase?.from("novels").select("id").eq("id", id),
          await supabase?.from("novels").update({ title: "她的" }).eq("id", id).select(),
          await supabase?.from("novels").update({ binned_at: null }).eq("id", id).select(),
          await supabase?.from("novels").delete().eq("id", id).select(),
          await supabase?.from("novel_memories").select().eq("novel_id", id),
          await supabase?.from("novel_memories").delete().eq("novel_id", id).select(),
        ]
      })
      const shown: unknown[] = rows.map((answer) => answer?.data ?? [])
      expect(shown.flat()).toEqual([])
    }
    const shelf = await ming.visit((context) => listOwnNovels(context, { page: 1, query: "" }))
    expect(shelf.ok && shelf.value.novels.map((novel) => novel.id)).not.toContain(id)
    expect(shelf).toMatchObject({ value: { binned: 1 } })
    const found = await ming.visit((context) => listOwnNovels(context, { page: 1, query: "我的" }))
    expect(found).toMatchObject({ value: { total: 0 } })
    expect((await rowOf(id))?.content).toBe("正文")
  })

  test("is not changed, opened or put there again by any of its author's forms", async () => {
    const id = await binned(ming)
    const before = await rowOf(id)
    for (const change of [
      () => ming.visit((context) => publishNovel(context, id, true)),
      () => ming.visit((context) => publishNovel(context, id, false)),
      () => ming.visit((context) => renameNovel(context, id, "新题")),
      () => ming.visit((context) => editNovel(context, id, "新的正文")),
    ]) {
      expect(await change()).toEqual(MISSING)
    }
    // Who presses again learns that it is there.
    expect(await ming.visit((context) => binNovels(context, [id]))).toEqual({ ok: true, value: 1 })
    expect(await ming.visit((context) => unpublishNovels(context, [id]))).toEqual({ ok: true, value: 0 })
    const memory = { ...EMPTY_MEMORY, readTo: 1 }
    const remembered = ming.visit((context) => replaceStoredMemory(context, id, null, memory))
    await expect(remembered).rejects.toMatchObject({ code: FORBIDDEN })
    expect((await memoryOf(id))?.memory).not.toMatchObject({ readTo: 1 })
    expect(await rowOf(id)).toEqual(before)
  })

  test("comes back as it was, but private; then it is shared again only by publishing it", async () => {
    const id = await saved(ming, { isPublic: true })
    const before = await rowOf(id)
    expect((await ming.visit((context) => binNovels(context, [id]))).ok).toBe(true)
    expect(await ming.visit((context) => restoreNovels(context, [id]))).toEqual({ ok: true, value: 1 })
    expect(await rowOf(id)).toEqual({ ...before, is_public: false })
    expect(await nobody.visit((context) => findSharedNovel(context, id))).toEqual(MISSING)
    expect((await ming.visit((context) => publishNovel(context, id, true))).ok).toBe(true)
    expect((await nobody.visit((context) => findSharedNovel(context, id))).ok).toBe(true)
  })

  test("that was taken down stays so, and its link says nothing about it meanwhile", async () => {
    const id = await saved(ming, { isPublic: true })
    const down = { is_public: false, taken_down_at: LONG_AGO, taken_down_reason: "一句话" }
    await admin.from("novels").update(down).eq("id", id).throwOnError()
    const shown = () => nobody.visit((context) => findSharedNovel(context, id))
    expect(await shown()).toEqual({ ok: false, failure: "taken-down" })
    await ming.visit((context) => binNovels(context, [id]))
    expect(await shown()).toEqual(MISSING)
    expect(await ming.visit((context) => listBinnedNovels(context, 1))).toMatchObject({
      value: { novels: expect.arrayContaining([expect.objectContaining({ id, isTakenDown: true })]) },
    })
    await ming.visit((context) => restoreNovels(context, [id]))
    expect(await shown()).toEqual({ ok: false, failure: "taken-down" })
    expect(await ming.visit((context) => publishNovel(context, id, true))).toEqual({
      ok: false,
      failure: "publishing-forbidden",
    })
  })

  test("belongs to its author alone: nobody else lists, restores or deletes it", async () => {
    const id = await binned(ming)
    const open = await saved(ming, { isPublic: true })
    for (const move of [binNovels, restoreNovels, deleteBinnedNovels]) {
      // Her account has none of these, so nothing is left to delete.
      const isDeletion = move === deleteBinnedNovels
      const nothing = (ids: string[]) => (isDeletion ? { ok: true, value: ids.length } : MISSING)
      expect(await hong.visit((context) => move(context, [id, open]))).toEqual(nothing([id, open]))
      const unknown = crypto.randomUUID()
      expect(await ming.visit((context) => move(context, [unknown]))).toEqual(nothing([unknown]))
      expect(await nobody.visit((context) => move(context, [id]))).toMatchObject({
        failure: "login-required",
      })
      for (const bad of ["", "1", "x'--"]) {
        expect(await ming.visit((context) => move(context, [bad]))).toEqual(MISSING)
      }
      expect(await ming.visit((context) => move(context, []))).toMatchObject({ failure: "none-chosen" })
    }
    expect(await hong.visit((context) => listBinnedNovels(context, 1))).toMatchObject({ value: { total: 0 } })
    expect(await hong.visit((context) => unpublishNovels(context, [open]))).toEqual({ ok: true, value: 0 })
    expect((await rowOf(open))?.is_public).toBe(true)
    expect((await rowOf(id))?.binned_at).toBeTruthy()
  })

  test("is deleted for good by its author, and only from the bin", async () => {
    const id = await saved(ming)
    await keepMemory(ming, id)
    expect(await ming.visit((context) => deleteBinnedNovels(context, [id]))).toEqual(MISSING)
    await ming.visit((context) => binNovels(context, [id]))
    expect(await ming.visit((context) => deleteBinnedNovels(context, [id]))).toEqual({ ok: true, value: 1 })
    expect([await rowOf(id), await memoryOf(id)]).toEqual([null, null])
    expect(await ming.visit((context) => restoreNovels(context, [id]))).toEqual(MISSING)
  })

  test("is deleted for good after 30 days, and cannot be restored once they are over", async () => {
    const [old, young] = [await binned(ming), await binned(ming)]
    const day = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString()
    await admin
      .from("novels")
      .update({ binned_at: day(30.01) })
      .eq("id", old)
      .throwOnError()
    await admin
      .from("novels")
      .update({ binned_at: day(29.5) })
      .eq("id", young)
      .throwOnError()
    const list = await ming.visit((context) => listBinnedNovels(context, 1))
    const shown = list.ok ? list.value.novels : []
    expect(shown.map(({ id }) => id)).not.toContain(old)
    expect(shown.find(({ id }) => id === young)).toMatchObject({ daysLeft: 1, characters: 2 })
    expect(await ming.visit((context) => restoreNovels(context, [old]))).toEqual(MISSING)
    await deleteExpiredNovels()
    expect(await rowOf(old)).toBeNull()
    expect(await rowOf(young)).not.toBeNull()
  })

  test("is taken out by saving its form again, and hinders no other form", async () => {
    const draft = { ...DRAFT, key: crypto.randomUUID(), content: "只有一次" }
    const first = await ming.visit((context) => saveNovel(context, draft))
    if (!first.ok) throw new Error(first.failure)
    const { id } = first.value
    await ming.visit((context) => binNovels(context, [id]))
    const other = { ...draft, key: crypto.randomUUID() }
    expect(await ming.visit((context) => findKeptText(context, other))).toBeNull()
    expect(await ming.visit((context) => saveNovel(context, draft))).toMatchObject({ value: { id } })
    expect((await rowOf(id))?.binned_at).toBeNull()
  })
})

describe.skipIf(plainPostgresProblem)(`the bin on plain Postgres (${plainPostgresProblem ?? "all"})`, () => {
  let database: PostgresVisitors
  let ming = ""
  let hong = ""

  beforeAll(async () => {
    database = await PostgresVisitors.start()
    ming = await database.signUp({ username: "小明" })
    hong = await database.signUp()
  })
  afterAll(() => database?.stop())

  test("no role but the secret key's reads, changes or deletes a row there", async () => {
    const id = await insert({ is_public: true })
    await database.as(
      ming,
      (sql) =>
        sql`insert into public.novel_memories (novel_id, user_id, memory) values (${id}, ${ming}, '{}')`,
    )
    await database.as(ming, (sql) => sql`update public.novels set content = '新文' where id = ${id}`)
    await database.as(
      ming,
      (sql) =>
        sql`insert into public.novel_drafts (novel_id, user_id, title, content, base, editor)
          values (${id}, ${ming}, '题', '草稿', ${"0".repeat(32)}, ${id})`,
    )
    expect(await database.admin`select from public.novel_versions where novel_id = ${id}`).toHaveLength(1)
    expect(await database.as(ming, (sql) => sql`select public.bin_novels(${[id]})`)).toMatchObject([
      { bin_novels: 1 },
    ])
    for (const who of [ming, hong]) {
      for (const statement of [
        `select 1 from public.novels where id = '${id}'`,
        `update public.novels set title = '她的' where id = '${id}' returning 1`,
        `update public.novels set binned_at = null where id = '${id}' returning 1`,
        `delete from public.novels where id = '${id}' returning 1`,
        "select 1 from public.novel_versions",
        "select 1 from public.novel_drafts",
        "delete from public.novel_drafts returning 1",
        "select 1 from public.novel_memories",
        "update public.novel_memories set memory = null returning 1",
        "delete from public.novel_memories returning 1",
        `select 1 from public.list_own_novels('{}', 'newest', 1, 12, 100) where total > 0`,
      ]) {
        expect([statement, ...(await database.as(who, (sql) => sql.unsafe(statement)))]).toEqual([statement])
      }
    }
    expect(await database.as(null, (sql) => sql`select 1 from public.novels where id = ${id}`)).toHaveLength(
      0,
    )
    const name = (sql: Parameters<Parameters<typeof database.as>[1]>[0]) =>
      sql`select username from public.profiles where id = ${ming}`
    expect(await database.as(hong, name)).toHaveLength(0)
    expect(await database.admin`select is_public, title from public.novels where id = ${id}`).toMatchObject([
      { is_public: false, title: "题" },
    ])
  })

  test("nobody puts a novel there, or one into the world there, past the functions", async () => {
    const id = await insert({})
    for (const statement of [
      `update public.novels set binned_at = now() where id = '${id}'`,
      `insert into public.novels (user_id, title, content, binned_at) values ('${ming}', '题', '文', now())`,
    ]) {
      expect(await refusalOf(database.as(ming, (sql) => sql.unsafe(statement)))).toBe(FORBIDDEN)
    }
    await database.as(ming, (sql) => sql`select public.bin_novels(${[id]})`)
    const open = database.asSecretKey(
      (sql) => sql`update public.novels set is_public = true where id = ${id}`,
    )
    expect(await refusalOf(open)).toBe(OUT_OF_BOUNDS)
  })

  test("a stranger's call moves nothing, and no call takes more than a page sends", async () => {
    const id = await insert({})
    const stranger = (name: string) =>
      database.as(hong, (sql) => sql.unsafe(`select public.${name}(array['${id}']::uuid[]) as moved`))
    for (const name of ["bin_novels", "restore_novels", "delete_binned_novels"]) {
      expect(await stranger(name)).toMatchObject([{ moved: 0 }])
      for (const ids of ["null", "'{}'", "array_fill(gen_random_uuid(), array[101])"]) {
        const call = database.as(ming, (sql) => sql.unsafe(`select public.${name}(${ids})`))
        expect(await refusalOf(call)).toBe("PT400")
      }
    }
    await database.as(ming, (sql) => sql`select public.bin_novels(${[id]})`)
    for (const name of ["restore_novels", "delete_binned_novels"]) {
      expect(await stranger(name)).toMatchObject([{ moved: 0 }])
    }
    expect(
      await database.as(hong, (sql) => sql`select * from public.list_binned_novels(1, 10)`),
    ).toHaveLength(0)
    const hashes = await database.admin`select content_hash from public.novels where id = ${id}`
    const kept = (who: string) =>
      database.as(
        who,
        (sql) =>
          sql`select is_binned from public.find_kept_texts(${[hashes[0]?.content_hash]}, array[2], array['正文'])`,
      )
    expect(await kept(ming)).toMatchObject([{ is_binned: true }])
    expect(await kept(hong)).toHaveLength(0)
    // Nor does the order by title show what is in the bin, or somebody else's.
    for (const who of [ming, hong]) {
      const titles = await database.as(who, (sql) => sql`select public.list_own_titles(2000) as titles`)
      expect(JSON.stringify(titles)).not.toContain(id)
    }
  })

  test("what is there counts as part of the shelf", async () => {
    const author = await database.signUp()
    const rows = await database.asSecretKey(
      (sql) => sql`insert into public.novels (user_id, title, content)
        select ${author}, '题', '文' from generate_series(1, 2000) returning id`,
    )
    const one = [rows[0]?.id]
    const add = () =>
      refusalOf(
        database.as(
          author,
          (sql) => sql`insert into public.novels (user_id, title, content) values (${author}, '题', '文')`,
        ),
      )
    await database.as(author, (sql) => sql`select public.bin_novels(${one})`)
    expect(await add()).toBe("PT413")
    await database.as(author, (sql) => sql`select public.delete_binned_novels(${one})`)
    expect(await add()).toBe("allowed")
  })

  test("a deleted account leaves nothing there", async () => {
    const gone = await database.signUp()
    const [row] = await database.as(
      gone,
      (sql) =>
        sql`insert into public.novels (user_id, title, content) values (${gone}, '题', '文') returning id`,
    )
    await database.as(gone, (sql) => sql`select public.bin_novels(${[row?.id]})`)
    await database.admin`delete from auth.users where id = ${gone}`
    expect(await database.admin`select from public.novels where user_id = ${gone}`).toHaveLength(0)
  })

  test("a novel is as long as readers are told: without any white space that JavaScript knows", async () => {
    const blanks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (character) => /\s/u.test(character) && character !== "\0",
    )
    const [row] = await database.as(
      ming,
      (sql) => sql`insert into public.novels (user_id, title, content)
        values (${ming}, '题', ${`雨${blanks.join("")}𠮷。`}) returning characters`,
    )
    expect(row?.characters).toBe(3)
  })

  async function insert(fields: { is_public?: boolean }): Promise<string> {
    const novel = { user_id: ming, title: "题", content: "文", ...fields }
    const [row] = await database.as(ming, (sql) => sql`insert into public.novels ${sql(novel)} returning id`)
    return row?.id
  }
})

const DRAFT = {
  title: "我的",
  content: "正文",
  sections: [],
  isPublic: false,
  contentLevel: 1 as const,
  key: "",
}

async function saved(author: SessionVisitor, fields: { isPublic?: boolean } = {}): Promise<string> {
  const outcome = await author.visit((context) => saveNovel(context, { ...DRAFT, ...fields }))
  if (!outcome.ok) throw new Error(outcome.failure)
  return outcome.value.id
}

/** A novel with a memory that its author has put into the bin. */
async function binned(author: SessionVisitor, fields?: { isPublic?: boolean }): Promise<string> {
  const id = await saved(author, fields)
  await keepMemory(author, id)
  expect(await author.visit((context) => binNovels(context, [id]))).toEqual({ ok: true, value: 1 })
  return id
}

function keepMemory(author: SessionVisitor, id: string): Promise<void> {
  const snapshot = { title: "题", head: [], plan: [], request: { prompt: "灯塔" } }
  return author.visit((context) =>
    keepNovelMemory(context, id, { memory: EMPTY_MEMORY, memoryBefore: EMPTY_MEMORY, snapshot }),
  )
}

async function rowOf(id: string) {
  return (await admin.from("novels").select().eq("id", id).maybeSingle().throwOnError()).data
}

async function memoryOf(id: string) {
  return (await admin.from("novel_memories").select().eq("novel_id", id).maybeSingle().throwOnError()).data
}

async function newAccount(): Promise<SessionVisitor> {
  const visitor = new SessionVisitor()
  await visitor.visit((context) => signUp(context, { email: newEmail(), password: PASSWORD }, ORIGIN))
  return visitor
}
