import { listMigrations } from "../../supabase/list-migrations.ts"

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

const COMMENT = /--.*$/gm
const STATEMENT =
  /\b(create|drop)(?: or replace)? (?:(policy) "([^"]+)"|(table|function) (?:if (?:not )?exists )?public\.(\w+))/gi

/** What a database has after all migrations of this folder. */
export function expectedSchema(folder: string): Schema {
  const migrations = listMigrations(folder)
  const there = { table: new Set<string>(), function: new Set<string>(), policy: new Set<string>() }
  for (const { text } of migrations) {
    const sql = text.replace(COMMENT, "")
    for (const [, verb = "", policy, policyName, other, otherName] of sql.matchAll(STATEMENT)) {
      const names = there[(policy ?? other ?? "").toLowerCase() as keyof typeof there]
      const name = policyName ?? otherName ?? ""
      if (verb.toLowerCase() === "create") names.add(name)
      else names.delete(name)
    }
  }
  return {
    migrations: migrations.map(({ version }) => version),
    tables: [...there.table],
    functions: [...there.function],
    policies: [...there.policy],
  }
}
