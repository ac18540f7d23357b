import { existsSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Where PGlite keeps its files. A first start that was killed while it made them leaves a folder that
 * can never be opened again; nobody was served from it, so it is made anew.
 */
export function prepareDatabaseFolder(dataDir: string): string {
  const folder = join(dataDir, "pg")
  if (existsSync(folder) && !existsSync(markerIn(folder))) rmSync(folder, { recursive: true })
  return folder
}

/** Says that the folder was made to its end, before anyone is served from it. */
export function markDatabaseComplete(folder: string): void {
  writeFileSync(markerIn(folder), "")
}

function markerIn(folder: string): string {
  return join(folder, "luobi-complete")
}
