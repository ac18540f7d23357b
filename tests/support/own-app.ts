import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { nodeEnvironment } from "./node-environment.ts"

const ROOT = join(import.meta.dirname, "../..")
/** Apart from all ports that the kernel, the embedded backends and the tests' fixed servers take while the app starts. */
const FIRST_PORT = 11_000
const PORTS_PER_WORKER = 400
const WORKERS_MAX = 20

export interface OwnApp {
  origin: string
  /** For tests that end or pause it otherwise than by `stop`. */
  child: ChildProcess
  /** What it has printed so far. */
  output(): string
  stop(): Promise<void>
}

/**
 * Starts the built app as a process with these environment variables and no others; `PORT` may be one of them.
 */
export async function startApp(
  variables: Record<string, string>,
  nodeOptions: string[] = [],
): Promise<OwnApp> {
  const port = Number(variables.PORT ?? (await findFreePort()))
  const child = spawn(process.execPath, [...nodeOptions, "server.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...nodeEnvironment(),
      NODE_ENV: "production",
      PORT: String(port),
      SESSION_SECRET: "a secret of the browser tests",
      DEMO_CHARACTERS_PER_SECOND: "5000",
      ...variables,
    },
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (output += piece))
  const ended = once(child, "exit")
  await Promise.race([
    once(child, "message"),
    ended.then(() => Promise.reject(new Error(`the app ended:\n${output}`))),
  ])
  return {
    origin: `http://localhost:${port}`,
    child,
    output: () => output,
    async stop() {
      child.kill("SIGTERM")
      await ended
      // A browser run searches all logs at its end.
      const folder = process.env.E2E_LOG_FOLDER
      if (folder) writeFileSync(join(folder, `app-${child.pid}.log`), output)
    },
  }
}

/** The backend that all route tests share, for a test that starts its own app. */
export function sharedBackend(): Record<string, string> {
  const names = ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY", "SESSION_SECRET"]
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]))
}

/**
 * Each worker of a run takes ports of its own, one after another, because a port that is found free is bound a second
 * later. The first one is random, for the sake of a second run on the machine.
 */
let portOffset = randomInt(PORTS_PER_WORKER)

async function findFreePort(): Promise<number> {
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? process.env.VITEST_POOL_ID ?? 0) % WORKERS_MAX
  portOffset = (portOffset + 1) % PORTS_PER_WORKER
  const port = FIRST_PORT + worker * PORTS_PER_WORKER + portOffset
  const server = createServer().listen(port)
  try {
    await once(server, "listening")
  } catch {
    return findFreePort()
  }
  server.close()
  await once(server, "close")
  return port
}
