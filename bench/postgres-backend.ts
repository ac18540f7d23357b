import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import postgres from "postgres"
import { PostgresVisitors } from "../tests/support/backend/postgres-visitors.ts"
import { childrenProcessorMs, familyProcessorMs } from "./processor-time.ts"

/** How Postgres titles the processes that answer the API, which comes in this role. */
const SESSION_TITLE = "postgres: authenticator"
const FUNCTION_PATH = /^\/rest\/v1\/rpc\/(\w+)$/

interface DatabaseFunction {
  /** Each as it is declared, with its type. */
  parameters: Map<string, string>
  /** Whether the answer is a list of rows. */
  returnsRows: boolean
}

/**
 * A migrated Postgres, and of Supabase's API what generations need: functions, called with the secret key, each in a
 * transaction and with a statement as PostgREST sends it. It stands in for hosted Supabase, whose database is a Postgres
 * of its own, while the embedded backend runs in one thread of JavaScript.
 */
export class PostgresBackend {
  readonly url: string
  readonly publishableKey = "sb_publishable_bench"
  readonly secretKey = "sb_secret_bench"
  readonly sessionSecret = crypto.randomUUID()
  /** How often each function was called. */
  readonly calls = new Map<string, number>()
  readonly #database: PostgresVisitors
  readonly #server: Server
  readonly #functions: Map<string, DatabaseFunction>
  readonly #postmaster: number

  private constructor(
    database: PostgresVisitors,
    server: Server,
    known: { functions: Map<string, DatabaseFunction>; postmaster: number },
  ) {
    this.#database = database
    this.#server = server
    this.#functions = known.functions
    this.#postmaster = known.postmaster
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  static async start(): Promise<PostgresBackend> {
    const database = await PostgresVisitors.start()
    const [file] = await database.admin`select pg_read_file('postmaster.pid') as text`
    const known = { functions: await functionsOf(database), postmaster: Number.parseInt(file?.text, 10) }
    const server = createServer((request, response) => {
      backend.#answer(request, response).catch(() => response.destroy())
    })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const backend = new PostgresBackend(database, server, known)
    return backend
  }

  /** The processor time of all of Postgres' processes so far, without that of the API. */
  get processorMs(): number {
    return familyProcessorMs(this.#postmaster)
  }

  /** The processor time so far of the sessions that answer the API. */
  get sessionsMs(): number {
    return childrenProcessorMs(this.#postmaster, SESSION_TITLE)
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await this.#database.stop()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const [, name = ""] = FUNCTION_PATH.exec(request.url ?? "") ?? []
    const called = this.#functions.get(name)
    if (!called) return void response.writeHead(404).end()
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
    const [status, answer] = await this.#call(name, called, body)
    response.writeHead(status, { "content-type": "application/json" }).end(answer)
  }

  async #call(name: string, called: DatabaseFunction, body: string): Promise<[number, string]> {
    try {
      const [row] = await this.#database.asSecretKey((sql) =>
        sql.unsafe(statementFor(name, called, Object.keys(JSON.parse(body))), [body], { prepare: true }),
      )
      return [200, row?.answer ?? "null"]
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error
      const { code, message } = error
      return [400, JSON.stringify({ code, message, details: null, hint: null })]
    }
  }
}

function statementFor(name: string, { parameters, returnsRows }: DatabaseFunction, given: string[]): string {
  const columns = given.map((parameter) => `${parameter} ${parameters.get(parameter)}`)
  const passed = given.map((parameter) => `${parameter} => body.${parameter}`)
  const from = given.length > 0 ? `json_to_record($1::text::json) as body (${columns}), lateral ` : ""
  const answer = returnsRows ? "coalesce(json_agg(called), '[]')" : "to_json((array_agg(called))[1])"
  return `select ${answer}::text as answer from ${from}public.${name}(${passed}) as called where $1::text is not null`
}

async function functionsOf({ admin }: PostgresVisitors): Promise<Map<string, DatabaseFunction>> {
  const rows = await admin`select proname as name, proretset as "returnsRows",
      coalesce(proargnames[1:pronargs], '{}') as parameters,
      array(select format_type(type, null) from unnest(proargtypes) with ordinality as given (type, at) order by at) as types
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'`
  return new Map(
    rows.map(({ name, parameters, types, returnsRows }) => [
      name,
      { returnsRows, parameters: new Map(parameters.map((one: string, at: number) => [one, types[at]])) },
    ]),
  )
}
