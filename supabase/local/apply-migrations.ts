import type { PgliteConnection } from "@supabase/lite/pglite"
import { listMigrations } from "../list-migrations.ts"
import type { Lite } from "./load-lite.ts"

/**
 * Applies the migrations that this database lacks, or those of them that `wanted` names, each file whole or not at
 * all. The history table is the Supabase CLI's.
 */
export async function applyMigrations(
  lite: Lite,
  connection: PgliteConnection,
  wanted: readonly string[] | null = null,
): Promise<void> {
  await connection.driver.exec(ROLES)
  await lite.ensureHistoryTable(connection)
  const applied = new Set(await lite.appliedVersions(connection))

  for (const { version, name, text } of listMigrations()) {
    if (applied.has(version) || wanted?.includes(version) === false) continue
    const statements = lite.splitSqlStatements(text)
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${literal(version)}, ${literal(name)}, array[${statements.map(literal).join(", ")}]::text[])`
    await connection.transaction([...statements, record], { intent: "migration" })
  }
}

// Lite creates these roles at the first request, after the migrations that name them. Hosted Supabase has the
// grant; without it, auth.uid() fails in functions that run as their caller.
const ROLES = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end $$;
grant usage on schema auth to anon, authenticated, service_role;
`

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
