import { randomUUID } from "node:crypto"
import postgres, { type Sql, type TransactionSql } from "postgres"
import { migrate, type PlainPostgres, startPlainPostgres } from "./plain-postgres.ts"

/** An account's id; null is a visitor without one. */
export type Who = string | null

/** A migrated Postgres and its visitors, who come as the API lets them: with a role and claims. */
export class PostgresVisitors {
  /** The superuser's connection, for checking what is really there. */
  admin: Sql
  #database: PlainPostgres
  #authenticator: Sql

  static async start(): Promise<PostgresVisitors> {
    const database = await startPlainPostgres()
    try {
      await migrate(database)
    } catch (error) {
      await database.stop()
      throw error
    }
    return new PostgresVisitors(database)
  }

  constructor(database: PlainPostgres) {
    this.#database = database
    this.admin = connect(database.url("supabase_admin"))
    this.#authenticator = connect(database.url("authenticator"))
  }

  /** One request: a transaction in the visitor's role. */
  as<Value>(who: Who, run: (sql: TransactionSql) => Promise<Value>) {
    return this.#request(who ? "authenticated" : "anon", who ? { sub: who } : {}, run)
  }

  asSecretKey<Value>(run: (sql: TransactionSql) => Promise<Value>) {
    return this.#request("service_role", {}, run)
  }

  /** Creates an account as the auth server does, in its role. */
  async signUp(metadata: object | null = {}): Promise<string> {
    const id = randomUUID()
    await this.admin.begin(async (sql) => {
      await sql`set local role supabase_auth_admin`
      await sql`insert into auth.users (id, email, raw_user_meta_data)
        values (${id}, ${`${id}@example.com`}, ${metadata && JSON.stringify(metadata)}::text::jsonb)`
    })
    return id
  }

  async stop(): Promise<void> {
    await Promise.all([this.admin.end(), this.#authenticator.end()])
    await this.#database.stop()
  }

  #request<Value>(role: string, claims: object, run: (sql: TransactionSql) => Promise<Value>) {
    return this.#authenticator.begin(async (sql) => {
      const json = JSON.stringify({ ...claims, role })
      await sql`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${json}, true)`
      const value = await run(sql)
      // The next visitor uses the same connection and must find nothing of this one's.
      await sql`discard temp`
      return value
    })
  }
}

/** The code with which Postgres refused; "allowed" where it did not. */
export async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return "allowed"
  } catch (error) {
    return error instanceof postgres.PostgresError ? error.code : Promise.reject(error)
  }
}

function connect(url: string): Sql {
  return postgres(url, { max: 4, onnotice: () => {} })
}
