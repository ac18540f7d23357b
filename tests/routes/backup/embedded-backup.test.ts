import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { unzipSync, zipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { saveBackup } from "../../../scripts/backup/backup-file.ts"
import type { Manifest } from "../../../supabase/backup/manifest.ts"
import { listMigrations } from "../../../supabase/list-migrations.ts"
import { applyMigrations } from "../../../supabase/local/apply-migrations.ts"
import { readOrMakeKeys } from "../../../supabase/local/backend-keys.ts"
import { loadLite } from "../../../supabase/local/load-lite.ts"
import { openDatabase, surround } from "../../../supabase/local/open-backend.ts"
import { formOf } from "../../support/app-visitor.ts"
import {
  type EmbeddedBackend,
  newDataDir,
  startEmbeddedBackend,
} from "../../support/backend/embedded-backend.ts"
import { startApp } from "../../support/own-app.ts"
import { PICTURE } from "../../support/pictures.ts"
import { runScript } from "../../support/run-script.ts"

const ACCOUNT = { email: "ming@example.com", password: "password1" }
/** Everything that Postgres' COPY writes otherwise than it stands there. */
const TEXT = "灯塔下的潮水\n退了\\又来。\t\\N\r\n\u{20bb7}野家"
const SESSION_SECRET = "a secret of the tests of backups"

let folder = ""
let original: EmbeddedBackend
let backup = ""
let novel = ""
let avatar = ""

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "luobi-backup-"))
  original = await startEmbeddedBackend()
  await fill(original)
  backup = join(folder, "running.zip")
})

afterAll(async () => {
  await original?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe("a backup of a running backend", () => {
  test("is one private file that says what it holds", async () => {
    const made = await run("backup", original.dataDir, backup)
    expect(made.output).toContain("accounts 1, novels 1, reports 1")
    expect(made.output).toContain("password hashes and the keys")
    expect(made.code).toBe(0)
    expect(statSync(backup).mode & 0o777).toBe(0o600)
  })

  test("takes the place of no other file", async () => {
    const before = readFileSync(backup)
    const again = await run("backup", original.dataDir, backup)
    expect(again.output).toContain("is there already")
    expect(again.code).toBe(1)
    expect(readFileSync(backup)).toEqual(before)
    expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([])
  })

  test("is given to nobody without the secret key", async () => {
    for (const key of ["", original.publishableKey, `${original.secretKey}x`]) {
      const headers = { Authorization: `Bearer ${key}`, apikey: key }
      const answer = await fetch(new URL("/backup", original.url), { method: "POST", headers })
      expect(answer.status).toBe(404)
    }
  })

  test("is not replaced while it runs", async () => {
    const refused = await run("restore", original.dataDir, backup, "--replace")
    expect(refused.output).toContain("Stop `npm start` first")
    expect(refused.code).toBe(1)
  })
})

describe("a restored backend", () => {
  const dataDir = () => join(folder, "restored")
  let restored: EmbeddedBackend

  beforeAll(async () => {
    await restoreTo(dataDir())
    restored = await startEmbeddedBackend({ dataDir: dataDir() })
  })

  afterAll(() => restored?.stop())

  test("has every row as it was, and its keys", async () => {
    expect(await rowsOf(restored)).toEqual(await rowsOf(original))
    expect(restored.secretKey).toBe(original.secretKey)
    expect(restored.sessionSecret).toBe(original.sessionSecret)
  })

  test("numbers new rows after those that it has", async () => {
    const { data } = await admin(restored)
      .from("reports")
      .insert({ key: "b".repeat(64), novel_id: novel, reason: "other", reporter: "b".repeat(64) })
      .select("id")
    expect(data?.[0]?.id).toBe(2)
  })

  test("lets a person sign in with their password, and shows them and others what they had", async () => {
    const { url, publishableKey, secretKey } = restored
    const app = await startApp({
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      SESSION_SECRET,
    })
    try {
      const shared = await fetch(`${app.origin}/shared/${novel}`)
      expect(shared.status).toBe(200)
      expect(await shared.text()).toContain("灯塔下的潮水")
      const picture = await fetch(`${app.origin}${avatar}`)
      expect(picture.status).toBe(200)
      expect(Buffer.from(await picture.arrayBuffer())).toEqual(Buffer.from(PICTURE))
      const signIn = (password: string) =>
        fetch(`${app.origin}/login`, {
          method: "POST",
          body: formOf({ intent: "login", email: ACCOUNT.email, password }),
          redirect: "manual",
        })
      expect((await signIn("another password")).status).toBe(401)
      const entered = await signIn(ACCOUNT.password)
      expect(entered.status).toBe(303)
      const Cookie = entered.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ")
      const shelf = await fetch(`${app.origin}/my-novels`, { headers: { Cookie } })
      expect(await shelf.text()).toContain("守塔人")
    } finally {
      await app.stop()
    }
  })
})

describe("a restoration", () => {
  test("refuses data that is there, and sets it aside when told to", async () => {
    const dataDir = newDataDir(folder)
    const other = await startEmbeddedBackend({ dataDir })
    await client(other).auth.signUp({ email: "hong@example.com", password: "password1" })
    await other.stop()

    const refused = await run("restore", dataDir, backup)
    expect(refused.output).toContain("holds data already")
    expect(refused.code).toBe(1)
    expect(await accountsIn(dataDir)).toEqual(["hong@example.com"])

    expect((await run("restore", dataDir, backup, "--replace")).code).toBe(0)
    expect(await accountsIn(dataDir)).toEqual([ACCOUNT.email])
    const [aside = ""] = readdirSync(dataDir).filter((name) => name.startsWith("set-aside-"))
    expect(await accountsIn(join(dataDir, aside))).toEqual(["hong@example.com"])
  })

  test.each([
    ["half of a backup", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), "is no backup of Luobi"],
    ["an empty file", () => Buffer.alloc(0), "is no backup of Luobi"],
    ["another file", () => Buffer.from("PK\u0003\u0004 and no more"), "is no backup of Luobi"],
    ["a changed byte of a table", flipIn("tables/auth.users"), "is damaged"],
    ["a changed byte of a stored file", flipIn("files/avatars"), "is damaged"],
    ["a changed byte of the keys", flipIn("keys.json"), "is damaged"],
    ["a changed byte of the manifest", flipIn("manifest.json"), "is damaged"],
  ])("refuses %s, and changes nothing", async (_, damage, sentence) => {
    const damaged = join(folder, "damaged.zip")
    writeFileSync(damaged, damage(readFileSync(backup)))
    const dataDir = join(folder, "untouched")
    const refused = await run("restore", dataDir, damaged)
    expect(refused.output).toContain(sentence)
    expect(refused.code).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
  })

  test.each([
    ["migrations", { migrations: ["20260101000000", "20990101000000"] }],
    ["the format", { version: 2 }],
  ])("refuses %s of a newer release, and changes nothing", async (_, fields) => {
    const newer = join(folder, "newer.zip")
    rewrite(newer, (manifest) => ({ ...manifest, ...fields }))
    const dataDir = join(folder, "untouched")
    const refused = await run("restore", dataDir, newer)
    expect(refused.output).toContain("was made by a newer release")
    expect(refused.code).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
  })

  test("runs no statement that a backup's names hold", async () => {
    const hostile = join(folder, "hostile.zip")
    const name = "public.x', 1); drop table public.novels; --"
    rewrite(hostile, (manifest) => ({ ...manifest, sequences: [{ name, last: 1 }] }))
    const refused = await run("restore", join(folder, "untouched"), hostile)
    expect(refused.output).toContain("is no backup of Luobi")
    expect(existsSync(join(folder, "untouched"))).toBe(false)
  })

  test("leaves the data as it was when not every row comes", async () => {
    const dataDir = join(folder, "kept")
    await restoreTo(dataDir)
    const before = readdirSync(dataDir).sort()
    const promising = join(folder, "promising.zip")
    rewrite(promising, (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.name === "public.novels" ? { ...table, rows: table.rows + 1 } : table,
      ),
    }))
    const failed = await run("restore", dataDir, promising, "--replace")
    expect(failed.output).toContain("public.novels has 1 rows instead of 2")
    expect(failed.code).toBe(1)
    expect(readdirSync(dataDir).sort()).toEqual(before)
    expect(await accountsIn(dataDir)).toEqual([ACCOUNT.email])
  })

  test("migrates what an earlier release has backed up", async () => {
    const [newest, ...older] = listMigrations()
      .map(({ version }) => version)
      .toReversed()
    const old = join(folder, "old.zip")
    await backUpAt(older, old)
    const dataDir = join(folder, "migrated")
    expect((await run("restore", dataDir, old)).code).toBe(0)
    const { versions, emails } = await migrationsIn(dataDir)
    expect(versions).toContain(newest)
    expect(versions).toHaveLength(older.length + 1)
    expect(emails).toEqual([ACCOUNT.email])
  })
})

test("a backup of a stopped backend migrates nothing, and holds the same", async () => {
  const dataDir = join(folder, "stopped")
  await restoreTo(dataDir)
  const second = join(folder, "stopped.zip")
  expect((await run("backup", dataDir, second)).code).toBe(0)
  expect(Object.keys(tablesOf(second))).toHaveLength(13)
  expect(tablesOf(second)).toEqual(tablesOf(backup))
})

test("there is no backup of a folder without a backend", async () => {
  const refused = await run("backup", join(folder, "empty"), join(folder, "empty.zip"))
  expect(refused.output).toContain("There is no backend in")
  expect(existsSync(join(folder, "empty.zip"))).toBe(false)
})

function run(command: "backup" | "restore", dataDir: string, ...parameters: string[]) {
  return runScript(command, { DATA_DIR: dataDir }, ...parameters)
}

let pristine: Promise<string> | null = null

/** A data folder as the backup is restored into it: restored once, and copied, because each restoration makes a database. */
async function restoreTo(dataDir: string): Promise<void> {
  pristine ??= restoreOnce(join(folder, "pristine"))
  cpSync(await pristine, dataDir, { recursive: true })
}

async function restoreOnce(dataDir: string): Promise<string> {
  const made = await run("restore", dataDir, backup)
  expect(made.output).toContain("accounts 1, novels 1, reports 1")
  expect(made.code).toBe(0)
  return dataDir
}

/** One account with something of everything. */
async function fill(backend: EmbeddedBackend): Promise<void> {
  const visitor = client(backend)
  const { data } = await visitor.auth.signUp(ACCOUNT)
  const id = data.user?.id ?? ""
  const secret = admin(backend)
  const saved = { user_id: id, title: "守塔人", content: TEXT, is_public: true }
  const { data: row } = await secret.from("novels").insert(saved).select("id").single().throwOnError()
  novel = row?.id
  await secret.from("novels").update({ reviewed_at: new Date().toISOString() }).eq("id", novel).throwOnError()
  const report = { key: "a".repeat(64), novel_id: novel, reason: "other", reporter: "a".repeat(64) }
  await secret.from("reports").insert(report).throwOnError()
  const path = `avatars/${id}-1.gif`
  const avatars = visitor.storage.from("avatars")
  expect((await avatars.upload(path, Buffer.from(PICTURE), { contentType: "image/gif" })).error).toBeNull()
  avatar = `/${path}`
  const profile = { username: "小明", avatar_url: avatars.getPublicUrl(path).data.publicUrl }
  await visitor.from("profiles").update(profile).eq("id", id).throwOnError()
}

async function rowsOf(backend: EmbeddedBackend): Promise<unknown[]> {
  const tables = ["profiles", "novels", "reports"]
  return Promise.all(tables.map(async (table) => (await admin(backend).from(table).select("*")).data))
}

function client({ url, publishableKey }: EmbeddedBackend): SupabaseClient {
  return createClient(url, publishableKey, { auth: { persistSession: false } })
}

function admin({ url, secretKey }: EmbeddedBackend): SupabaseClient {
  return createClient(url, secretKey, { auth: { persistSession: false } })
}

/** The mail addresses of all accounts of a stopped backend. */
async function accountsIn(dataDir: string): Promise<unknown[]> {
  return (await migrationsIn(dataDir)).emails
}

async function migrationsIn(dataDir: string): Promise<{ versions: unknown[]; emails: unknown[] }> {
  const connection = await openDatabase(await loadLite(), join(dataDir, "pg"))
  const columnOf = async (statement: string) =>
    (await connection.driver.query<{ value: unknown }>(statement)).rows.map(({ value }) => value)
  const versions = await columnOf("select version as value from supabase_migrations.schema_migrations")
  const emails = await columnOf("select email as value from auth.users")
  await connection.close()
  return { versions, emails }
}

/** A backup of one account, from a database that knows these migrations alone. */
async function backUpAt(migrations: string[], path: string): Promise<void> {
  const dataDir = mkdtempSync(join(folder, "older-"))
  const { keys } = readOrMakeKeys(dataDir)
  const lite = await loadLite()
  const connection = await openDatabase(lite, join(dataDir, "pg"))
  const settings = { dataDir, keys, appOrigin: "http://localhost", confirmEmail: false }
  const backend = await surround(lite, connection, settings)
  await applyMigrations(lite, connection, migrations)
  const within = (input: RequestInfo | URL, init?: RequestInit) => backend.fetch(new Request(input, init))
  const visitor = createClient("http://embedded.invalid", keys.publishableKey, {
    auth: { persistSession: false },
    global: { fetch: within },
  })
  expect((await visitor.auth.signUp(ACCOUNT)).error).toBeNull()
  await saveBackup(path, await backend.backUp())
  await backend.close()
}

/** Changes one byte of the packed content of the first entry whose name begins so. */
function flipIn(name: string) {
  return (bytes: Buffer) => {
    const changed = Buffer.from(bytes)
    const at = changed.indexOf(name)
    const [nameBytes, extraBytes] = [changed.readUInt16LE(at - 4), changed.readUInt16LE(at - 2)]
    const first = at + nameBytes + extraBytes
    changed.writeUInt8(changed.readUInt8(first + 2) ^ 1, first + 2)
    return changed
  }
}

/** Writes a copy of the backup whose manifest says something else. */
function rewrite(path: string, change: (manifest: Manifest) => object): void {
  const entries = unzipSync(readFileSync(backup))
  const manifest = JSON.parse(Buffer.from(entries["manifest.json"] ?? []).toString())
  writeFileSync(path, zipSync({ ...entries, "manifest.json": Buffer.from(JSON.stringify(change(manifest))) }))
}

function tablesOf(path: string): Record<string, string> {
  const entries = Object.entries(unzipSync(readFileSync(path)))
  const tables = entries.filter(([name]) => name.startsWith("tables/"))
  return Object.fromEntries(tables.map(([name, content]) => [name, Buffer.from(content).toString()]))
}
