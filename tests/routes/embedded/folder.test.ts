import { hash, randomBytes } from "node:crypto"
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { createClient } from "@supabase/supabase-js"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import {
  type EmbeddedBackend,
  newDataDir,
  startEmbeddedBackend,
} from "../../support/backend/embedded-backend.ts"

const PAGE_BYTES = 8_192
const LONG_BYTES = 700_000
const ACCOUNT = { email: "a@example.com", password: "password1" }

/** A folder with one account in it; each test gets a copy. */
let original = ""
let dataDir = ""
let backend: EmbeddedBackend | undefined

beforeAll(async () => {
  original = newDataDir()
  const first = await startEmbeddedBackend({ dataDir: original })
  await clientOf(first).auth.signUp(ACCOUNT)
  await first.stop()
})

afterAll(() => rmSync(original, { recursive: true, force: true }))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "luobi-folder-"))
})

afterEach(async () => {
  await backend?.kill()
  backend = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

test("opens a complete database that lacks its completion mark", async () => {
  copyOriginal()
  rmSync(join(dataDir, "pg/luobi-complete"))
  backend = await startEmbeddedBackend({ dataDir })
  expect(backend.setAside).toBeNull()
  expect((await clientOf(backend).auth.signInWithPassword(ACCOUNT)).error).toBeNull()
})

test.each<[string, () => void]>([
  ["a folder that holds only a version file", () => writeFileSync(join(emptyFolder(), "PG_VERSION"), "17\n")],
  ["a folder with somebody's notes", () => writeFileSync(join(emptyFolder(), "notes.txt"), "notes")],
  ["a file", () => writeFileSync(join(dataDir, "pg"), "no folder")],
  [
    "a half-made database",
    () => {
      copyOriginal()
      for (const part of ["luobi-complete", "global/pg_control"]) rmSync(join(dataDir, "pg", part))
    },
  ],
  [
    "a database without the mark that does not open",
    () => {
      copyOriginal()
      rmSync(join(dataDir, "pg/luobi-complete"))
      truncateSync(join(dataDir, "pg/global/pg_control"), 100)
    },
  ],
])("sets %s aside, whole, under a name with the date", async (_, make) => {
  make()
  const before = contentOf(join(dataDir, "pg"))
  backend = await startEmbeddedBackend({ dataDir })
  expect(backend.setAside).toMatch(/pg-set-aside-\d{4}-\d\d-\d\d/)
  expect(contentOf(backend.setAside ?? "")).toEqual(expect.arrayContaining(before))
  expect((await clientOf(backend).from("novels").select()).error).toBeNull()
  await backend.stop()
  backend = await startEmbeddedBackend({ dataDir })
  expect(backend.setAside).toBeNull()
})

test("makes a database in an empty folder", async () => {
  emptyFolder()
  backend = await startEmbeddedBackend({ dataDir })
  expect(backend.setAside).toBeNull()
  expect(readdirSync(dataDir).sort()).toEqual(["keys.json", "lock", "pg", "port", "url"])
})

test.each<[string, string, (path: string) => void]>([
  ["database-damaged", "pg/PG_VERSION", (path) => writeFileSync(path, "x")],
  ["database-damaged", "pg/global/pg_control", (path) => truncateSync(path, 100)],
  ["keys-damaged", "keys.json", (path) => truncateSync(path, 40)],
  ["keys-damaged", "keys.json", (path) => writeFileSync(path, "{}")],
  ["lock-damaged", "lock", (path) => writeFileSync(path, "no lock ".repeat(200))],
])(
  "%s: refuses to start on a folder with a bad %s in one sentence, and changes nothing",
  async (problem, file, harm) => {
    copyOriginal()
    harm(join(dataDir, file))
    await expect(startEmbeddedBackend({ dataDir })).rejects.toThrow(new RegExp(`^${problem}: ${dataDir}`))
    expect(readdirSync(dataDir).sort()).toEqual(["keys.json", "lock", "pg", "port", "url"])
  },
)

test("refuses to start on a file of long texts that lacks its end, where new texts would come under old names", async () => {
  copyOriginal()
  backend = await startEmbeddedBackend({ dataDir })
  const author = clientOf(backend)
  const { data } = await author.auth.signInWithPassword(ACCOUNT)
  const novel = { title: "题", user_id: data.user?.id }
  for (let nth = 0; nth < 2; nth += 1) {
    const content = randomBytes(LONG_BYTES).toString("base64")
    await author
      .from("novels")
      .insert({ ...novel, content })
      .throwOnError()
  }
  await backend.stop()
  const tables = globSync(join(dataDir, "pg/base/*/*"))
  const [longest = ""] = tables.sort((one, other) => statSync(other).size - statSync(one).size)
  expect(statSync(longest).size).toBeGreaterThan(2 * LONG_BYTES)
  truncateSync(longest, statSync(longest).size - PAGE_BYTES)
  await expect(startEmbeddedBackend({ dataDir })).rejects.toThrow(/^database-damaged: .*could not read/)
})

test("refuses a DATA_DIR that is a file", async () => {
  const file = join(dataDir, "file")
  writeFileSync(file, "")
  await expect(startEmbeddedBackend({ dataDir: file })).rejects.toThrow(/^not-a-folder: /)
})

test("makes new keys when they are lost, and says so; chooses a new port when the stored one is not valid", async () => {
  copyOriginal()
  rmSync(join(dataDir, "keys.json"))
  writeFileSync(join(dataDir, "port"), "garbage")
  backend = await startEmbeddedBackend({ dataDir })
  expect(backend).toMatchObject({ hasLostKeys: true, setAside: null })
  expect(readFileSync(join(dataDir, "port"), "utf8")).toBe(new URL(backend.url).port)
  expect((await clientOf(backend).auth.signInWithPassword(ACCOUNT)).error).toBeNull()
})

function emptyFolder(): string {
  const folder = join(dataDir, "pg")
  mkdirSync(folder)
  return folder
}

function copyOriginal(): void {
  cpSync(original, dataDir, { recursive: true })
}

/** Every path below it, each file with a hash of its bytes. */
function contentOf(path: string): string[] {
  if (statSync(path).isFile()) return [hashOf(path)]
  return readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => {
    const below = join(entry.parentPath, entry.name)
    const name = relative(path, below)
    return entry.isFile() ? `${name} ${hashOf(below)}` : name
  })
}

function hashOf(file: string): string {
  return hash("sha256", readFileSync(file))
}

function clientOf({ url, publishableKey }: EmbeddedBackend) {
  return createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
}
