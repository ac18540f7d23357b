/** What `npm start` does; `--dev` serves from the sources instead of a build. */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { buildWhenNeeded } from "./build-when-needed.ts"
import { ROOT, startChild, stopChildren } from "./children.ts"
import { loadParser, NO_SECRET } from "./environment-parser.ts"
import { findLocalModels, hasNoModel } from "./local-models.ts"
import { portProblem } from "./port.ts"
import { isDataDirInUse, startBackend } from "./start-backend.ts"
import { messages } from "./start-messages.ts"

const DEFAULT_PORT = "3000"
const PARENT_LOOK_MS = 250

const dev = process.argv.includes("--dev")
const port = Number(process.env.PORT || DEFAULT_PORT)
const host = process.env.HOST || (dev ? "localhost" : "0.0.0.0")
const dataDir = resolve(ROOT, process.env.DATA_DIR || ".data")
const embedded = !process.env.SUPABASE_URL

let leaving: Promise<never> | undefined
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void leave(0, messages.stopping))
leaveWithNpm()

await refuseWhatCannotWork()
const lookingForModels = hasNoModel(process.env) ? findLocalModels(process.env) : Promise.resolve([])
const variables = embedded ? await openEmbeddedBackend() : {}
if (!embedded) console.log(messages.usingSupabase(process.env.SUPABASE_URL ?? ""))
if (!dev && !(await buildWhenNeeded())) await leave(1, messages.buildFailed)
console.log(messages.startingApp)
const address = await startServer()
const localModels = await lookingForModels
if (localModels.length > 0) console.log(messages.localModels(localModels, process.platform))
console.log(messages.open(address))

async function refuseWhatCannotWork(): Promise<void> {
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) {
    return leave(1, messages.portNotValid(process.env.PORT ?? ""))
  }
  const notValid = await environmentProblem()
  if (notValid !== null) return leave(1, messages.environmentNotValid(notValid))
  if (embedded && isInUse()) return leave(1, messages.dataDirInUse(dataDir))
  const problem = await portProblem(port, host)
  if (problem === "EADDRINUSE") return leave(1, messages.portInUse(port))
  if (problem) return leave(1, messages.portNotAllowed(port, problem))
}

/** What server.ts would end with, though nothing is started yet. The embedded backend sets what it has itself. */
async function environmentProblem(): Promise<string | null> {
  const { parseEnvironment, EnvironmentError } = await loadParser()
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SESSION_SECRET, ...others } =
    process.env
  const given = embedded ? { ...others, SESSION_SECRET: SESSION_SECRET || NO_SECRET } : process.env
  try {
    parseEnvironment(given)
    return null
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
}

/** The backend itself reports any other problem with the lock. */
function isInUse(): boolean {
  try {
    return isDataDirInUse(dataDir)
  } catch {
    return false
  }
}

/** Returns the variables that a hosted Supabase would be configured with. */
async function openEmbeddedBackend(): Promise<NodeJS.ProcessEnv> {
  console.log(messages.startingBackend(dataDir))
  const { child, answered } = startBackend(dataDir, process.env.APP_ORIGIN || `http://localhost:${port}`)
  leaveWhenItEnds(child, "Supabase")
  const answer = await answered
  if (answer.type === "in-use") return leave(1, messages.dataDirInUse(dataDir))
  if (answer.type === "refused") {
    return leave(1, messages.cannotStart(answer.problem, answer.path, answer.detail))
  }
  if (answer.setAside) console.log(messages.setAside(answer.setAside))
  if (answer.hasLostKeys) console.log(messages.lostKeys(dataDir))
  return {
    SUPABASE_URL: answer.url,
    SUPABASE_PUBLISHABLE_KEY: answer.publishableKey,
    SUPABASE_SECRET_KEY: answer.secretKey,
    SESSION_SECRET: process.env.SESSION_SECRET || answer.sessionSecret,
  }
}

async function startServer(): Promise<string> {
  const app = startChild(["server.ts"], {
    ...variables,
    PORT: String(port),
    HOST: host,
    NODE_ENV: dev ? "development" : "production",
  })
  leaveWhenItEnds(app, "server.ts")
  const [message] = await once(app, "message")
  return (message as { url: string }).url
}

function leaveWhenItEnds(child: ChildProcess, name: string): void {
  child.once("exit", (code, signal) => void leave(1, messages.ended(name, String(signal ?? code))))
}

/** npm passes a SIGTERM to its shell only, which dies without passing it on. */
function leaveWithNpm(): void {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return // started from a terminal, which may be closed
  const look = () => {
    if (process.ppid !== parent) void leave(0, messages.stopping)
  }
  setInterval(look, PARENT_LOOK_MS).unref()
}

/** Prints the reason, ends what was started, then exits. Only the first call counts. */
function leave(code: number, reason: string): Promise<never> {
  leaving ??= (async () => {
    if (code === 0) console.log(reason)
    else console.error(reason)
    await stopChildren()
    process.exit(code)
  })()
  return leaving
}
