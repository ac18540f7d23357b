import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { makeWayForDatabase } from "../../../supabase/local/database-folder.ts"
import { loadLite } from "../../../supabase/local/load-lite.ts"

vi.mock("node:fs", { spy: true })

const MIB = 1_024 * 1_024
const BLOCK = 4_096

const lite = await loadLite()
let dataDir = ""
let folder = ""

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "luobi-full-"))
  folder = join(dataDir, "pg")
})

afterEach(() => {
  vi.mocked(statfsSync).mockReset()
  rmSync(dataDir, { recursive: true })
})

test.each([
  ["no database yet", () => {}, 79, 80],
  ["a complete one", markComplete, 19, 20],
  ["what is to be set aside", () => writeFileSync(folder, "notes"), 79, 80],
])(
  "a disk that has too little room for %s is refused before anything is moved",
  async (_, make, few, enough) => {
    make()
    const before = readdirSync(dataDir)
    leave(few)
    const refused = { name: "StartError", problem: "disk-full", path: dataDir }
    await expect(makeWayForDatabase(lite, folder)).rejects.toMatchObject(refused)
    expect(readdirSync(dataDir)).toEqual(before)
    leave(enough)
    await makeWayForDatabase(lite, folder)
  },
)

test("a file system that doesn't tell its room is believed to have some", async () => {
  leave(0, 0)
  expect(await makeWayForDatabase(lite, folder)).toBeNull()
})

function markComplete(): void {
  mkdirSync(folder)
  writeFileSync(join(folder, "luobi-complete"), "")
}

function leave(mib: number, blocks = 1_000_000): void {
  const room = { blocks, bavail: (mib * MIB) / BLOCK, bsize: BLOCK }
  vi.mocked(statfsSync).mockReturnValue(room as ReturnType<typeof statfsSync>)
}
