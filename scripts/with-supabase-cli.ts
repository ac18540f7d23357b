import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type PlainPostgres, startPlainPostgres } from "../tests/support/backend/plain-postgres.ts"

const CLI = "supabase@3.1.0"
const SUPABASE = join(import.meta.dirname, "../supabase")

interface Tools {
  /** A server with everything that hosted Supabase provides, and none of our migrations. */
  database: PlainPostgres
  /** Runs the CLI against that server with a copy of supabase/ and returns what it prints. */
  supabase(...command: string[]): string
}

/**
 * Provides the official CLI (142 MB, so it goes into a temporary folder) and a Postgres, and deletes both
 * afterwards.
 */
export async function withSupabaseCli(run: (tools: Tools) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "luobi-cli-"))
  const database = await startPlainPostgres()
  try {
    console.log("installing the Supabase CLI")
    execFileSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", CLI], { stdio: "inherit" })
    for (const name of ["config.toml", "migrations", "templates"]) {
      cpSync(join(SUPABASE, name), join(folder, "supabase", name), { recursive: true })
    }
    const binary = join(folder, "node_modules/.bin/supabase")
    const supabase = (...command: string[]) =>
      execFileSync(binary, [...command, `--remote=${database.url("postgres")}`], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
        // Without PGSSLMODE, a notice about TLS ends up in the output.
        env: { ...process.env, PGSSLMODE: "disable", DO_NOT_TRACK: "1" },
      })
    await run({ database, supabase })
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
