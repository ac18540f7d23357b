import { DatabaseSync } from "node:sqlite"

const SQLITE_BUSY = 5

export interface FileLock {
  release(): void
}

/**
 * Takes the lock that this file stands for; null while another process has it.
 *
 * SQLite's lock is the kernel's: it goes with its process however that ends, and it asks no process id,
 * which may be recycled.
 */
export function takeFileLock(file: string): FileLock | null {
  const database = new DatabaseSync(file)
  try {
    // The journal in memory: no second file is left behind where the process is killed.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
  held.add(database)
  return {
    release() {
      held.delete(database)
      database.close()
    },
  }
}

// What is collected is closed, and what is closed is unlocked.
const held = new Set<DatabaseSync>()
