/**
 * Writes app/server/database.types.ts from the migrations: applies them to a database that is thrown away, and
 * lets the official CLI read it. The CLI (142 MB) is installed in a temporary folder, not in the project.
 */
import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { readOrMakeKeys } from "../supabase/local/backend-keys.ts"
import { openBackend } from "../supabase/local/open-backend.ts"

// pglite-socket wants exactly this pglite; it is the one that @supabase/lite 0.10.0 brings.
const TOOLS = ["supabase@3.1.0", "@electric-sql/pglite-socket@0.1.5", "@electric-sql/pglite@0.4.5"]
const TYPES_FILE = join(import.meta.dirname, "../app/server/database.types.ts")
const PORT = 20_432

const work = mkdtempSync(join(tmpdir(), "luobi-types-"))
try {
  console.log("migrating")
  const keys = readOrMakeKeys(work)
  const backend = await openBackend({
    dataDir: work,
    keys,
    appOrigin: "http://127.0.0.1",
    confirmEmail: false,
  })
  await backend.close()

  console.log("installing the Supabase CLI")
  execFileSync("npm", ["install", "--prefix", work, "--no-audit", "--no-fund", ...TOOLS], {
    stdio: "inherit",
  })

  console.log("reading the schema")
  writeFileSync(TYPES_FILE, await readTypes())
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function readTypes(): Promise<string> {
  const { PGlite } = await importTool("pglite")
  const { PGLiteSocketServer } = await importTool("pglite-socket")
  const database = await PGlite.create({ dataDir: join(work, "pg") })
  const server = new PGLiteSocketServer({ db: database, port: PORT, host: "127.0.0.1" })
  await server.start()
  try {
    return await runCli()
  } finally {
    await server.stop()
    await database.close()
  }
}

/** Asynchronous: the database it asks answers from this process. */
async function runCli(): Promise<string> {
  const url = `postgres://postgres@127.0.0.1:${PORT}/postgres?sslmode=disable`
  const { stdout } = await promisify(execFile)(
    join(work, "node_modules/.bin/supabase"),
    ["gen", "types", "typescript", "--db-url", url, "--schema", "public"],
    // Without it a notice about TLS lands in the types.
    { cwd: work, env: { ...process.env, PGSSLMODE: "disable", DO_NOT_TRACK: "1" } },
  )
  return format(stdout)
}

/** The CLI's own layout is not for reading. */
function format(types: string): string {
  const biome = join(import.meta.dirname, "../node_modules/.bin/biome")
  return execFileSync(biome, ["format", "--stdin-file-path=types.ts"], { input: types, encoding: "utf8" })
}

function importTool(name: string) {
  return import(pathToFileURL(join(work, "node_modules/@electric-sql", name, "dist/index.js")).href)
}
