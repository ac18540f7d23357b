import { existsSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { StartError, type StartProblem } from "./start-problem.ts"

const SQLITE_BUSY = 5
const SQLITE_CANTOPEN = 14
const PROBLEMS: Record<number, StartProblem> = {
  8: "read-only",
  13: "disk-full",
  [SQLITE_CANTOPEN]: "lock-damaged",
  26: "lock-damaged", // the file is not a database
}

export interface FileLock {
  release(): void
}

/**
 * Takes the lock that this file stands for; returns null while another process has it.
 *
 * SQLite uses the kernel's lock: it is released however its process ends, and it needs no process id, which the
 * system may reuse. Throws a StartError when the file cannot be a lock.
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
    // Keeps the journal in memory, so that a killed process leaves no second file behind.
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    return database
  } catch (error) {
    database?.close()
    const { errcode = 0 } = error as { errcode?: number }
    if (errcode === SQLITE_BUSY) return null
    const code = errcode & 0xff
    // A folder that takes no new file.
    const isMissing = code === SQLITE_CANTOPEN && !existsSync(file)
    const problem = isMissing ? "read-only" : PROBLEMS[code]
    throw problem ? new StartError(problem, file, error) : error
  }
}

// Garbage collection would close the database and so release the lock.
const held = new Set<DatabaseSync>()
