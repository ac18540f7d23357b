import { once } from "node:events"
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { takeFileLock } from "../supabase/local/file-lock.ts"
import { ROOT, startChild } from "./children.ts"
import { messages } from "./start-messages.ts"

const BUILT = join(ROOT, "build/server/index.js")
const SOURCES = [
  "app",
  "public",
  "package-lock.json",
  "react-router.config.ts",
  "server",
  "tsconfig.json",
  "vite.config.ts",
]
const LOOK_AGAIN_MS = 200

/** Builds the app when there is no build or when its sources are newer; returns false when the build fails. */
export async function buildWhenNeeded(): Promise<boolean> {
  if (isFresh()) return true
  const lock = await takeBuildLock()
  try {
    return isFresh() || (await build())
  } finally {
    lock.release()
  }
}

/** A build writes the server's file last. */
function isFresh(): boolean {
  if (!existsSync(BUILT)) return false
  const built = statSync(BUILT).mtimeMs
  return SOURCES.every((source) => newestIn(join(ROOT, source)) < built)
}

function newestIn(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0 // no sources, as in the image
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** Two starts of one checkout, on two data folders, must not build at the same time. */
async function takeBuildLock() {
  mkdirSync(join(ROOT, ".react-router"), { recursive: true })
  for (let tries = 0; ; tries++) {
    const lock = takeFileLock(join(ROOT, ".react-router/build-lock"))
    if (lock) return lock
    if (tries === 0) console.log(messages.waitingForBuild)
    await sleep(LOOK_AGAIN_MS)
  }
}

async function build(): Promise<boolean> {
  console.log(messages.building)
  const cli = join(ROOT, "node_modules/@react-router/dev/bin.js")
  const child = startChild([cli, "build", "--logLevel", "warn"], { NODE_ENV: "production" })
  const [code] = await once(child, "exit")
  return code === 0
}
