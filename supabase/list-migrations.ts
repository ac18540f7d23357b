import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const MIGRATIONS = join(import.meta.dirname, "migrations")

export interface Migration {
  version: string
  name: string
  text: string
}

/** All migrations of a folder, by default of this checkout, in their order. */
export function listMigrations(folder = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, version, name] = /^(\d{14})_(\w+)\.sql$/.exec(file) ?? []
      return version && name ? [{ version, name, text: readFileSync(join(folder, file), "utf8") }] : []
    })
}
