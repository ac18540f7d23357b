import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

const SQLITE_BUSY = 5

/**
 * Makes this process the only one on the folder, for as long as it lives; false when another one is.
 *
 * PGlite takes no lock, and two processes on one folder destroy each other's rows. SQLite's lock is the
 * kernel's: it goes with its process however that ends, and asks no process id, which may be recycled.
 */
export function lockDataDir(dataDir: string): boolean {
  const database = new DatabaseSync(join(dataDir, "lock"))
  try {
    // In memory: no second file is left behind where the process is killed.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
  held.push(database)
  return true
}

// What is collected is closed, and what is closed is unlocked.
const held: DatabaseSync[] = []
