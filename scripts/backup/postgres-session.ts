import type { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import postgres from "postgres"
import type { Session } from "../../supabase/backup/session.ts"
import { Refusal } from "../refusal.ts"

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
const CONNECT_SECONDS = 10

interface PostgresSession extends Session {
  /** Runs a file of statements. */
  run(statements: string): Promise<void>
}

/**
 * Lends one connection to a Postgres server, by TLS unless it is on this machine or the address says `sslmode`. Refuses
 * in plain words where nobody answers.
 */
export async function withPostgres<Value>(
  url: string,
  use: (session: PostgresSession) => Promise<Value>,
): Promise<Value> {
  const parsed = URL.parse(url)
  if (!parsed) throw new Refusal("DATABASE_URL is no connection string: postgresql://…")
  const isTold = parsed.searchParams.has("sslmode") || LOOPBACK.includes(parsed.hostname)
  const sql = postgres(url, {
    max: 1,
    // A pooler between us and the server may know nothing of prepared statements.
    prepare: false,
    onnotice: () => {},
    connect_timeout: CONNECT_SECONDS,
    ...(!isTold && { ssl: "require" as const }),
  })
  try {
    const connection = await sql.reserve().catch((error: Error) => {
      // The message alone: the address holds a password.
      throw new Refusal(`DATABASE_URL: the database does not let us in (${error.message}).`)
    })
    // A hosted project ends statements after two minutes.
    await connection.unsafe("set statement_timeout = 0")
    return await use({
      query: async (statement) => [...(await connection.unsafe(statement))] as never,
      async *copyOut(statement) {
        yield* (await connection.unsafe(statement).readable()) as Readable
      },
      async copyIn(statement, content) {
        const rows = await connection.unsafe(statement).writable()
        let refusal: Error | null = null
        rows.on("error", (error) => {
          refusal = error
        })
        for await (const piece of content) {
          if (rows.destroyed) break
          await new Promise((written) => rows.write(piece, written))
        }
        rows.end()
        await setImmediate()
        // The library waits for ever when rows are refused at their end. The transaction is then aborted.
        await connection.unsafe("select").catch((error: Error) => {
          throw refusal ?? error
        })
      },
      async run(statements) {
        await connection.unsafe(statements)
      },
    })
  } finally {
    await sql.end({ timeout: 0 })
  }
}
