import { createWriteStream, existsSync } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type Manifest, summaryOf } from "../../supabase/backup/manifest.ts"
import { Backup, type BackupProblem } from "../../supabase/backup/read-backup.ts"
import { listMigrations } from "../../supabase/list-migrations.ts"
import { Refusal } from "../refusal.ts"

const OWNER_ONLY = 0o600
const BYTES_PER_KB = 1_024

const PROBLEMS: Record<BackupProblem, string> = {
  "not-a-backup": "is no backup of Luobi, or was cut off",
  "newer-format": "was made by a newer release of Luobi; update this checkout first",
  damaged: "is damaged: it does not hold what it says that it holds",
}

/** Refuses before anything is read, because a backup never takes the place of another file. */
export function requireFree(path: string): void {
  if (existsSync(path))
    throw new Refusal(`${path} is there already. Choose another name. Nothing was changed.`)
}

/** Writes a backup beside its place, reads it once more, and gives it its name when it is whole. */
export async function saveBackup(path: string, content: Readable): Promise<Manifest> {
  const part = `${path}.part-${process.pid}`
  try {
    await pipeline(content, createWriteStream(part, { flags: "wx", mode: OWNER_ONLY }))
    const file = await open(part, "r")
    await file.sync().finally(() => file.close())
    const backup = await openBackup(part)
    backup.close()
    requireFree(path)
    await rename(part, path)
    return backup.manifest
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Opens a backup after reading all of it. Refuses any other file. */
export async function openBackup(path: string): Promise<Backup> {
  const backup = await Backup.open(path).catch((error: Error) => {
    throw new Refusal(`${path} cannot be read: ${error.message}`)
  })
  if (typeof backup === "string") throw new Refusal(`${path} ${PROBLEMS[backup]}. Nothing was changed.`)
  return backup
}

/** Refuses a backup whose tables this release cannot make, because a newer one has made them. */
export function requireKnownMigrations(path: string, { migrations }: Manifest): void {
  const known = listMigrations().map(({ version }) => version)
  const unknown = migrations.filter((version) => !known.includes(version))
  if (unknown.length === 0) return
  throw new Refusal(
    `${path} ${PROBLEMS["newer-format"]} (migrations ${unknown.join(", ")}). Nothing was changed.`,
  )
}

/** What was backed up, where to, and how secret it is. */
export async function describeBackup(path: string, manifest: Manifest): Promise<string> {
  const { size } = await stat(path)
  const secrets = manifest.keys
    ? "everybody's texts, the password hashes and the keys of this backend"
    : "everybody's texts and the password hashes, but not the keys of the project"
  return `${path} (${Math.ceil(size / BYTES_PER_KB)} KB): ${summaryOf(manifest)}.
It holds ${secrets}. Only you may read the file; keep every copy as secret as the database itself.`
}
