import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { PgliteConnection } from "@supabase/lite/pglite"
import type { Session } from "../backup/session.ts"
import { type Outline, readOutline, readTables, type TableContent } from "../backup/tables.ts"

/** The embedded database's only session. PGlite copies to and from a blob in memory. */
export function pgliteSession({ driver }: PgliteConnection): Session {
  return {
    async query<Row extends object>(statement: string) {
      return (await driver.query<Row>(statement)).rows
    },
    async *copyOut(statement) {
      // There is no blob of a table without rows.
      const { blob } = await driver.query(statement.replace(/ to stdout$/, " to '/dev/blob'"))
      if (blob) yield* blob.stream()
    },
    async copyIn(statement, content) {
      const blob = new Blob([await buffer(content)])
      await driver.query(statement.replace(/ from stdin$/, " from '/dev/blob'"), [], { blob })
    },
  }
}

/**
 * Reads the whole database into memory at one moment. Every other request waits meanwhile, and none afterwards for
 * whoever takes the backup.
 */
export async function readDatabase(
  connection: PgliteConnection,
): Promise<{ outline: Outline; tables: TableContent[] }> {
  const session = pgliteSession(connection)
  return connection.kysely.transaction().execute(async () => {
    const outline = await readOutline(session)
    const tables: TableContent[] = []
    for await (const { name, columns, content } of readTables(session)) {
      tables.push({ name, columns, content: Readable.from([await buffer(content)]) })
    }
    return { outline, tables }
  })
}
