import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import type { BackendMessage } from "../supabase/local/backend-message.ts"
import { takeFileLock } from "../supabase/local/file-lock.ts"
import { startChild } from "./children.ts"

/** Whether another start uses this folder. Creates nothing. */
export function isDataDirInUse(dataDir: string): boolean {
  const file = join(dataDir, "lock")
  if (!existsSync(file)) return false
  const lock = takeFileLock(file)
  lock?.release()
  return lock === null
}

/** Starts the embedded backend; its first message says whether it is ready. */
export function startBackend(dataDir: string, appOrigin: string) {
  const child = startChild(["supabase/local/main.ts"], {
    DATA_DIR: dataDir,
    APP_ORIGIN: appOrigin,
    NODE_ENV: "production",
  })
  const answered = once(child, "message").then(([message]) => message as BackendMessage)
  return { child, answered }
}
