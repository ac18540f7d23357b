import { join } from "node:path"
import { type BackedUpTable, tableEntry } from "../backup/manifest.ts"
import type { Backup } from "../backup/read-backup.ts"
import { loadTables } from "../backup/tables.ts"
import { uploadFiles } from "../backup/upload-files.ts"
import { applyMigrations } from "./apply-migrations.ts"
import { markDatabaseComplete } from "./database-folder.ts"
import { loadLite } from "./load-lite.ts"
import { type BackendOptions, openDatabase, storageBehind, surround } from "./open-backend.ts"
import { pgliteSession } from "./pglite-session.ts"

/**
 * Makes the database and the files of an empty data folder from a backup. The rows go into the tables that they came
 * from, which are migrated afterwards. Throws unless all of it is there in the end.
 */
export async function restoreBackend(options: BackendOptions, backup: Backup): Promise<void> {
  const lite = await loadLite()
  const folder = join(options.dataDir, "pg")
  const connection = await openDatabase(lite, folder)
  const { tables, sequences, migrations } = backup.manifest
  try {
    const { fetch } = await surround(lite, connection, options)
    await applyMigrations(lite, connection, migrations)
    const contentOf = (table: BackedUpTable) => backup.content(tableEntry(table))
    await loadTables(pgliteSession(connection), { tables, sequences, contentOf })
    await applyMigrations(lite, connection)
    await uploadFiles(storageBehind(fetch, options.keys.secretKey), backup)
    markDatabaseComplete(folder)
  } finally {
    await connection.close()
  }
}
