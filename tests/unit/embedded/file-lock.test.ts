import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"

const LOCK = join(import.meta.dirname, "../../../supabase/local/file-lock.ts")
// Reports whether it got the lock, then lives until it is killed.
const PROGRAM = `
  const { takeFileLock } = await import(${JSON.stringify(LOCK)})
  process.send(takeFileLock(process.argv[1] + "/lock") !== null)
  setInterval(() => {}, 1000)
`

let dataDir = ""
let children: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "luobi-lock-"))
})

afterEach(async () => {
  for (const child of children) await kill(child)
  children = []
  rmSync(dataDir, { recursive: true })
})

test("gives the lock to one process and refuses the next", async () => {
  expect(await lockInProcess().got).toBe(true)
  expect(await lockInProcess().got).toBe(false)
  expect(readdirSync(dataDir)).toEqual(["lock"])
})

test("frees the lock when its process is killed", async () => {
  const first = lockInProcess()
  expect(await first.got).toBe(true)
  await kill(first.child)
  expect(await lockInProcess().got).toBe(true)
})

test("prints no warning", async () => {
  const { child, got } = lockInProcess()
  let printed = ""
  child.stderr?.on("data", (piece) => {
    printed += piece
  })
  await got
  await kill(child)
  expect(printed).toBe("")
})

function lockInProcess(): { child: ChildProcess; got: Promise<unknown> } {
  const child = spawn(process.execPath, ["--input-type=module", "-e", PROGRAM, dataDir], {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  })
  children.push(child)
  return { child, got: once(child, "message").then(([message]) => message) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill("SIGKILL")
  await once(child, "close")
}
