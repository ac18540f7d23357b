import { join } from "node:path"
import type { Readable } from "node:stream"
import type { PgliteConnection } from "@supabase/lite/pglite"
import { createClient } from "@supabase/supabase-js"
import { writeBackup } from "../backup/write-backup.ts"
import { applyMigrations } from "./apply-migrations.ts"
import type { BackendKeys } from "./backend-keys.ts"
import { refuseDamagedTables } from "./damaged-tables.ts"
import { makeWayForDatabase, markDatabaseComplete } from "./database-folder.ts"
import { DiskStorage } from "./disk-storage.ts"
import { levelAuth } from "./level-auth.ts"
import { initQuietly, type Lite, loadLite } from "./load-lite.ts"
import { printedMail, withRedirect } from "./mail-links.ts"
import { shareOneSession } from "./one-session.ts"
import { readDatabase } from "./pglite-session.ts"
import { StartError } from "./start-problem.ts"

const TIMESTAMPTZ = 1184
/**
 * The token of a mailed link is the hash of its address and of a code with this many digits: more than 2^131
 * codes. Six digits, lite's default, can be guessed within hours.
 */
const LINK_CODE_DIGITS = 40

export interface Backend {
  fetch(request: Request): Promise<Response>
  /** A backup of all that it keeps, as it is at this moment. */
  backUp(): Promise<Readable>
  close(): Promise<void>
}

export interface OpenedBackend extends Backend {
  /** Where a folder that was not a database was moved, if there was one. */
  setAside: string | null
}

export interface BackendOptions {
  dataDir: string
  keys: BackendKeys
  appOrigin: string
  confirmEmail: boolean
}

/**
 * Opens the database of a locked data folder, migrated, behind Supabase's auth, rest and storage. Throws a
 * StartError when it cannot be opened.
 */
export async function openBackend(options: BackendOptions): Promise<OpenedBackend> {
  const lite = await loadLite()
  const folder = join(options.dataDir, "pg")
  const setAside = await makeWayForDatabase(lite, folder)
  try {
    const connection = await openDatabase(lite, folder)
    await refuseDamagedTables(connection)
    const backend = await surround(lite, connection, options)
    await applyMigrations(lite, connection)
    markDatabaseComplete(folder)
    return { ...backend, setAside }
  } catch (error) {
    throw new StartError("database-damaged", folder, error)
  }
}

/**
 * Opens the database of a locked data folder to back it up. Moves and migrates nothing: whoever backs up before an
 * upgrade wants the database of the release before.
 */
export async function openUnchanged(options: BackendOptions): Promise<Backend> {
  const lite = await loadLite()
  const folder = join(options.dataDir, "pg")
  try {
    return await surround(lite, await openDatabase(lite, folder), options)
  } catch (error) {
    throw new StartError("database-damaged", folder, error)
  }
}

/** Opens a database as it is, or makes an empty one. */
export async function openDatabase(lite: Lite, folder: string): Promise<PgliteConnection> {
  const connection = await lite.createPgliteConnection({
    url: folder,
    // Hosted Supabase writes them like this; some browsers cannot parse Postgres' own form.
    pgliteOptions: { parsers: { [TIMESTAMPTZ]: isoTimestamp } },
  })
  await shareOneSession(connection)
  await forgetRowParsers(connection)
  return connection
}

/**
 * PGlite copies all of its parsers for every statement, which took a quarter of a small statement's time. Two thirds of
 * them are for arrays of whole rows of the tables that it finds as it boots, and of the catalogue; no statement reads
 * such an array, and those of tables that a first start makes have never had one.
 */
async function forgetRowParsers({ driver }: PgliteConnection): Promise<void> {
  const { rows } = await driver.query<{ oid: number }>(
    "select typarray as oid from pg_type where typtype = 'c' and typarray <> 0",
  )
  for (const { oid } of rows) delete driver.parsers[oid]
}

/** Puts Supabase around a database. */
export async function surround(
  lite: Lite,
  connection: PgliteConnection,
  { dataDir, keys, appOrigin, confirmEmail }: BackendOptions,
): Promise<Backend> {
  lite.setExperimental("storage", true) // before init(), or there is no storage schema
  const app = new lite.App({
    connection,
    db: { driver: "pglite" },
    studio: { enabled: false },
    auth: {
      enabled: true,
      enable_signup: true,
      site_url: appOrigin,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      minimum_password_length: 8,
      email: { enable_confirmations: confirmEmail, otp_length: LINK_CODE_DIGITS },
    },
    storage: { enabled: true, file_size_limit: "10MiB" },
    options: { server: { admin: false } },
  })
  app._storageAdapter = new DiskStorage(join(dataDir, "storage"))
  app._mailer = printedMail(appOrigin)
  await initQuietly(app)
  await app.ensureSystemSchema()

  const fetch = withRedirect(levelAuth(app, connection, confirmEmail))
  return {
    fetch,
    async backUp() {
      const { outline, tables } = await readDatabase(connection)
      const storage = storageBehind(fetch, keys.secretKey)
      return writeBackup({
        backend: "embedded",
        outline,
        tables,
        storage,
        keys: JSON.stringify(keys, null, 2),
      })
    },
    close: () => connection.close(),
  }
}

/** The storage of a backend in this process. */
export function storageBehind(fetch: Backend["fetch"], secretKey: string) {
  const within = (input: RequestInfo | URL, init?: RequestInit) => fetch(new Request(input, init))
  const settings = { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: within } }
  return createClient("http://embedded.invalid", secretKey, settings).storage
}

/** Turns `2026-11-21 04:12:01.146+00` into `2026-11-21T04:12:01.146+00:00`. */
function isoTimestamp(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
}
