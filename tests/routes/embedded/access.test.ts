import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Database } from "#app/server/supabase/database.types.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../../support/backend/embedded-backend.ts"

const STATELESS = { auth: { persistSession: false, autoRefreshToken: false } }
const ID = "A".repeat(22)

let backend: EmbeddedBackend
let admin: SupabaseClient<Database>
let visitor: SupabaseClient<Database>
let ming: Account
let hong: Account

beforeAll(async () => {
  backend = await startEmbeddedBackend()
  admin = clientWith(backend.secretKey)
  visitor = clientWith(backend.publishableKey)
  ming = await signUp("ming@example.com", { username: "  小明  ", avatar_url: "javascript:alert(1)" })
  hong = await signUp("hong@example.com", {})
})

afterAll(() => backend?.stop())

describe("only the secret key reaches generations", () => {
  const calls = {
    create_generation: {
      p_id: ID,
      p_owner: "o",
      p_key: "k",
      p_request: {},
      p_worker: "w",
      p_lease_seconds: 1,
    },
    get_generation: { p_id: ID },
    store_generations: { p_worker: "w", p_lease_seconds: 1, p_batch: [] },
    claim_generation: { p_id: ID, p_worker: "w", p_lease_seconds: 1 },
    stop_generation: { p_id: ID, p_owner: "o" },
    delete_expired_generations: {},
    delete_expired_reports: {},
    claim_cleaning: { p_generation_hours: 24 },
    carry_generations: { p_from: "o", p_to: "p" },
    find_taken_down_texts: { p_text_hash: "0".repeat(64), p_sketch: [1] },
  }

  beforeAll(async () => {
    await admin.rpc("create_generation", calls.create_generation).throwOnError()
    const batch = [{ n: 1, epoch: 1, from: 0, text: "字" }]
    await admin.rpc("store_generations", { ...calls.store_generations, p_batch: batch }).throwOnError()
  })

  test.each(Object.entries(calls))("%s is refused to visitors and accounts", async (name, parameters) => {
    for (const client of [visitor, ming.client]) {
      const { error } = await client.rpc(name as "get_generation", parameters as { p_id: string })
      expect(error?.code).toBe("42501")
    }
  })

  const rows = {
    generations: { id: "B".repeat(22), owner: "o", key: "k2", request: {}, lease_until: "2030-01-01" },
    generation_chunks: { n: 1, at: 9, text: "x" },
  }

  test.each(["generations", "generation_chunks"] as const)(
    "no row of %s can be read or changed",
    async (table) => {
      for (const client of [visitor, ming.client]) {
        expect((await client.from(table).select()).data ?? []).toEqual([])
        expect((await client.from(table).delete().gte("n", 0).select()).data ?? []).toEqual([])
        expect((await client.from(table).insert(rows[table] as never)).error?.code).toBe("42501")
      }
      expect((await admin.from(table).select()).data).toHaveLength(1)
    },
  )
})

test("only the secret key reaches the list of taken-down texts", async () => {
  const record = { novel_id: crypto.randomUUID(), text_hash: "0".repeat(64), sketch: [1] }
  await admin.from("taken_down_texts").insert(record).throwOnError()
  for (const client of [visitor, ming.client]) {
    const table = () => client.from("taken_down_texts")
    expect((await table().select()).data ?? []).toEqual([])
    expect((await table().delete().eq("novel_id", record.novel_id).select()).data ?? []).toEqual([])
    expect(
      (await table().update({ sketch: [] }).eq("novel_id", record.novel_id).select()).data ?? [],
    ).toEqual([])
    const other = { ...record, novel_id: crypto.randomUUID() }
    expect((await table().insert(other)).error?.code).toBe("42501")
  }
  expect((await admin.from("taken_down_texts").select()).data).toEqual([record])
})

describe("only the secret key reaches reports", () => {
  test("nobody else can read, add, change or delete a row", async () => {
    const hash = "0".repeat(64)
    const report = { key: hash, novel_id: crypto.randomUUID(), reason: "other", reporter: hash }
    await admin.from("reports").insert(report).throwOnError()
    for (const client of [visitor, ming.client]) {
      expect((await client.from("reports").select()).data ?? []).toEqual([])
      expect(
        (await client.from("reports").update({ state: "dismissed" }).gte("id", 0).select()).data ?? [],
      ).toEqual([])
      expect((await client.from("reports").delete().gte("id", 0).select()).data ?? []).toEqual([])
      const own = { ...report, key: "1".repeat(64) }
      expect((await client.from("reports").insert(own)).error?.code).toBe("42501")
      expect((await client.from("reports").upsert(report, { onConflict: "key" })).error?.code).toBe("42501")
    }
    expect((await admin.from("reports").select("state")).data).toEqual([{ state: "open" }])
  })
})

describe("novels", () => {
  test("are private to their author until they are public", async () => {
    const novel = await saveNovel(ming)
    const seenBy = async (client: SupabaseClient<Database>) =>
      (await client.from("novels").select("title, profiles(username)").eq("id", novel.id)).data
    expect(await seenBy(visitor)).toEqual([])
    expect(await seenBy(hong.client)).toEqual([])
    await ming.client.from("novels").update({ is_public: true }).eq("id", novel.id).throwOnError()
    expect(await seenBy(visitor)).toEqual([{ title: "题", profiles: { username: "小明" } }])
    expect(await seenBy(hong.client)).toHaveLength(1)
  })

  test("are written by their author only", async () => {
    const novel = await saveNovel(ming, { is_public: true })
    for (const client of [visitor, hong.client]) {
      const change = await client.from("novels").update({ title: "x" }).eq("id", novel.id).select()
      expect(change.data ?? []).toEqual([])
      expect((await client.from("novels").delete().eq("id", novel.id).select()).data ?? []).toEqual([])
      const forged = await client.from("novels").insert({ title: "x", content: "x", user_id: ming.id })
      expect(forged.error?.code).toBe("42501")
    }
  })

  test("that an author writes past the server count as unchecked, and stay taken down", async () => {
    const shown = async (id: string) => {
      const columns = "title, is_public, reviewed_at, taken_down_at, taken_down_reason"
      return (await admin.from("novels").select(columns).eq("id", id).single().throwOnError()).data
    }
    const reviewed_at = "2026-01-01T00:00:00Z"
    const novel = await saveNovel(ming, { is_public: true })
    expect((await shown(novel.id)).reviewed_at).toBeNull()
    await admin.from("novels").update({ reviewed_at }).eq("id", novel.id).throwOnError()
    expect((await shown(novel.id)).reviewed_at).not.toBeNull()
    await ming.client.from("novels").update({ title: "新题", reviewed_at }).eq("id", novel.id).throwOnError()
    expect(await shown(novel.id)).toMatchObject({ title: "新题", is_public: true, reviewed_at: null })

    const down = { is_public: false, taken_down_at: reviewed_at, taken_down_reason: "一句话" }
    await admin.from("novels").update(down).eq("id", novel.id).throwOnError()
    const deny = { taken_down_at: null, taken_down_reason: null }
    await ming.client.from("novels").update(deny).eq("id", novel.id).throwOnError()
    const { error, status } = await ming.client.from("novels").update({ is_public: true }).eq("id", novel.id)
    expect({ status, code: error?.code }).toEqual({ status: 403, code: "PT403" })
    expect(await shown(novel.id)).toMatchObject({ is_public: false, taken_down_reason: "一句话" })
    expect((await admin.from("novels").update({ is_public: true }).eq("id", novel.id)).error).not.toBeNull()
  })

  test("are the demo's as far as the server says, whatever their author claims", async () => {
    const novel = await saveNovel(ming, { demo: "whole" })
    const shown = async () =>
      (await admin.from("novels").select("demo").eq("id", novel.id).single()).data?.demo
    expect(await shown()).toBeNull()
    for (const demo of ["whole", "part", null]) {
      await admin.from("novels").update({ demo }).eq("id", novel.id).throwOnError()
      for (const claimed of ["whole", "part", null]) {
        await ming.client
          .from("novels")
          .update({ demo: claimed, title: "新题" })
          .eq("id", novel.id)
          .throwOnError()
        expect(await shown()).toBe(demo)
      }
    }
    expect((await admin.from("novels").update({ demo: "all" }).eq("id", novel.id)).error).not.toBeNull()
    expect(await shown()).toBeNull()
  })

  test("cannot be counted, given away, opened or overwritten by another account", async () => {
    const novel = await saveNovel(ming)
    for (const client of [visitor, hong.client]) {
      const own = client === hong.client ? hong.id : ming.id
      const novels = () => client.from("novels")
      const counted = await novels().select("*", { count: "exact", head: true }).eq("id", novel.id)
      expect(counted.count).toBe(0)
      expect((await novels().update({ user_id: own }).eq("id", novel.id).select()).data ?? []).toEqual([])
      expect((await novels().update({ is_public: true }).eq("id", novel.id).select()).data ?? []).toEqual([])
      const over = { id: novel.id, title: "x", content: "x", user_id: own }
      expect((await novels().upsert(over)).error?.code).toBe("42501")
    }
    expect((await admin.from("novels").select().eq("id", novel.id).single()).data).toEqual(novel)
  })

  test("keep their id, author and creation date; only the database dates the last change", async () => {
    const novel = await saveNovel(ming)
    for (const change of [
      { user_id: hong.id },
      { id: crypto.randomUUID() },
      { created_at: "2000-01-01T00:00:00Z" },
    ]) {
      const { error, status } = await ming.client.from("novels").update(change).eq("id", novel.id)
      expect({ status, code: error?.code }).toEqual({ status: 403, code: "PT403" })
    }
    const change = { title: "新题", updated_at: "2000-01-01T00:00:00Z" }
    const { data } = await ming.client.from("novels").update(change).eq("id", novel.id).select().single()
    expect(data).toMatchObject({ title: "新题", user_id: ming.id, created_at: novel.created_at })
    expect(Date.parse(data?.updated_at ?? "")).toBeGreaterThan(Date.parse(novel.created_at))
  })

  test("cannot be created in the past", async () => {
    const novel = { title: "题", content: "文", user_id: ming.id, created_at: "2000-01-01T00:00:00Z" }
    expect((await ming.client.from("novels").insert(novel)).error?.code).toBe("42501")
  })

  test.each<{ title?: string; content?: string; content_level?: number }>([
    { title: "" },
    { title: "长".repeat(101) },
    { content: "长".repeat(1_020_001) },
    { content_level: 0 },
    { content_level: 6 },
  ])("refuse values out of bounds (%#)", async (bad) => {
    const novel = { title: "题", content: "文", user_id: ming.id, ...bad }
    expect((await ming.client.from("novels").insert(novel)).error).not.toBeNull()
  })

  test("a visitor never sees private rows while the secret key reads them at the same time", async () => {
    await saveNovel(hong)
    const pairs = await Promise.all(
      Array.from({ length: 100 }, () =>
        Promise.all([visitor.from("novels").select("is_public"), admin.from("novels").select("is_public")]),
      ),
    )
    const seen = pairs.flatMap(([visitors]) => visitors.data ?? [{ is_public: false }])
    expect(seen.filter((row) => !row.is_public)).toEqual([])
    expect(pairs.every(([, admins]) => admins.data?.some((row) => !row.is_public))).toBe(true)
  })
})

describe("profiles", () => {
  test("of authors without a public novel are visible to themselves only", async () => {
    for (const client of [visitor, ming.client]) {
      expect((await client.from("profiles").select().eq("id", hong.id)).data).toEqual([])
    }
    expect((await hong.client.from("profiles").select().eq("id", hong.id)).data).toHaveLength(1)
  })

  test("are changed by their owner only; nobody adds or deletes one", async () => {
    for (const client of [visitor, hong.client]) {
      const profiles = () => client.from("profiles")
      expect((await profiles().update({ username: "假" }).eq("id", ming.id).select()).data ?? []).toEqual([])
      expect((await profiles().delete().eq("id", ming.id).select()).data ?? []).toEqual([])
      expect((await profiles().upsert({ id: ming.id, username: "假" })).error?.code).toBe("42501")
    }
    const moved = await hong.client.from("profiles").update({ id: crypto.randomUUID() }).eq("id", hong.id)
    expect(moved.error?.code).toBe("42501")
    const { data } = await admin.from("profiles").select().eq("id", ming.id).single()
    expect(data).toEqual({ id: ming.id, username: "小明", avatar_url: null })
  })
})

interface Account {
  id: string
  client: SupabaseClient<Database>
}

function clientWith(key: string): SupabaseClient<Database> {
  return createClient<Database>(backend.url, key, STATELESS)
}

async function signUp(email: string, metadata: object): Promise<Account> {
  const client = clientWith(backend.publishableKey)
  const { data, error } = await client.auth.signUp({
    email,
    password: "password1",
    options: { data: metadata },
  })
  if (error || !data.user) throw error ?? new Error("no user")
  return { id: data.user.id, client }
}

async function saveNovel({ id, client }: Account, fields: { is_public?: boolean; demo?: string } = {}) {
  const novel = { title: "题", content: "文", user_id: id, ...fields }
  const { data } = await client.from("novels").insert(novel).select().single().throwOnError()
  return data
}
