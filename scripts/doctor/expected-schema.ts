import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What a database has, by name. */
export interface Schema {
  /** The versions of the migrations. */
  migrations: string[]
  tables: string[]
  functions: string[]
  policies: string[]
}

/** The migration whose function tells what a database has. */
export const DESCRIBING_MIGRATION = "20260101003400_backend_description.sql"

const FILE = /^(\d{14})_\w+\.sql$/
const COMMENT = /--.*$/gm
const STATEMENT =
  /\b(create|drop)(?: or replace)? (?:(policy) "([^"]+)"|(table|function) (?:if (?:not )?exists )?public\.(\w+))/gi

/** What a database has after all migrations of this folder. */
export function expectedSchema(folder: string): Schema {
  const files = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
  const there = { table: new Set<string>(), function: new Set<string>(), policy: new Set<string>() }
  for (const file of files) {
    const sql = readFileSync(join(folder, file), "utf8").replace(COMMENT, "")
    for (const [, verb = "", policy, policyName, other, otherName] of sql.matchAll(STATEMENT)) {
      const names = there[(policy ?? other ?? "").toLowerCase() as keyof typeof there]
      const name = policyName ?? otherName ?? ""
      if (verb.toLowerCase() === "create") names.add(name)
      else names.delete(name)
    }
  }
  return {
    migrations: files.map((file) => FILE.exec(file)?.[1] ?? ""),
    tables: [...there.table],
    functions: [...there.function],
    policies: [...there.policy],
  }
}
