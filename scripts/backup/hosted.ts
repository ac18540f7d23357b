import type { Readable } from "node:stream"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { type BackedUpTable, tableEntry } from "../../supabase/backup/manifest.ts"
import type { Backup } from "../../supabase/backup/read-backup.ts"
import type { Session } from "../../supabase/backup/session.ts"
import { loadTables, readMigrations, readOutline, readTables } from "../../supabase/backup/tables.ts"
import { uploadFiles } from "../../supabase/backup/upload-files.ts"
import { writeBackup } from "../../supabase/backup/write-backup.ts"
import { listMigrations, type Migration } from "../../supabase/list-migrations.ts"
import { applyMigration } from "../../supabase/migrate.ts"
import { Refusal } from "../refusal.ts"
import { withPostgres } from "./postgres-session.ts"

export interface Project {
  databaseUrl: string
  storage: SupabaseClient["storage"]
}

const MISSING = `Set SUPABASE_URL, SUPABASE_SECRET_KEY and DATABASE_URL (Supabase: Connect, "Session pooler" or
"Direct connection"; the role is postgres).`

/** The project that the variables name. */
export function projectOf({ SUPABASE_URL, SUPABASE_SECRET_KEY, DATABASE_URL }: NodeJS.ProcessEnv): Project {
  if (!SUPABASE_URL || !SUPABASE_SECRET_KEY || !DATABASE_URL) throw new Refusal(MISSING)
  const settings = { auth: { persistSession: false, autoRefreshToken: false } }
  return {
    databaseUrl: DATABASE_URL,
    storage: createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, settings).storage,
  }
}

/** Gives a backup of a project to `use`. One transaction reads all rows; files follow, as its rows name them. */
export function backUpHosted<Value>(
  { databaseUrl, storage }: Project,
  use: (backup: Readable) => Promise<Value>,
): Promise<Value> {
  return withPostgres(databaseUrl, async (session) => {
    await session.query("begin isolation level repeatable read read only")
    const outline = await readOutline(session)
    if (outline.migrations.length === 0) throw new Refusal("This database has no tables of Luobi.")
    return use(
      writeBackup({ backend: "supabase", outline, tables: readTables(session), storage, keys: null }),
    )
  })
}

/**
 * Restores a backup into a project without people: the migrations that the backup knows, its files and rows, then the
 * newer migrations.
 */
export function restoreHosted({ databaseUrl, storage }: Project, backup: Backup): Promise<void> {
  return withPostgres(databaseUrl, async (session) => {
    const { tables, sequences, migrations } = backup.manifest
    const applied = await readMigrations(session)
    if (applied.length > 0 && applied.join() !== migrations.join()) {
      throw new Refusal(
        `The backup is from migration ${migrations.at(-1)}, and this database is at ${applied.at(-1)}. ` +
          "Restore into a new project without tables: the command makes them. Nothing was changed.",
      )
    }
    await requireNobody(session, tables)
    const isOld = ({ version }: Migration) => migrations.includes(version)
    const missing = listMigrations().filter(({ version }) => !applied.includes(version))
    for (const migration of missing.filter(isOld)) await applyMigration(session.run, migration)
    // Before the rows: a restoration that breaks off finds nobody the next time, either.
    await uploadFiles(storage, backup)
    const contentOf = (table: BackedUpTable) => backup.content(tableEntry(table))
    await loadTables(session, { tables, sequences, contentOf })
    for (const migration of missing.filter((one) => !isOld(one))) await applyMigration(session.run, migration)
  })
}

async function requireNobody(session: Session, tables: readonly BackedUpTable[]): Promise<void> {
  for (const { name } of tables) {
    const [found] = await session.query<{ yes: boolean }>(`select to_regclass('${name}') is not null as yes`)
    const rows = found?.yes ? await session.query(`select from ${name} limit 1`) : []
    if (rows.length === 0) continue
    throw new Refusal(
      `${name} holds rows already. Restore into a new project, and keep this one as it is. Nothing was changed.`,
    )
  }
}
