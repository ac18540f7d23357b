import { randomUUID } from "node:crypto"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type EmbeddedBackend, startEmbeddedBackend } from "../../support/backend/embedded-backend.ts"
import { plainPostgresProblem } from "../../support/backend/plain-postgres.ts"
import { PostgresVisitors } from "../../support/backend/postgres-visitors.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe("a process that keeps generations for two days and reports for thirty", () => {
  let backend: EmbeddedBackend
  let admin: SupabaseClient
  let deleteWhenDue: () => Promise<void>
  let startRetention: () => void

  beforeAll(async () => {
    backend = await startEmbeddedBackend()
    admin = createClient(backend.url, backend.secretKey, { auth: { persistSession: false } })
    Object.assign(process.env, {
      SUPABASE_URL: backend.url,
      SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
      RETENTION: "generations=2d reports=30d",
    })
    ;({ deleteWhenDue, startRetention } = await import("#app/server/retention/retention.server.ts"))
    await addGeneration("old", { created_at: ago(3 * DAY_MS) })
    await addGeneration("young", { created_at: ago(1.9 * DAY_MS) })
    await addGeneration("written", {
      created_at: ago(3 * DAY_MS),
      status: "running",
      lease_until: ago(-HOUR_MS),
    })
    await addGeneration("left", { created_at: ago(3 * DAY_MS), status: "running", lease_until: ago(HOUR_MS) })
    await addReport("settled long ago", { state: "dismissed", settled_at: ago(31 * DAY_MS) })
    await addReport("upheld long ago", { state: "upheld", settled_at: ago(31 * DAY_MS) })
    await addReport("settled lately", { state: "dismissed", settled_at: ago(29 * DAY_MS) })
    await addReport("open", { created_at: ago(400 * DAY_MS) })
    await addNovel()
    await deleteWhenDue()
  })

  afterAll(() => backend?.stop())

  test("deletes older generations, but none that is being written", async () => {
    expect(await generations()).toEqual(["written", "young"])
  })

  test("deletes reports that were settled before, and never an open one", async () => {
    const { data } = await admin.from("reports").select("note").order("note")
    expect(data?.map(({ note }) => note)).toEqual(["open", "settled lately"])
  })

  test("deletes no novel, however old it is", async () => {
    expect((await admin.from("novels").select("title")).data).toEqual([{ title: "灯塔" }])
  })

  test("deletes once an hour, although it started anew", async () => {
    await addGeneration("late", { created_at: ago(3 * DAY_MS) })
    await deleteWhenDue()
    expect(await generations()).toEqual(["late", "written", "young"])
    await passAnHour()
    await deleteWhenDue()
    expect(await generations()).toEqual(["written", "young"])
  })

  test("deletes reference texts after their day, and none before", async () => {
    const references = admin.storage.from("novel_references")
    const text = new TextEncoder().encode("参考")
    const kept = await references.upload(`reference_texts/${randomUUID()}.txt`, text, {
      contentType: "text/plain",
    })
    expect(kept.error).toBeNull()
    const files = async () => (await references.list("reference_texts")).data?.length
    await deleteAfter(23 * HOUR_MS)
    expect(await files()).toBe(1)
    await deleteAfter(25 * HOUR_MS)
    expect(await files()).toBe(0)
  })

  test("looks by itself after a minute, and again every ten", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] })
    startRetention()
    for (const minutes of [1, 9]) {
      await addGeneration(`after ${minutes}`, { created_at: ago(3 * DAY_MS) })
      await passAnHour()
      vi.advanceTimersByTime(minutes * MINUTE_MS)
      await expect.poll(generations).toEqual(["written", "young"])
    }
    vi.useRealTimers()
  })

  async function deleteAfter(milliseconds: number): Promise<void> {
    await passAnHour()
    const later = Date.now() + milliseconds
    const clock = vi.spyOn(Date, "now").mockReturnValue(later)
    await deleteWhenDue()
    clock.mockRestore()
  }

  async function passAnHour(): Promise<void> {
    await admin
      .from("retention")
      .update({ cleaned_at: ago(HOUR_MS) })
      .eq("is_only", true)
      .throwOnError()
  }

  async function addGeneration(key: string, fields: object): Promise<void> {
    const id = randomUUID().replaceAll("-", "").slice(0, 22)
    const row = { id, key, owner: "owner", request: {}, status: "done", lease_until: ago(0), ...fields }
    await admin.from("generations").insert(row).throwOnError()
  }

  async function generations(): Promise<string[] | undefined> {
    const { data } = await admin.from("generations").select("key").order("key")
    return data?.map(({ key }) => key)
  }

  async function addReport(note: string, fields: object): Promise<void> {
    const key = randomUUID().replaceAll("-", "").repeat(2)
    const row = { key, reporter: key, novel_id: randomUUID(), reason: "other", note, ...fields }
    await admin.from("reports").insert(row).throwOnError()
  }

  async function addNovel(): Promise<void> {
    const visitor = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
    const { data } = await visitor.auth.signUp({ email: "ming@example.com", password: "password1" })
    const row = {
      user_id: data.user?.id,
      title: "灯塔",
      content: "潮水退了。",
      created_at: ago(900 * DAY_MS),
    }
    await admin.from("novels").insert(row).throwOnError()
  }
})

describe.skipIf(plainPostgresProblem)(`on plain Postgres (${plainPostgresProblem ?? "as hosted"})`, () => {
  let database: PostgresVisitors

  beforeAll(async () => {
    database = await PostgresVisitors.start()
  })

  afterAll(() => database?.stop())

  test("of many processes that look at once, one deletes", async () => {
    const claims = Array.from({ length: 8 }, () => claim(24, null))
    const isDue = (await Promise.all(claims)).map(([row]) => row?.due)
    expect(isDue.filter(Boolean)).toHaveLength(1)
    expect(await claim(48, 24)).toMatchObject([{ due: false }])
    const kept = await database.admin`select generations::text, reports::text from public.retention`
    expect(kept).toMatchObject([{ generations: "48:00:00", reports: "24:00:00" }])
  })

  test.each([
    [0, null],
    [-24, null],
    [23, null],
    [null, null],
    [2_147_483_647, null],
    [24, 0],
    [24, -1],
    [24, 2_147_483_647],
  ])("no terms like %s and %s are kept", async (generations, reports) => {
    await expect(claim(generations, reports)).rejects.toThrow()
  })

  test("nobody but the app changes the terms, or deletes by them", async () => {
    const ming = await database.signUp()
    for (const who of [ming, null]) {
      for (const statement of [
        "select public.claim_cleaning(24, null)",
        "select public.delete_expired_reports()",
        "update public.retention set generations = '400 days'",
        "select * from public.deleted_accounts",
      ]) {
        await expect(database.as(who, (sql) => sql.unsafe(statement))).rejects.toThrow(/permission denied/)
      }
    }
  })

  function claim(generations: number | null, reports: number | null) {
    return database.asSecretKey((sql) => sql`select public.claim_cleaning(${generations}, ${reports}) as due`)
  }
})

function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString()
}
