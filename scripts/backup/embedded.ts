import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { KEYS_ENTRY } from "../../supabase/backup/manifest.ts"
import type { Backup } from "../../supabase/backup/read-backup.ts"
import { type BackendKeys, keepKeys, readOrMakeKeys } from "../../supabase/local/backend-keys.ts"
import { takeFileLock } from "../../supabase/local/file-lock.ts"
import { openUnchanged } from "../../supabase/local/open-backend.ts"
import { restoreBackend } from "../../supabase/local/restore-backend.ts"
import { BACKUP_PATH } from "../../supabase/local/serve.ts"
import { Refusal } from "../refusal.ts"

/** What a data folder holds of people. The lock and the port stay with the folder. */
const PARTS = ["pg", "storage", "keys.json"]

const IN_USE = "Stop `npm start` first: nobody may write while the data is replaced. Nothing was changed."
const NOT_READY =
  "The backend of this data folder runs, but does not answer. Wait until it has started, or stop it."

/** Gives a backup of a data folder to `use`. A running backend makes it itself, because it alone may open its database. */
export async function backUpEmbedded<Value>(
  dataDir: string,
  use: (backup: Readable) => Promise<Value>,
): Promise<Value> {
  const missing = ["pg", "keys.json"].find((part) => !existsSync(join(dataDir, part)))
  if (missing) throw new Refusal(`There is no backend in ${dataDir}: ${missing} is missing.`)
  const { keys } = readOrMakeKeys(dataDir)
  const lock = takeFileLock(join(dataDir, "lock"))
  if (!lock) return use(await askRunning(dataDir, keys))
  try {
    const backend = await openUnchanged(withoutApp(dataDir, keys))
    return await use(await backend.backUp()).finally(() => backend.close())
  } finally {
    lock.release()
  }
}

async function askRunning(dataDir: string, { secretKey }: BackendKeys): Promise<Readable> {
  const url = join(dataDir, "url")
  if (!existsSync(url)) throw new Refusal(NOT_READY)
  const asked = { method: "POST", headers: { Authorization: `Bearer ${secretKey}` } }
  const answer = await fetch(new URL(BACKUP_PATH, readFileSync(url, "utf8")), asked).catch(() => null)
  if (!answer?.ok || !answer.body) throw new Refusal(NOT_READY)
  return Readable.from(answer.body)
}

/**
 * Restores a backup into a data folder, and returns where the former data was moved; null if there was none. The
 * backup is restored beside it first, so that one that fails changes nothing.
 */
export async function restoreEmbedded(
  dataDir: string,
  backup: Backup,
  { replaces }: { replaces: boolean },
): Promise<string | null> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = takeFileLock(join(dataDir, "lock"))
  if (!lock) throw new Refusal(IN_USE)
  try {
    const former = PARTS.filter((part) => existsSync(join(dataDir, part)))
    if (former.length > 0 && !replaces) {
      throw new Refusal(`${dataDir} holds data already. \`--replace\` sets it aside. Nothing was changed.`)
    }
    const stamp = new Date().toISOString().replace(/\W/g, "-")
    const fresh = join(dataDir, `restoring-${stamp}`)
    await restoreInto(fresh, backup)
    const aside = former.length > 0 ? join(dataDir, `set-aside-${stamp}`) : null
    if (aside) move(former, dataDir, aside)
    move(PARTS, fresh, dataDir)
    rmdirSync(fresh)
    return aside
  } finally {
    lock.release()
  }
}

async function restoreInto(folder: string, backup: Backup): Promise<void> {
  mkdirSync(join(folder, "storage"), { recursive: true, mode: 0o700 })
  try {
    const keys = keepKeys(folder, (await buffer(backup.content(KEYS_ENTRY))).toString())
    await restoreBackend(withoutApp(folder, keys), backup)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function move(parts: string[], from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const part of parts) renameSync(join(from, part), join(to, part))
}

/** Nobody signs in or gets mail meanwhile. */
function withoutApp(dataDir: string, keys: BackendKeys) {
  return { dataDir, keys, appOrigin: "http://localhost", confirmEmail: false }
}
