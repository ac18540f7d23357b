import { randomUUID } from "node:crypto"
import { createClient } from "@supabase/supabase-js"
import type { TransactionSql } from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { deleteLeftFiles } from "#app/server/retention/left-files.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { AppVisitor, formOf, pageOf } from "../support/app-visitor.ts"
import { plainPostgresProblem } from "../support/backend/plain-postgres.ts"
import { PostgresVisitors } from "../support/backend/postgres-visitors.ts"
import { type CountingLine, countingLine } from "../support/counting-line.ts"
import { type OwnApp, sharedBackend, startApp } from "../support/own-app.ts"
import { PICTURE } from "../support/pictures.ts"
import { newEmail, PASSWORD } from "../support/session-visitor.ts"

const TEXT = "灯塔下的潮水退了又来。"
const DAY_MS = 24 * 60 * 60 * 1_000
const TOKEN = "only-for-the-test-of-deletion"

const admin = createClient<Database>(process.env.SUPABASE_URL ?? "", process.env.SUPABASE_SECRET_KEY ?? "", {
  auth: { persistSession: false },
})

interface Author {
  visitor: AppVisitor
  email: string
  id: string
  /** A public novel with a version, a memory and a draft; and one in the bin. */
  open: string
  binned: string
  generation: string
  avatar: string
}

describe("an account that its owner deletes", () => {
  let ming: Author
  let hong: Author
  let phone: AppVisitor
  let deleted: Response

  beforeAll(async () => {
    ming = await newAuthor()
    hong = await newAuthor()
    phone = await signedIn(ming.email)
    await report(ming, hong.open)
    await report(hong, ming.open)
    expect((await new AppVisitor().fetch(`/shared/${ming.open}`)).status).toBe(200)
    expect((await new AppVisitor().fetch(`/authors/${ming.id}`)).status).toBe(200)
    expect((await new AppVisitor().fetch(ming.avatar)).status).toBe(200)
    expect(Object.values(await rowsOf(ming))).not.toContain(0)
    deleted = await remove(ming.visitor)
  })

  test("is told so on the home page, without a session", async () => {
    expect(deleted.status).toBe(303)
    expect(deleted.headers.get("Location")).toBe("/")
    expect(deleted.headers.get("Clear-Site-Data")).toBe('"cache"')
    const home = await pageOf(await ming.visitor.fetch("/"))
    expect(home).toContain("账号已删除")
    expect(home).not.toContain(ming.email)
  })

  test("leaves no row and no file", async () => {
    const rows = await rowsOf(ming)
    expect(rows).toEqual(Object.fromEntries(Object.keys(rows).map((name) => [name, 0])))
  })

  test("takes everything that was public along", async () => {
    const reader = new AppVisitor()
    for (const path of [
      `/shared/${ming.open}`,
      `/shared/${ming.open}/text`,
      `/authors/${ming.id}`,
      ming.avatar,
    ]) {
      expect((await reader.fetch(path)).status, path).toBe(404)
    }
  })

  test("ends its sessions everywhere, and the password opens nothing", async () => {
    for (const path of ["/profile", "/my-novels", `/novels/${ming.open}`]) {
      const answer = await phone.copy().fetch(path)
      expect([302, 401], path).toContain(answer.status)
    }
    const saved = await phone.copy().post("/save", formOf({ key: "late", title: "迟到", content: TEXT }))
    expect(saved.status).toBe(401)
    const login = { intent: "login", email: ming.email, password: PASSWORD }
    expect((await new AppVisitor().post("/login", formOf(login))).status).toBe(401)
  })

  test("keeps what was reported, without who reported it", async () => {
    const { data: own } = await admin.from("reports").select("note, email, state").eq("novel_id", hong.open)
    expect(own).toEqual([{ note: "请看看", email: null, state: "open" }])
    const { data: about } = await admin.from("reports").select("note, email").eq("novel_id", ming.open)
    expect(about).toEqual([{ note: "请看看", email: hong.email }])
  })

  test("touches nobody else", async () => {
    expect(Object.values(await rowsOf(hong))).not.toContain(0)
    expect((await hong.visitor.fetch(`/novels/${hong.open}`)).status).toBe(200)
    expect((await new AppVisitor().fetch(hong.avatar)).status).toBe(200)
  })

  test("leaves the address free for an account without anything", async () => {
    const anew = new AppVisitor()
    const registered = await anew.post(
      "/login",
      formOf({ intent: "register", email: ming.email, password: PASSWORD }),
    )
    expect(registered.status).toBe(303)
    expect(await pageOf(await anew.fetch("/my-novels"))).not.toContain("灯塔")
  })
})

describe("nobody deletes an account", () => {
  let ming: Author

  beforeAll(async () => {
    ming = await newAuthor()
  })

  test("without its session, whatever the form says", async () => {
    const fields = { id: ming.id, user_id: ming.id, email: ming.email }
    expect((await remove(new AppVisitor(), fields)).status).toBe(401)
    const hong = await signedIn()
    expect((await remove(hong, fields)).status).toBe(303)
    expect(Object.values(await rowsOf(ming))).not.toContain(0)
  })

  test("with a stolen session and no password, and guesses are counted", async () => {
    const thief = ming.visitor.copy()
    const empty = await remove(thief, { current_password: "" })
    expect(empty.status).toBe(401)
    expect(await pageOf(empty)).toContain("密码不对。")
    let status = 401
    for (let guess = 0; status === 401 && guess < 20; guess += 1) {
      ;({ status } = await remove(thief, { current_password: `guess ${guess}` }))
    }
    expect(status).toBe(429)
    expect(Object.values(await rowsOf(ming))).not.toContain(0)
  })

  test("without having said that it is understood", async () => {
    const lan = await newAuthor()
    const answer = await remove(lan.visitor, { is_understood: "" })
    expect(answer.status).toBe(400)
    expect(await pageOf(answer)).toContain("请先勾选")
    expect(Object.values(await rowsOf(lan))).not.toContain(0)
  })

  test("by calling the function with a token of its own", async () => {
    const { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "" } = process.env
    const client = createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
      auth: { persistSession: false },
    })
    const values = { p_user_id: ming.id, p_owner: "x", p_reporter: "x" }
    expect((await client.rpc("delete_account", values)).error?.code).toBe("42501")
    await client.auth.signUp({ email: newEmail(), password: PASSWORD })
    expect((await client.rpc("delete_account", values)).error?.code).toBe("42501")
    expect(Object.values(await rowsOf(ming))).not.toContain(0)
  })
})

test("two tabs that delete at once, and one that comes later, break nothing", async () => {
  const { visitor, ...ming } = await newAuthor()
  const tabs = [visitor.copy(), visitor.copy()]
  const late = visitor.copy()
  const statuses = (await Promise.all(tabs.map((tab) => remove(tab)))).map(({ status }) => status)
  expect(statuses).toContain(303)
  for (const status of statuses) expect([303, 401]).toContain(status)
  expect((await remove(late)).status).toBe(401)
  expect(Object.values(await rowsOf(ming)).every((count) => count === 0)).toBe(true)
})

describe("another process", () => {
  let other: OwnApp

  beforeAll(async () => {
    other = await startApp({ ...sharedBackend(), METRICS_TOKEN: TOKEN, DEMO_CHARACTERS_PER_SECOND: "20" })
  })

  afterAll(() => other.stop())

  test("stops writing for an account that is gone, and brings no text back", async () => {
    const visitor = await signedIn()
    const wire = { prompt: "雨夜的灯塔守护人", erotic_level: "1", length: "1", key: "running" }
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const begun = await fetch(`${other.origin}/generate-novel`, {
      method: "POST",
      headers: { Cookie: cookie, Accept: "text/event-stream" },
      body: new URLSearchParams(wire),
    })
    const id = begun.headers.get("X-Generation-Id") ?? ""
    await expect.poll(() => generationRows(id)).toBe(1)
    await expect.poll(running).toBe(1)
    expect((await remove(visitor)).status).toBe(303)
    await expect.poll(running).toBe(0)
    expect(await generationRows(id)).toBe(0)
    await begun.body?.cancel()
  })

  test("shows no page of it any more once its owner is told that it is gone", async () => {
    const author = await newAuthor()
    const read = async () => (await fetch(`${other.origin}/shared/${author.open}`)).status
    let isGone = false
    const removed = remove(author.visitor).finally(() => {
      isGone = true
    })
    // So that a page is kept that was read a moment before.
    while (!isGone) await read()
    expect(await read()).toBe(404)
    expect((await removed).status).toBe(303)
  })

  async function running(): Promise<number> {
    const headers = { Authorization: `Bearer ${TOKEN}` }
    const text = await (await fetch(`${other.origin}/metrics`, { headers })).text()
    return Number(/^luobi_generations_running (\d+)$/m.exec(text)?.[1])
  }
})

describe("with a backend that fails in the middle", () => {
  let line: CountingLine
  let app: OwnApp
  /** The part of the backend that is down. */
  let down: (method: string, path: string) => boolean = () => false

  beforeAll(async () => {
    const backend = sharedBackend()
    line = await countingLine(backend.SUPABASE_URL ?? "", ({ method = "", url = "" }) => down(method, url))
    app = await startApp({ ...backend, SUPABASE_URL: line.url })
  })

  afterAll(async () => {
    await app.stop()
    line.close()
  })

  test("the rows that cannot be deleted leave the account with its picture", async () => {
    down = (_, path) => path.includes("/rpc/delete_account")
    const author = await newAuthor()
    expect((await removeAt(author.visitor)).status).toBe(503)
    expect(Object.values(await rowsOf(author))).not.toContain(0)
    expect((await new AppVisitor().fetch(author.avatar)).status).toBe(200)
  })

  test("files that cannot be deleted are out of reach at once, and go later", async () => {
    down = (method, path) => method === "DELETE" && path.startsWith("/storage/")
    const [ming, hong] = [await newAuthor(), await newAuthor()]
    expect((await removeAt(ming.visitor)).status).toBe(303)
    const left = { avatars: 1, references: 1 }
    expect(await rowsOf(ming)).toMatchObject({ ...left, profiles: 0, novels: 0, generations: 0 })
    expect((await new AppVisitor().fetch(ming.avatar)).status).toBe(404)
    expect((await fetch(`${app.origin}${ming.avatar}`)).status).toBe(404)

    await deleteLeftFiles()
    expect(Object.values(await rowsOf(ming)).every((count) => count === 0)).toBe(true)
    expect(Object.values(await rowsOf(hong))).not.toContain(0)
    expect((await new AppVisitor().fetch(hong.avatar)).status).toBe(200)
  })

  test("a file that a session uploads after its account goes as well, and the account is forgotten a day later", async () => {
    down = () => false
    const { visitor, ...author } = await newAuthor()
    expect((await removeAt(visitor)).status).toBe(303)
    const late = admin.storage.from("avatars")
    await late.upload(`avatars/${author.id}-9.webp`, PICTURE, { contentType: "image/webp" })
    await deleteLeftFiles()
    expect(await rowsOf(author)).toMatchObject({ avatars: 0 })
    expect(await deletedAccounts(author.id)).toBe(1)
    await deleteLeftFiles(Date.now() + DAY_MS)
    expect(await deletedAccounts(author.id)).toBe(0)
  })

  function removeAt(visitor: AppVisitor): Promise<Response> {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const form = { intent: "delete", current_password: PASSWORD, is_understood: "on" }
    return fetch(`${app.origin}/profile`, {
      method: "POST",
      headers: { Cookie: cookie },
      body: formOf(form),
      redirect: "manual",
    })
  }

  async function deletedAccounts(id: string): Promise<number> {
    return (await admin.from("deleted_accounts").select("id").eq("id", id)).data?.length ?? -1
  }
})

describe.skipIf(plainPostgresProblem)(`on plain Postgres (${plainPostgresProblem ?? "as hosted"})`, () => {
  let database: PostgresVisitors

  beforeAll(async () => {
    database = await PostgresVisitors.start()
  })

  afterAll(() => database?.stop())

  test("a migrating role that is no superuser may delete an account, and only the one that is named", async () => {
    const [ming, hong] = [await database.signUp(), await database.signUp()]
    for (const id of [ming, hong]) {
      await database.admin`insert into public.novels (user_id, title, content) values (${id}, '灯塔', ${TEXT})`
    }
    const deletion = () =>
      database.asSecretKey(
        (sql) => sql`select public.delete_account(${ming}, ${`owner ${ming}`}, ${"0".repeat(64)}) as deleted`,
      )
    expect(await deletion()).toMatchObject([{ deleted: true }])
    expect(await deletion()).toMatchObject([{ deleted: false }])
    expect(await database.admin`select user_id from public.novels`).toMatchObject([{ user_id: hong }])
    expect(await database.admin`select id from auth.users`).toMatchObject([{ id: hong }])
  })

  test("a generation that begins while its owner's account is deleted is gone with it", async () => {
    const ming = await database.signUp()
    const owner = `owner ${ming}`
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const beginning = database.asSecretKey(async (sql) => {
      await create(sql, owner, "a".repeat(22))
      begun.resolve()
      await mayEnd.promise
    })
    await begun.promise
    const deletion = database.asSecretKey(
      (sql) => sql`select public.delete_account(${ming}, ${owner}, ${"0".repeat(64)}) as deleted`,
    )
    await expect.poll(waitingForLocks).toBe(1)
    // As the process of another tab, which has not heard of it.
    const late = database.asSecretKey((sql) => create(sql, owner, "b".repeat(22)))
    await expect.poll(waitingForLocks).toBe(2)
    mayEnd.resolve()
    await beginning
    expect(await deletion).toMatchObject([{ deleted: true }])
    expect(await late).toHaveLength(0)
    expect(await database.admin`select id from public.generations where owner = ${owner}`).toHaveLength(0)
  })

  test("a visitor's generations are not carried into an account that is deleted", async () => {
    const ming = await database.signUp()
    const owner = `owner ${ming}`
    await database.asSecretKey((sql) => create(sql, "visitor", "c".repeat(22)))
    await database.asSecretKey(
      (sql) => sql`select public.delete_account(${ming}, ${owner}, ${"0".repeat(64)})`,
    )
    await database.asSecretKey((sql) => sql`select public.carry_generations('visitor', ${owner})`)
    const rows = await database.admin`select owner from public.generations where id = ${"c".repeat(22)}`
    expect(rows).toMatchObject([{ owner: "visitor" }])
  })

  function create(sql: TransactionSql, owner: string, id: string) {
    return sql`select * from public.create_generation(${id}, ${owner}, ${id}, '{}'::jsonb, 'worker', 15)`
  }

  async function waitingForLocks(): Promise<number> {
    const [row] =
      await database.admin`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`
    return row?.n
  }
})

/** Presses the button with the right password and the box ticked, unless the fields say otherwise. */
function remove(visitor: AppVisitor, fields: Record<string, string> = {}): Promise<Response> {
  const form = { intent: "delete", current_password: PASSWORD, is_understood: "on", ...fields }
  return visitor.post("/profile", formOf(form))
}

async function signedIn(email?: string): Promise<AppVisitor> {
  const visitor = new AppVisitor()
  const intent = email ? "login" : "register"
  await visitor.post("/login", formOf({ intent, email: email ?? newEmail(), password: PASSWORD }))
  return visitor
}

/** An account that has something of everything. */
async function newAuthor(): Promise<Author> {
  const visitor = new AppVisitor()
  const email = newEmail()
  await visitor.post("/login", formOf({ intent: "register", email, password: PASSWORD }))
  const wire = { prompt: "雨夜的灯塔守护人", erotic_level: 1, length: 1, reference_text: "" }
  const { id: generation } = await (await visitor.postJson("/generate-novel", wire)).json()
  const avatar = new File([new Uint8Array(PICTURE)], "a.gif", { type: "image/gif" })
  await visitor.post("/profile", formOf({ intent: "save", username: "小明", avatar_url: "", avatar }))
  await visitor.post("/profile", formOf({ intent: "author", is_open: "on", about: "写河边的故事。" }))
  const [open, binned] = [await saved(visitor, "灯塔", true), await saved(visitor, "旧稿", false)]
  const { data } = await admin.from("novels").select("user_id").eq("id", open).single()
  const id = data?.user_id ?? ""
  const references = admin.storage.from("novel_references")
  const reference = new TextEncoder().encode(TEXT)
  await references.upload(`reference_texts/${id}-1.txt`, reference, { contentType: "text/plain" })
  await admin
    .from("novels")
    .update({ content: `${TEXT}后来。` })
    .eq("id", open)
    .throwOnError()
  await admin.from("novels").update({ reviewed_at: new Date().toISOString() }).eq("id", open).throwOnError()
  await admin.from("novels").update({ binned_at: new Date().toISOString() }).eq("id", binned).throwOnError()
  await admin.from("novel_memories").upsert({ novel_id: open, user_id: id, memory: {} }).throwOnError()
  const draft = {
    novel_id: open,
    user_id: id,
    title: "灯塔",
    content: TEXT,
    base: "0".repeat(32),
    editor: randomUUID(),
  }
  await admin.from("novel_drafts").insert(draft).throwOnError()
  const { data: profile } = await admin.from("profiles").select("avatar_url").eq("id", id).single()
  const file = profile?.avatar_url?.split("/").at(-1)
  return { visitor, email, id, open, binned, generation, avatar: `/avatars/${file}` }
}

async function saved(visitor: AppVisitor, title: string, isPublic: boolean): Promise<string> {
  const fields = {
    key: randomUUID(),
    title,
    content: `${TEXT}${title}`,
    ...(isPublic && { is_public: "on" }),
  }
  const answer = await visitor.post("/save", formOf(fields))
  const page = await answer.text()
  const { data } = await admin
    .from("novels")
    .select("id")
    .eq("content", `${TEXT}${title}`)
    .order("created_at", { ascending: false })
  const [newest] = data ?? []
  if (!newest) throw new Error(`nothing was saved: ${answer.status} ${page.slice(0, 200)}`)
  return newest.id
}

async function report({ visitor, email }: Author, novel: string): Promise<void> {
  const fields = { reason: "other", note: "请看看", email, key: randomUUID() }
  await visitor.post(`/shared/${novel}/report`, formOf(fields))
}

/** How many rows and files there are of each kind. */
async function rowsOf(of: Omit<Author, "visitor">): Promise<Record<string, number>> {
  const counts: [string, PromiseLike<{ data: unknown[] | null }>][] = [
    ["profiles", admin.from("profiles").select("id").eq("id", of.id)],
    ["novels", admin.from("novels").select("id").eq("user_id", of.id)],
    ["versions", admin.from("novel_versions").select("id").eq("user_id", of.id)],
    ["memories", admin.from("novel_memories").select("novel_id").eq("user_id", of.id)],
    ["drafts", admin.from("novel_drafts").select("id").eq("user_id", of.id)],
    ["author pages", admin.from("author_pages").select("user_id").eq("user_id", of.id)],
    ["generations", admin.from("generations").select("id").eq("id", of.generation)],
    ["avatars", admin.storage.from("avatars").list("avatars", { search: of.id })],
    ["references", admin.storage.from("novel_references").list("reference_texts", { search: of.id })],
  ]
  const rows = counts.map(async ([name, asked]) => [name, (await asked).data?.length ?? -1] as const)
  return Object.fromEntries(await Promise.all(rows))
}

async function generationRows(id: string): Promise<number> {
  return (await admin.from("generations").select("id").eq("id", id)).data?.length ?? -1
}
