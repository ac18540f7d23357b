import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { createClient } from "@supabase/supabase-js"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { isDataDirInUse } from "../../../scripts/start-backend.ts"
import {
  type EmbeddedBackend,
  newDataDir,
  startEmbeddedBackend,
} from "../../support/backend/embedded-backend.ts"

const MAIN = join(import.meta.dirname, "../../../supabase/local/main.ts")

let dataDir = ""
let started: EmbeddedBackend[] = []

beforeEach(() => {
  dataDir = newDataDir()
})

afterEach(async () => {
  for (const backend of started) await backend.kill()
  started = []
  rmSync(dataDir, { recursive: true, force: true })
})

test("data, keys and address survive a restart", async () => {
  emptyDataDir()
  const first = await start()
  const account = { email: "a@example.com", password: "password1" }
  await clientOf(first).auth.signUp(account)
  await first.stop()
  expect(readdirSync(dataDir).sort()).toEqual(["keys.json", "lock", "pg", "port", "url"])
  expect(statSync(join(dataDir, "keys.json")).mode & 0o777).toBe(0o600)

  const second = await start()
  const { url, publishableKey, secretKey, sessionSecret } = first
  expect(second).toMatchObject({ url, publishableKey, secretKey, sessionSecret })
  expect((await clientOf(second).auth.signInWithPassword(account)).error).toBeNull()
})

test("a second start on the folder is refused and changes nothing; after a kill the next one works at once", async () => {
  const first = await start()
  const before = snapshot()
  await expect(start()).rejects.toThrow("is in use")
  expect(snapshot()).toEqual(before)

  await clientOf(first).auth.signUp({ email: "a@example.com", password: "password1" })
  await first.kill()
  const next = await start()
  const signedIn = await clientOf(next).auth.signInWithPassword({
    email: "a@example.com",
    password: "password1",
  })
  expect(signedIn.error).toBeNull()
})

test("a first start that is killed halfway does not spoil the folder", async () => {
  emptyDataDir()
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
  while (!existsSync(join(dataDir, "pg/base/1"))) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill("SIGKILL")
  await once(child, "exit")
  const next = await start()
  expect((await clientOf(next).from("novels").select()).error).toBeNull()
})

test("takes the next port while another program is on its own, and returns to it later", async () => {
  const first = await start()
  await first.stop()
  const port = Number(new URL(first.url).port)
  const other = createServer().listen(port, "127.0.0.1")
  await once(other, "listening")
  const second = await start()
  expect(Number(new URL(second.url).port)).toBeGreaterThan(port)
  await second.stop()
  other.close()
  expect((await start()).url).toBe(first.url)
})

test("ends with the process that started it", async () => {
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `const child = require("node:child_process").spawn(process.execPath, [${JSON.stringify(MAIN)}], { stdio: ["ignore", "ignore", "inherit", "ipc"] })
       child.once("message", (message) => console.log(message.url))`,
    ],
    { env: { PATH: process.env.PATH, DATA_DIR: dataDir }, stdio: ["ignore", "pipe", "inherit"] },
  )
  const [url] = await once(parent.stdout, "data")
  expect((await fetch(`${String(url).trim()}/rest/v1/`)).status).toBeLessThan(500)
  parent.kill("SIGKILL")
  await once(parent, "exit")
  await vi.waitUntil(() => !isDataDirInUse(dataDir), { timeout: 60_000 })
  expect((await start()).url).toBe(String(url).trim())
})

test("serves nothing else, prints mails as links to the app, and refusals in one line without values", async () => {
  const backend = await startEmbeddedBackend({
    dataDir,
    confirmEmail: true,
    appOrigin: "https://luobi.example",
  })
  started.push(backend)

  const elsewhere = [
    "/_system/info",
    "/_system/config",
    "/_system/introspect",
    "/",
    "/rest/v2",
    "//_system/info",
  ]
  for (const path of [...elsewhere, "/rest/v1/../../_system/info", "/rest/v1/%2e%2e/%2e%2e/_system/info"]) {
    expect((await fetch(backend.url + path)).status, path).toBe(404)
  }

  await clientOf(backend).rpc("get_generation", { p_id: "something private" })
  expect(backend.output()).toBe("embedded backend: 42501 permission denied for function get_generation\n")

  await clientOf(backend).auth.signUp({ email: "a@example.com", password: "password1" })
  const [link = ""] = /https:\/\/luobi\.example\/auth\/confirm\?\S+/.exec(backend.output()) ?? []
  const query = new URL(link).searchParams
  expect(query.get("type")).toBe("signup")
  const token = { type: "signup", token_hash: query.get("token_hash") ?? "" } as const
  expect((await clientOf(backend).auth.verifyOtp(token)).data.user?.email).toBe("a@example.com")
})

function emptyDataDir(): void {
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir)
}

async function start(): Promise<EmbeddedBackend> {
  const backend = await startEmbeddedBackend({ dataDir })
  started.push(backend)
  return backend
}

function clientOf({ url, publishableKey }: EmbeddedBackend) {
  return createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** The name, size and time of everything in the folder. */
function snapshot() {
  return readdirSync(dataDir, { recursive: true })
    .map((name) => ({ name, stat: statSync(join(dataDir, String(name))) }))
    .map(({ name, stat }) => `${name} ${stat.size} ${stat.mtimeMs}`)
    .concat(readFileSync(join(dataDir, "keys.json"), "utf8"))
}
