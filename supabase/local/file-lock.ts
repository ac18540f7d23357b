import { DatabaseSync } from "node:sqlite"
import { StartError, type StartProblem } from "./start-problem.ts"

const SQLITE_BUSY = 5
const PROBLEMS: Record<number, StartProblem> = {
  8: "read-only",
  13: "disk-full",
  14: "lock-damaged", // it cannot be opened
  26: "lock-damaged", // it is no database
}

export interface FileLock {
  release(): void
}

/**
 * Takes the lock that this file stands for; null while another process has it.
 *
 * SQLite's lock is the kernel's: it goes with its process however that ends, and it asks no process id,
 * which may be recycled. Throws a StartError where the file cannot be a lock.
 */
export function takeFileLock(file: string): FileLock | null {
  const database = openLock(file)
  if (!database) return null
  held.add(database)
  return {
    release() {
      held.delete(database)
      database.close()
    },
  }
}

function openLock(file: string): DatabaseSync | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file)
    // The journal in memory: no second file is left behind where the process is killed.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    return database
  } catch (error) {
    database?.close()
    const { errcode = 0 } = error as { errcode?: number }
    if (errcode === SQLITE_BUSY) return null
    const problem = PROBLEMS[errcode & 0xff]
    throw problem ? new StartError(problem, file, error) : error
  }
}

// What is collected is closed, and what is closed is unlocked.
const held = new Set<DatabaseSync>()
