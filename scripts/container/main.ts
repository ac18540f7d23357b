/**
 * `npm run container:try`: builds the image of the Dockerfile and does the app's main job in a container of it, which
 * is not root, cannot write and, without Docker, has no shell. Exits with 1 at the first step that fails.
 */
import { deepStrictEqual as equal, ok } from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type PlainPostgres, startPlainPostgres } from "../../tests/support/backend/plain-postgres.ts"
import { startScriptedUpstream } from "../../tests/support/upstream/scripted-upstream.ts"
import { ROOT, stopChildren } from "../children.ts"
import { startBackend } from "../start-backend.ts"
import { findBuilder } from "./find-builder.ts"
import { BASE, type Builder, type Container, type Image } from "./image.ts"
import { PlainVisitor } from "./plain-visitor.ts"

const PORT = Number(process.env.PORT || 3_990)
const ORIGIN = `http://127.0.0.1:${PORT}`
const CHARACTERS_PER_SECOND = 800
/** Of the shortest novel and of the longest, in characters. */
const SHORT = { length: "1", least: 1_600 }
const LONG = { length: "5", least: 8_000, seenBeforeStop: 500 }
const DRAIN_MS = 10_000
const START_MS = 30_000
const LOOK_AGAIN_MS = 200
const MEGABYTE = 1_000_000
const LAST_MIGRATION = readdirSync(join(ROOT, "supabase/migrations")).sort().at(-1) ?? ""

const folder = mkdtempSync(join(tmpdir(), "luobi-container-"))
const builder = findBuilder(folder)
if (typeof builder === "string") {
  console.error(builder)
  rmSync(folder, { recursive: true })
  process.exit(1)
}
const started: { container: Container | null; database: PlainPostgres | null } = {
  container: null,
  database: null,
}
try {
  await tryContainer(builder)
  console.log("the container did all of it")
} catch (error) {
  console.error(error)
  console.error(started.container?.output() ?? "")
  process.exitCode = 1
} finally {
  await started.container?.end("SIGKILL")
  await stopChildren()
  await started.database?.stop()
  builder.cleanUp()
  rmSync(folder, { recursive: true, force: true })
}
// The scripted endpoint still listens.
process.exit()

async function tryContainer(builder: Builder): Promise<void> {
  const image = await builder.build()
  const { base, own } = image.bytes
  step(`image: ${megabytes(base)} MB of ${BASE} and ${megabytes(own)} MB of its own`)

  const variables = await startSurroundings()
  await start(image, variables)
  await checkLimits()
  await checkHealth(image)
  await checkMigrations()

  const visitor = new PlainVisitor(ORIGIN)
  const id = await visitor.describe("雨夜，旧书店的店主收到一封没有署名的信", SHORT.length)
  const { text, isWhole } = await visitor.read(id)
  ok(isWhole && text.length > SHORT.least, `the page ended after ${text.length} characters`)
  step(`a visitor without script read ${text.length} characters to their end`)

  await visitor.signUp(`${randomUUID()}@example.com`, "correct horse")
  const link = await visitor.savePublic(id)
  const shared = await new PlainVisitor(ORIGIN).get(link)
  const [opening = ""] = text.split("\n")
  ok(shared.includes(opening), "the share page lacks the novel's first paragraph")
  const picture = await fetch(`${ORIGIN}${link}/picture.png`)
  equal([picture.status, picture.headers.get("content-type")], [200, "image/png"])
  step(`signed up, saved and published; a stranger reads ${link} and sees its picture`)

  await checkDraining(image, variables, visitor)
}

/** The backend, the model's endpoint and an empty database to migrate; returns the variables that name them. */
async function startSurroundings(): Promise<Record<string, string>> {
  const { answered } = startBackend(join(folder, "data"), ORIGIN)
  const backend = await answered
  if (backend.type !== "ready") throw new Error(`the embedded backend did not start: ${backend.type}`)
  const upstream = await startScriptedUpstream("well", { charactersPerSecond: CHARACTERS_PER_SECOND })
  const database = await startPlainPostgres()
  started.database = database
  return {
    DATABASE_URL: database.url("postgres"),
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_MODEL: "scripted",
    PORT: String(PORT),
  }
}

async function start(image: Image, variables: Record<string, string>): Promise<void> {
  started.container = image.start(variables)
  const until = Date.now() + START_MS
  while (Date.now() < until) {
    const health = await fetch(`${ORIGIN}/healthz`).catch(() => null)
    if (health?.ok) return
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error("the container does not answer")
}

/** Looks from inside, with the image's own node. */
async function checkLimits(): Promise<void> {
  const look = `
    const { writeFileSync } = require("node:fs")
    const { spawnSync } = require("node:child_process")
    let write = "done"
    try { writeFileSync("/app/written", "") } catch (error) { write = error.code }
    const shell = spawnSync("/bin/sh", ["-c", "exit 0"]).status
    console.log(JSON.stringify({ user: process.getuid(), write, shell: shell === 0 }))`
  const { code, output } = await running().run(["node", "-e", look])
  equal(code, 0, output)
  const { user, write, shell } = JSON.parse(output)
  equal({ user, write }, { user: 1000, write: "EROFS" })
  equal(shell, running().hasShell, "a shell is not where it should be")
  step(`user ${user}, read-only root file system, ${shell ? "a" : "no"} shell`)
}

async function checkHealth({ healthCheck }: Image): Promise<void> {
  equal(await plainText("/healthz"), "ok")
  equal(await plainText("/readyz"), "ready\nwriter: model")
  const { code, output } = await running().run(healthCheck)
  equal(code, 0, `the image's HEALTHCHECK says ${output}`)
  step("/healthz, /readyz and the image's own HEALTHCHECK agree")
}

/** What Fly.io's release command and compose.yaml run. */
async function checkMigrations(): Promise<void> {
  const migrate = () => running().run(["node", "supabase/migrate.ts"])
  const [first, second] = [await migrate(), await migrate()]
  equal([first.code, second.code], [0, 0], first.output)
  ok(first.output.includes(LAST_MIGRATION), first.output)
  equal(second.output, "no new migrations\n")
  step(`migrated an empty database up to ${LAST_MIGRATION}`)
}

/** Ends the process while it writes, and lets another one go on with the same text. */
async function checkDraining(
  image: Image,
  variables: Record<string, string>,
  visitor: PlainVisitor,
): Promise<void> {
  const id = await visitor.describe("第二天，来取信的人没有带伞", LONG.length)
  const seen = Promise.withResolvers<void>()
  const reading = visitor.read(id, (characters) => {
    if (characters > LONG.seenBeforeStop) seen.resolve()
  })
  // A page that ends early must not leave this waiting.
  await Promise.race([seen.promise, reading])
  const began = performance.now()
  const code = await running().end("SIGTERM")
  const ms = Math.round(performance.now() - began)
  equal(code, 0, "the process did not end by itself")
  ok(ms < DRAIN_MS, `the process took ${ms} ms to end`)
  const before = await reading
  ok(!before.isWhole && before.text.length > LONG.seenBeforeStop, "the process had nothing to hand over")
  step(`SIGTERM after ${before.text.length} characters: ended after ${ms} ms`)

  await start(image, variables)
  const kept = await visitor.keptText(id)
  ok(kept.startsWith(before.text), "the new container lacks text that its reader has seen")
  const after = await visitor.read(id)
  ok(after.isWhole && after.text.length > LONG.least, `the page ended after ${after.text.length} characters`)
  ok(after.text.startsWith(before.text), "the text changed when another container went on")
  step(`another container kept ${kept.length} characters and wrote on to ${after.text.length}`)
  equal(await running().end("SIGTERM"), 0)
}

function running(): Container {
  if (!started.container) throw new Error("no container was started")
  return started.container
}

async function plainText(path: string): Promise<string> {
  return (await fetch(`${ORIGIN}${path}`)).text()
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(0)
}

function step(done: string): void {
  console.log(`✓ ${done}`)
}
