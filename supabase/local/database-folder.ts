import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import type { Lite } from "./load-lite.ts"
import { StartError } from "./start-problem.ts"

const MIB = 1_024 * 1_024
/** The space for a new database, and for the next segment of an existing one's log. */
const NEW_DATABASE_BYTES = 80 * MIB
const NEXT_LOG_BYTES = 20 * MIB

/** A folder without these was never a database. */
const PARTS = ["PG_VERSION", "global/pg_control", "base/1"]

/**
 * Makes room for the database at `folder`. Returns where it moved what stood there, or null.
 * It leaves two kinds of folder alone: one that was marked complete, whatever became of it, and one without the
 * mark that opens and has our tables, because a backup may lose an empty file. A first start that was killed
 * leaves neither. Nothing is ever deleted. Throws where nothing can be written.
 */
export async function makeWayForDatabase(lite: Lite, folder: string): Promise<string | null> {
  for (const path of [dirname(folder), folder]) if (existsSync(path)) accessSync(path, constants.W_OK)
  const isNew = !existsSync(folder) || isEmptyFolder(folder)
  requireSpace(dirname(folder), isNew ? NEW_DATABASE_BYTES : NEXT_LOG_BYTES)
  if (isNew || existsSync(markerIn(folder)) || (await holdsOurDatabase(lite, folder))) return null
  requireSpace(dirname(folder), NEW_DATABASE_BYTES)
  const aside = `${folder}-set-aside-${new Date().toISOString().replace(/\W/g, "-")}`
  renameSync(folder, aside)
  return aside
}

/** Marks the folder as complete, before it serves anyone. */
export function markDatabaseComplete(folder: string): void {
  writeFileSync(markerIn(folder), "")
}

function markerIn(folder: string): string {
  return join(folder, "luobi-complete")
}

function isEmptyFolder(folder: string): boolean {
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0
}

/** On a full disk, a sound database does not open either. */
function requireSpace(dataDir: string, bytes: number): void {
  const { blocks, bavail, bsize } = statfsSync(dataDir)
  // Some file systems do not report their free space.
  if (blocks > 0 && bavail * bsize < bytes) throw new StartError("disk-full", dataDir)
}

async function holdsOurDatabase(lite: Lite, folder: string): Promise<boolean> {
  if (PARTS.some((part) => !existsSync(join(folder, part)))) return false
  const { exitCode } = process
  try {
    const connection = await lite.createPgliteConnection({ url: folder })
    const { rows } = await connection.driver.query<{ n: number }>(
      "select count(*)::int as n from supabase_migrations.schema_migrations",
    )
    await connection.close()
    return (rows[0]?.n ?? 0) > 0
  } catch {
    return false
  } finally {
    // PGlite overwrites the exit code.
    process.exitCode = exitCode
  }
}
