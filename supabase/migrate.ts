/**
 * Applies the migrations that the database of DATABASE_URL lacks, for places without the Supabase CLI: Fly.io's
 * release command and compose.yaml. `supabase db push` and this may follow each other.
 */
import postgres from "postgres"
import { listMigrations, type Migration } from "./list-migrations.ts"

/** Any number that nothing else locks. */
const LOCK = 2_026_010_100

// The history table is the CLI's.
const HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;
`
/** Quotes a migration, in which it must not stand. */
const TAG = "$luobi_migration$"

if (import.meta.main) {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) {
    console.error("Set DATABASE_URL to the address of the database, as the role postgres")
    process.exit(1)
  }
  const applied = await applyMigrations(DATABASE_URL)
  console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "no new migrations")
}

/** Applies what is missing, in order, each file whole or not at all; returns the names of the files. */
export async function applyMigrations(url: string): Promise<string[]> {
  // One connection, so that the lock is held by whoever migrates.
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${LOCK})`
    await sql.unsafe(HISTORY)
    const rows = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`
    const known = new Set(rows.map(({ version }) => version))
    const missing = listMigrations().filter(({ version }) => !known.has(version))
    const run = (statements: string) => sql.unsafe(statements)
    for (const migration of missing) await applyMigration(run, migration)
    // A PostgREST of one's own goes on with the tables that it found when it started.
    if (missing.length > 0) await sql`notify pgrst, 'reload schema'`
    return missing.map(({ version, name }) => `${version}_${name}.sql`)
  } finally {
    await sql.end()
  }
}

/** Applies and records one migration, whole or not at all. `run` runs statements, all on one connection. */
export async function applyMigration(
  run: (statements: string) => Promise<unknown>,
  { version, name, text }: Migration,
): Promise<void> {
  await run("begin")
  try {
    await run(HISTORY)
    await run(text)
    await run(`insert into supabase_migrations.schema_migrations (version, name, statements)
      values ('${version}', '${name}', array[${TAG}${text}${TAG}])`)
    await run("commit")
  } catch (error) {
    await run("rollback")
    throw new Error(`${version}_${name}: ${(error as Error).message}`, { cause: error })
  }
}
