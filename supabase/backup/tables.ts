import type { BackedUpTable, Manifest } from "./manifest.ts"
import type { Session } from "./session.ts"

/** Names a table for a statement, and the columns that are written, in their order. */
const TABLES = `
  select format('%I.%I', space.nspname, class.relname) as name,
    json_agg(quote_ident(field.attname) order by field.attnum) as columns
  from pg_class class
  join pg_namespace space on space.oid = class.relnamespace
  join pg_attribute field on field.attrelid = class.oid
  where class.relkind = 'r' and field.attnum > 0 and not field.attisdropped and field.attgenerated = ''
    and (
      -- How often somebody has tried something lately, and what the app's environment says, are nobody's data.
      (space.nspname = 'public' and class.relname not in ('quotas', 'retention'))
      -- No sessions: after a restoration everybody signs in anew.
      or (space.nspname = 'auth' and class.relname in ('users', 'identities'))
    )
  group by 1
  order by 1`
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::float8 as last
  from pg_sequences where schemaname = 'public' and last_value is not null order by 1`
const MIGRATIONS = "select version from supabase_migrations.schema_migrations order by version"
const OBJECTS = `
  select bucket_id as bucket, name as path, metadata ->> 'mimetype' as type,
    coalesce(substring(metadata ->> 'cacheControl' from '\\d+'), '3600') as "cacheSeconds"
  from storage.objects where bucket_id in ('avatars', 'novel_references') order by 1, 2`

export interface TableContent {
  name: string
  columns: string[]
  content: AsyncIterable<Uint8Array>
}

/** A stored file as its row describes it. */
export interface StoredObject {
  bucket: string
  path: string
  type: string | null
  cacheSeconds: string
}

/** What a backup holds of a database beside the rows of its tables. */
export interface Outline {
  migrations: string[]
  sequences: Manifest["sequences"]
  objects: StoredObject[]
}

/** Reads everything but the rows, in the session's transaction. */
export async function readOutline(session: Session): Promise<Outline> {
  return {
    migrations: await readMigrations(session),
    sequences: await session.query(SEQUENCES),
    objects: await session.query(OBJECTS),
  }
}

/** The migrations that the database has; none if it was never migrated. */
export async function readMigrations(session: Session): Promise<string[]> {
  const known = "select to_regclass('supabase_migrations.schema_migrations') is not null as yes"
  const [row] = await session.query<{ yes: boolean }>(known)
  if (!row?.yes) return []
  return (await session.query<{ version: string }>(MIGRATIONS)).map(({ version }) => version)
}

/** Reads the tables, one after another, in the session's transaction. */
export async function* readTables(session: Session): AsyncGenerator<TableContent> {
  for (const { name, columns } of await session.query<{ name: string; columns: string[] }>(TABLES)) {
    yield { name, columns, content: session.copyOut(`copy ${name} (${columns.join(", ")}) to stdout`) }
  }
}

interface TablesToLoad {
  tables: readonly BackedUpTable[]
  sequences: Manifest["sequences"]
  contentOf(table: BackedUpTable): AsyncIterable<Uint8Array>
}

/**
 * Writes all tables in one transaction, without triggers: the rows are complete, and some triggers would make others.
 * Throws, and leaves the database as it was, unless every table then has as many rows as the backup counted.
 */
export async function loadTables(session: Session, { tables, sequences, contentOf }: TablesToLoad) {
  await session.query("begin")
  try {
    await session.query("set local session_replication_role = replica")
    for (const table of tables) {
      const statement = `copy ${table.name} (${table.columns.join(", ")}) from stdin`
      await session.copyIn(statement, contentOf(table)).catch((error: Error) => {
        throw new Error(`${table.name} was refused: ${error.message}`, { cause: error })
      })
    }
    for (const { name, last } of sequences) await session.query(`select setval('${name}', ${last})`)
    await requireRows(session, tables)
    await session.query("commit")
  } catch (error) {
    await session.query("rollback")
    throw error
  }
}

async function requireRows(session: Session, tables: readonly BackedUpTable[]): Promise<void> {
  for (const { name, rows } of tables) {
    const [counted] = await session.query<{ rows: number }>(`select count(*)::int as rows from ${name}`)
    if (counted?.rows !== rows) throw new Error(`${name} has ${counted?.rows} rows instead of ${rows}`)
  }
}
