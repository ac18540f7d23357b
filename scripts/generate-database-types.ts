/**
 * Writes app/server/supabase/database.types.ts: the types that the official CLI reads from a migrated database.
 */
import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { migrate } from "../tests/support/backend/plain-postgres.ts"
import { withSupabaseCli } from "./with-supabase-cli.ts"

const TYPES_FILE = join(import.meta.dirname, "../app/server/supabase/database.types.ts")

/** The CLI ends its file with shorthands for the types of a table or an enum. supabase-js needs none of them. */
const UNUSED_HELPERS = /^type DatabaseWithoutInternals\b/m

await withSupabaseCli(async ({ database, supabase }) => {
  await migrate(database)
  const [types = ""] = supabase("gen", "types", "typescript", "--schema", "public").split(UNUSED_HELPERS)
  writeFileSync(TYPES_FILE, format(types))
})

/** Biome formats the types like the rest of the code. */
function format(types: string): string {
  const biome = join(import.meta.dirname, "../node_modules/.bin/biome")
  return execFileSync(biome, ["format", "--stdin-file-path=types.ts"], { input: types, encoding: "utf8" })
}
