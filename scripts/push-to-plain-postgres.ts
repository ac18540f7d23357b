/**
 * Runs what a deployment runs, `supabase db push`, against a disposable Postgres. A second push must find
 * nothing to do, and neither must what Fly.io and compose.yaml run instead.
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import postgres from "postgres"
import { applyMigrations } from "../supabase/migrate.ts"
import { withSupabaseCli } from "./with-supabase-cli.ts"

const MIGRATIONS = join(import.meta.dirname, "../supabase/migrations")

await withSupabaseCli(async ({ database, supabase }) => {
  const sql = postgres(database.url("postgres"), { max: 1 })
  // xmin changes whenever a row changes.
  const applied = () =>
    sql`select version || '_' || name || '.sql' as file, xmin from supabase_migrations.schema_migrations order by 1`
  try {
    console.log(supabase("db", "push", "--yes"))
    const first = await applied()
    const files = readdirSync(MIGRATIONS).sort()
    if (String(first.map(({ file }) => file)) !== String(files))
      throw new Error("not every migration was applied")

    console.log(supabase("db", "push", "--yes"))
    if (JSON.stringify(await applied()) !== JSON.stringify(first))
      throw new Error("a second push changed something")
    if ((await applyMigrations(database.url("postgres"))).length > 0)
      throw new Error("supabase/migrate.ts does not know what the CLI applied")
    console.log(supabase("migration", "list"))
    console.log(`${files.length} migrations pushed; a second push changed nothing`)
  } finally {
    await sql.end()
  }
})
