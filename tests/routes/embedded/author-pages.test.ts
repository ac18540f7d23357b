import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Database } from "#app/server/supabase/database.types.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../../support/backend/embedded-backend.ts"

const STATELESS = { auth: { persistSession: false, autoRefreshToken: false } }

interface Account {
  id: string
  client: SupabaseClient<Database>
}

let backend: EmbeddedBackend
let admin: SupabaseClient<Database>
let visitor: SupabaseClient<Database>
let open: Account
let closed: Account

beforeAll(async () => {
  backend = await startEmbeddedBackend()
  admin = createClient<Database>(backend.url, backend.secretKey, STATELESS)
  visitor = createClient<Database>(backend.url, backend.publishableKey, STATELESS)
  open = await signUp("open@example.com")
  closed = await signUp("closed@example.com")
  await admin
    .from("author_pages")
    .insert([
      { user_id: open.id, is_open: true, about: "写河边的故事" },
      { user_id: closed.id, is_open: false, about: "只给自己看" },
    ])
    .throwOnError()
})

afterAll(() => backend?.stop())

test("an open page is read by anyone, a closed one by its author alone", async () => {
  for (const client of [visitor, open.client]) expect(await pagesFor(client)).toEqual([open.id])
  expect((await pagesFor(closed.client)).toSorted()).toEqual([open.id, closed.id].toSorted())
})

test("nobody but the server writes a page, so that nothing stands there that nobody has looked at", async () => {
  const before = await stored()
  for (const client of [visitor, open.client, closed.client]) {
    const pages = () => client.from("author_pages")
    for (const { id } of [open, closed]) {
      const page = { user_id: id, is_open: true, about: "没有看过" }
      for (const written of [
        await pages().update(page).eq("user_id", id).select(),
        await pages().upsert(page).select(),
        await pages().delete().eq("user_id", id).select(),
      ])
        expect(written.data ?? []).toEqual([])
    }
  }
  expect(await stored()).toEqual(before)
  expect(before).toHaveLength(2)
})

test("the database bounds what is said, and no page outlives its profile", async () => {
  const say = (about: string) => admin.from("author_pages").update({ about }).eq("user_id", open.id)
  expect((await say("字".repeat(300))).error).toBeNull()
  for (const about of ["", "字".repeat(301)]) expect((await say(about)).error).not.toBeNull()
  await admin.from("profiles").delete().eq("id", open.id).throwOnError()
  expect((await stored())?.map(({ user_id }) => user_id)).toEqual([closed.id])
})

async function stored() {
  return (await admin.from("author_pages").select().order("user_id")).data
}

async function pagesFor(client: SupabaseClient<Database>): Promise<string[]> {
  return ((await client.from("author_pages").select("user_id")).data ?? []).map(({ user_id }) => user_id)
}

async function signUp(email: string): Promise<Account> {
  const client = createClient<Database>(backend.url, backend.publishableKey, STATELESS)
  const { data, error } = await client.auth.signUp({ email, password: "password1" })
  if (error || !data.user) throw error ?? new Error("no user")
  return { id: data.user.id, client }
}
