import { hash, randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createClient } from "@supabase/supabase-js"
import { unzipSync, zipSync } from "fflate"
import postgres, { type Sql } from "postgres"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { tableEntry } from "../../../supabase/backup/manifest.ts"
import { listMigrations } from "../../../supabase/list-migrations.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../../support/backend/embedded-backend.ts"
import {
  migrate,
  type PlainPostgres,
  plainPostgresProblem,
  startPlainPostgres,
} from "../../support/backend/plain-postgres.ts"
import { runScript } from "../../support/run-script.ts"

const TEXT = "灯塔下的潮水\n退了\\又来。\t\\N\r\n\u{20bb7}野家"
const PERSON = randomUUID()
const PATH = `avatars/${PERSON}-1.png`
const REFERENCE = `reference_texts/${PERSON}-1.txt`

/** A project: a Postgres as hosted, and beside it a storage that the embedded backend plays. */
interface Project {
  database: PlainPostgres
  backend: EmbeddedBackend
  admin: Sql
  variables: Record<string, string>
}

describe.skipIf(plainPostgresProblem)(`a project (${plainPostgresProblem ?? "as hosted"})`, () => {
  let folder = ""
  let file = ""
  let original: Project
  let fresh: Project

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "luobi-backup-"))
    file = join(folder, "project.zip")
    ;[original, fresh] = await Promise.all([startProject(), startProject()])
    await migrate(original.database)
    await fill(original)
  })

  afterAll(async () => {
    await Promise.all([original, fresh].map((project) => project && stopProject(project)))
    rmSync(folder, { recursive: true, force: true })
  })

  test("is backed up by the migrating role, which is no superuser", async () => {
    const made = await runScript("backup", original.variables, file)
    expect(made.output).toContain("accounts 1, novels 1, reports 0")
    expect(made.output).toContain("files 2")
    expect(made.output).toContain("not the keys of the project")
    expect(made.code).toBe(0)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test("is not backed up without its database's address, and no password is printed", async () => {
    const { DATABASE_URL = "", ...others } = original.variables
    const without = await runScript("backup", others, join(folder, "no.zip"))
    expect(without.output).toContain("Set SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL")
    const wrong = new URL(DATABASE_URL)
    wrong.password = "not the password"
    const refused = await runScript("backup", { ...others, DATABASE_URL: wrong.href }, join(folder, "no.zip"))
    expect(refused.output).toContain("the database does not let us in")
    expect(refused.output).not.toContain("not%20the%20password")
    expect(refused.code).toBe(1)
    const odd = await runScript("backup", { ...others, DATABASE_URL: "a b" }, join(folder, "no.zip"))
    expect(odd.output).toContain("DATABASE_URL is no connection string")
  })

  test("learns no name or password by a line without TLS, unless the address says so", async () => {
    let heard = ""
    const listener = createServer((socket) => {
      socket.on("error", () => {})
      socket.on("data", (piece) => {
        if (!heard) socket.write("N")
        else socket.destroy()
        heard += piece.toString("latin1")
      })
    }).listen(0, "127.0.0.1")
    await once(listener, "listening")
    const { port } = listener.address() as AddressInfo
    // This machine, by an address for which the command makes no exception.
    const DATABASE_URL = `postgresql://somebody:secret@0.0.0.0:${port}/postgres`
    const variables = { ...original.variables, DATABASE_URL }
    const refused = await runScript("backup", variables, join(folder, "no.zip"))
    expect(refused.output).toContain("the database does not let us in")
    expect(heard).not.toBe("")
    expect(heard).not.toContain("somebody")
    heard = ""
    await runScript(
      "backup",
      { ...variables, DATABASE_URL: `${DATABASE_URL}?sslmode=disable` },
      join(folder, "no.zip"),
    )
    expect(heard).toContain("somebody")
    listener.close()
  })

  test.each([
    ["at their end", (rows: string) => rows + rows],
    ["in their middle", (rows: string) => `no row\n${"x".repeat(2 ** 20)}\n${rows}`],
  ])("has no rows after a restoration whose rows are refused %s", async (_, change) => {
    const refused = join(folder, "refused.zip")
    rewriteTable(file, refused, "public.profiles", change)
    const failed = await runScript("restore", fresh.variables, refused)
    expect(failed.output).toContain("public.profiles was refused")
    expect(failed.code).toBe(1)
    for (const table of ["auth.users", "public.profiles", "public.novels"]) {
      expect(await fresh.admin.unsafe(`select from ${table}`), table).toHaveLength(0)
    }
  })

  test("is restored into one that has no people yet", async () => {
    const made = await runScript("restore", fresh.variables, file)
    expect(made.output).toContain("Restored, and counted: accounts 1, novels 1")
    expect(made.code).toBe(0)
    for (const table of ["auth.users", "public.profiles", "public.novels", "public.generations"]) {
      const rows = (project: Project) => project.admin.unsafe(`select * from ${table}`)
      expect([...(await rows(fresh))], table).toEqual([...(await rows(original))])
    }
    const versions = await fresh.admin`select version from supabase_migrations.schema_migrations order by 1`
    expect(versions.map(({ version }) => version)).toEqual(listMigrations().map(({ version }) => version))
  })

  test("has its files again, and new rows come after the old ones", async () => {
    const storage = storageOf(fresh)
    expect(await (await storage.from("avatars").download(PATH)).data?.text()).toBe("a picture")
    const { data } = await storage.from("novel_references").download(REFERENCE)
    expect(await data?.text()).toBe(TEXT)
    await fresh.admin`insert into public.novels (user_id, title, content) values (${PERSON}, '新', '新')`
    expect(await fresh.admin`select n from public.generations order by n`).toMatchObject([{ n: "1" }])
    expect(await addGeneration(fresh.admin)).toMatchObject([{ n: "2" }])
  })

  test("still has the triggers that make a profile of an account", async () => {
    const [person] = await fresh.admin`insert into auth.users (id, email)
      values (${randomUUID()}, 'hong@example.com') returning id`
    expect(await fresh.admin`select id from public.profiles where id = ${person?.id}`).toHaveLength(1)
  })

  test("is not restored over people, and nothing is set aside there", async () => {
    const again = await runScript("restore", fresh.variables, file)
    expect(again.output).toContain("holds rows already")
    expect(again.code).toBe(1)
    const replaced = await runScript("restore", fresh.variables, file, "--replace")
    expect(replaced.output).toContain("Restore into a new project")
    expect(await fresh.admin`select id from public.novels`).toHaveLength(2)
  })

  test("and the embedded backend do not take each other's backups", async () => {
    const dataDir = join(folder, "embedded")
    const refused = await runScript("restore", { DATA_DIR: dataDir }, file)
    expect(refused.output).toContain("is of a Supabase project")
    expect(refused.code).toBe(1)
  })
})

async function startProject(): Promise<Project> {
  const [database, backend] = await Promise.all([startPlainPostgres(), startEmbeddedBackend()])
  const admin = postgres(database.url("supabase_admin"), { max: 1, onnotice: () => {} })
  const variables = {
    SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
    DATABASE_URL: database.url("postgres"),
  }
  return { database, backend, admin, variables }
}

async function stopProject({ database, backend, admin }: Project): Promise<void> {
  await admin.end()
  await Promise.all([database.stop(), backend.stop()])
}

function storageOf({ backend }: Project) {
  return createClient(backend.url, backend.secretKey, { auth: { persistSession: false } }).storage
}

/** As `supabase db push` records them. */
async function fill(project: Project): Promise<void> {
  const { admin } = project
  await admin`insert into auth.users (id, email, encrypted_password)
    values (${PERSON}, 'ming@example.com', '$2a$10$hash')`
  await admin`insert into public.novels (user_id, title, content) values (${PERSON}, '灯塔', ${TEXT})`
  await addGeneration(admin)
  const files = [
    { bucket: "avatars", path: PATH, content: "a picture", type: "image/png" },
    { bucket: "novel_references", path: REFERENCE, content: TEXT, type: "text/plain" },
    // Its row is older than its deletion.
    { bucket: "avatars", path: `avatars/${PERSON}-2.png`, content: null, type: "image/png" },
  ]
  for (const { bucket, path, content, type } of files) {
    await admin`insert into storage.objects (bucket_id, name, metadata)
      values (${bucket}, ${path}, ${admin.json({ mimetype: type, cacheControl: "max-age=3600" })})`
    if (content === null) continue
    const { error } = await storageOf(project)
      .from(bucket)
      .upload(path, Buffer.from(content), { contentType: type })
    expect(error).toBeNull()
  }
}

/** Writes a copy of a backup that holds other rows of a table, and says so. */
function rewriteTable(from: string, to: string, name: string, change: (rows: string) => string): void {
  const entries = unzipSync(readFileSync(from))
  const entry = tableEntry({ name })
  const content = Buffer.from(change(Buffer.from(entries[entry] ?? []).toString()))
  const manifest = JSON.parse(Buffer.from(entries["manifest.json"] ?? []).toString())
  const table = manifest.tables.find((one: { name: string }) => one.name === name)
  Object.assign(table, { rows: table.rows + 1, sha256: hash("sha256", content) })
  const changed = { [entry]: content, "manifest.json": Buffer.from(JSON.stringify(manifest)) }
  writeFileSync(to, zipSync({ ...entries, ...changed }))
}

function addGeneration(admin: Sql) {
  const id = randomUUID().replaceAll("-", "").slice(0, 22)
  return admin`insert into public.generations (id, owner, key, request, lease_until)
    values (${id}, 'owner', ${id}, '{}', now()) returning n`
}
