import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
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
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { takeFileLock } from "../../../supabase/local/file-lock.ts"
import { newDataDir } from "../../support/backend/embedded-backend.ts"
import { ask, askRaw } from "../../support/http-request.ts"
import { nodeEnvironment } from "../../support/node-environment.ts"
import { sharedBackend } from "../../support/own-app.ts"
import { START_PORT } from "../../support/ports.ts"

const START = join(import.meta.dirname, "../../../scripts/start.ts")
const ADDRESS = `http://localhost:${START_PORT}`
const MAY_BUILD_MS = 120_000

let dataDir = ""
let child: ChildProcess | undefined

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "luobi-start-"))
})

afterEach(async () => {
  if (child && child.exitCode === null) {
    child.kill("SIGTERM")
    await once(child, "exit")
  }
  rmSync(dataDir, { recursive: true, force: true })
})

test("names a data folder that another start uses, and leaves it alone", async () => {
  const lock = takeFileLock(join(dataDir, "lock"))
  const { code, printed } = await run()
  lock?.release()
  expect(code).toBe(1)
  expect(printed).toContain(dataDir)
  expect(printed).toMatch(/DATA_DIR.*PORT/)
  expect(readdirSync(dataDir)).toEqual(["lock"])
})

test("names a port that is in use, and creates nothing", async () => {
  const other = createServer().listen(START_PORT, "0.0.0.0")
  await once(other, "listening")
  const { code, printed } = await run()
  other.close()
  expect(code).toBe(1)
  expect(printed).toContain(`Port ${START_PORT} is in use`)
  expect(readdirSync(dataDir)).toEqual([])
})

test.each<[string, string, () => NodeJS.ProcessEnv]>([
  ["a data folder that is a file", "DATA_DIR is not a folder", () => ({ DATA_DIR: fileIn("file") })],
  ["truncated keys", "keys file is damaged", () => ({ DATA_DIR: dirname(fileIn("keys.json")) })],
  ["an invalid lock file", "lock file is damaged", () => ({ DATA_DIR: dirname(fileIn("lock")) })],
  ["a folder without write permission", "cannot be written", () => ({ DATA_DIR: "/sys/luobi" })],
  ["an existing folder without write permission", "cannot be written", () => ({ DATA_DIR: "/sys/kernel" })],
  [
    "a database of another version",
    "database cannot be opened",
    withDatabase((folder) => writeFileSync(join(folder, "PG_VERSION"), "x")),
  ],
  [
    "a truncated control file",
    "database cannot be opened",
    withDatabase((folder) => truncateSync(join(folder, "global/pg_control"), 100)),
  ],
  [
    "truncated logs",
    "database cannot be opened",
    withDatabase((folder) => {
      for (const log of globSync(join(folder, "pg_wal/0*"))) truncateSync(log)
    }),
  ],
  [
    "half of the largest table",
    "database cannot be opened",
    withDatabase((folder) => {
      const [largest = ""] = globSync(join(folder, "base/*/*")).sort(
        (one, other) => sizeOf(other) - sizeOf(one),
      )
      truncateSync(largest, sizeOf(largest) / 2)
    }),
  ],
])("%s: one sentence and no stack", async (_, sentence, make) => {
  const { code, printed } = await run(make())
  expect(code).toBe(1)
  expect(printed).toContain(sentence)
  expect(printed).not.toMatch(/^\s+at |Error:|ended unexpectedly/m)
})

const HOSTED = { SUPABASE_URL: "https://supabase.example", SESSION_SECRET: "sixteen characters or more" }

test.each<[string, NodeJS.ProcessEnv]>([
  ["APP_ORIGIN", { APP_ORIGIN: "javascript:alert" }],
  ["SUPABASE_PUBLISHABLE_KEY", { ...HOSTED, SUPABASE_PUBLISHABLE_KEY: "sb_secret_x" }],
])("a wrong %s: one sentence, before anything is started", async (name, variables) => {
  const { code, printed } = await run(variables)
  expect(code).toBe(1)
  expect(printed.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^环境变量/),
    expect.stringContaining("is not valid"),
    expect.stringContaining(`  ${name}: `),
  ])
  expect(readdirSync(dataDir)).toEqual([])
})

test("reads no Supabase key from the environment where it runs a Supabase of its own", async () => {
  await startReady({ SUPABASE_PUBLISHABLE_KEY: "sb_secret_x", SESSION_SECRET: "" })
  expect((await ask(`${ADDRESS}/healthz`)).status).toBe(200)
})

test("says where it moved a folder that it could not open", async () => {
  mkdirSync(join(dataDir, "pg"))
  writeFileSync(join(dataDir, "pg/notes.txt"), "notes")
  const { printed } = await startReady()
  const aside = readdirSync(dataDir).find((name) => /^pg-set-aside-\d{4}-\d\d-\d\d/.test(name)) ?? ""
  expect(readFileSync(join(dataDir, aside, "notes.txt"), "utf8")).toBe("notes")
  expect(printed()).toMatch(new RegExp(`moved, unchanged, to ${join(dataDir, aside)},`))
  expect(printed()).not.toContain("new keys")
})

test("says that keys were lost and made anew", async () => {
  withDatabase(() => rmSync(join(dataDir, "keys.json")))()
  const { printed } = await startReady()
  expect(printed()).toContain(`no keys.json in ${dataDir}, so new keys were created`)
  expect(printed()).not.toContain("set-aside")
})

test("refuses an invalid port", async () => {
  expect(await run({ PORT: "http" })).toMatchObject({ code: 1, printed: expect.stringContaining("http") })
})

test(
  "names a model on this machine, prints the address last, serves there, and ends everything on SIGTERM",
  async () => {
    const ollama = createHttpServer((_, response) => response.end('{"models":[{"name":"qwen2.5:14b"}]}'))
    await once(ollama.listen(0, "127.0.0.1"), "listening")
    const { port } = ollama.address() as AddressInfo
    const started = start({ OLLAMA_HOST: `127.0.0.1:${port}` })
    while (!started.printed().trimEnd().endsWith(ADDRESS)) await once(started.child.stdout, "data")
    ollama.close()
    expect(started.printed()).toContain(
      `OPENAI_BASE_URL=http://127.0.0.1:${port}/v1 OPENAI_MODEL=qwen2.5:14b`,
    )
    expect((await fetch(ADDRESS)).status).toBe(200)

    started.child.kill("SIGTERM")
    const [code] = await once(started.child, "exit")
    expect(code).toBe(0)
    await expect(fetch(ADDRESS)).rejects.toThrow()
    // The backend has released its folder too.
    const lock = takeFileLock(join(dataDir, "lock"))
    expect(lock).not.toBeNull()
    lock?.release()
  },
  MAY_BUILD_MS,
)

test("npm run dev has the headers and refusals of production", async () => {
  const started = start(sharedBackend(), ["--dev"])
  while (!started.printed().includes(ADDRESS)) await once(started.child.stdout, "data")

  const page = await ask(ADDRESS, { headers: { Accept: "text/html" } })
  expect(page.body).toContain("/app/entry.client.tsx")
  expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self' 'nonce-/)
  const form = { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://evil.example" }
  const answers = [
    page,
    await ask(ADDRESS, { method: "POST", headers: form, body: "prompt=x" }),
    await ask(ADDRESS, { method: "OPTIONS" }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 403, 405])
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    })
  }
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${10 ** 9}\r\n\r\n`
  for (const [status, sent] of Object.entries({ 400: "no HTTP\r\n\r\n", 413: head })) {
    const answer = await askRaw(ADDRESS, [sent])
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toContain("X-Frame-Options: DENY")
  }
})

/** Puts a complete database into the data folder, and harms it. */
function withDatabase(harm: (folder: string) => void): () => NodeJS.ProcessEnv {
  return () => {
    const made = newDataDir()
    cpSync(made, dataDir, { recursive: true })
    rmSync(made, { recursive: true })
    harm(join(dataDir, "pg"))
    return {}
  }
}

function sizeOf(path: string): number {
  return statSync(path).size
}

/** Writes a bad file into the data folder. */
function fileIn(name: string): string {
  const file = join(dataDir, name)
  writeFileSync(file, "not what it should be ".repeat(100))
  return file
}

function start(variables: NodeJS.ProcessEnv = {}, parameters: string[] = []) {
  const started = spawn(process.execPath, [START, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...nodeEnvironment(), PORT: String(START_PORT), DATA_DIR: dataDir, ...variables },
  })
  child = started
  let printed = ""
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (piece) => {
      printed += piece
    })
  }
  return { child: started, printed: () => printed }
}

async function startReady(variables?: NodeJS.ProcessEnv) {
  const started = start(variables)
  let hasEnded = false
  started.child.once("close", () => {
    hasEnded = true
  })
  await expect
    .poll(() => hasEnded || started.printed().includes(ADDRESS), { timeout: MAY_BUILD_MS })
    .toBe(true)
  expect(started.printed()).toContain(ADDRESS)
  return started
}

async function run(variables?: NodeJS.ProcessEnv) {
  const started = start(variables)
  const [code] = await once(started.child, "close")
  return { code, printed: started.printed() }
}
