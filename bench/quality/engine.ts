import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ConfigError } from "./config.ts"

const CHECKOUT = join(import.meta.dirname, "../..")
const DOOR = "app/server/writing/write-novel.server.ts"
const CLIENT = "app/server/writing/endpoint/openai-writer.server.ts"
const ARCHIVE_MAX_BYTES = 256 * 1024 * 1024

/** The writing engine of this checkout or of another revision. */
export interface Engine {
  writeNovel: typeof import("#app/server/writing/write-novel.server.ts").writeNovel
  createOpenAIWriter: typeof import("#app/server/writing/endpoint/openai-writer.server.ts").createOpenAIWriter
  /** A hash of its sources: texts of another engine are never taken for its own. */
  fingerprint: string
  /** Deletes the other revision's files. */
  remove(): void
}

/**
 * Loads the engine that a mode names: `engine`, or `engine@REVISION` from a temporary folder that holds that
 * revision's `app` and uses this checkout's packages. Throws a `ConfigError` when there is none.
 */
export async function loadEngine(mode: string): Promise<Engine> {
  const [, revision] = mode.split(/@(.*)/s)
  if (revision === undefined) return { ...(await load(CHECKOUT)), remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), "luobi-engine-"))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    unpack(revision, folder)
    return { ...(await load(folder)), remove }
  } catch (error) {
    remove()
    throw new ConfigError(`${mode}: ${error instanceof Error ? error.message : error}`)
  }
}

function unpack(revision: string, folder: string): void {
  const archive = execFileSync("git", ["archive", "--format=tar", revision, "--", "app", "package.json"], {
    cwd: CHECKOUT,
    maxBuffer: ARCHIVE_MAX_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  })
  execFileSync("tar", ["-x", "-f", "-", "-C", folder], { input: archive })
  symlinkSync(join(CHECKOUT, "node_modules"), join(folder, "node_modules"), "junction")
}

/** The modules import each other by `#app/…`, which Node reads from the package.json beside them. */
async function load(root: string): Promise<Omit<Engine, "remove">> {
  for (const file of [DOOR, CLIENT]) {
    if (!existsSync(join(root, file))) throw new Error(`this revision has no ${file}`)
  }
  const { writeNovel } = await import(pathToFileURL(join(root, DOOR)).href)
  const { createOpenAIWriter } = await import(pathToFileURL(join(root, CLIENT)).href)
  return { writeNovel, createOpenAIWriter, fingerprint: fingerprintOf(root) }
}

function fingerprintOf(root: string): string {
  const hash = createHash("sha256")
  for (const file of globSync("app/{domain,server/writing}/**/*.ts", { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest("hex").slice(0, 16)
}
