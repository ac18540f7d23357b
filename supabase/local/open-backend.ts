import { join } from "node:path"
import { applyMigrations } from "./apply-migrations.ts"
import type { BackendKeys } from "./backend-keys.ts"
import { makeWayForDatabase, markDatabaseComplete } from "./database-folder.ts"
import { DiskStorage } from "./disk-storage.ts"
import { levelAuth } from "./level-auth.ts"
import { initQuietly, type Lite, loadLite } from "./load-lite.ts"
import { printedMail } from "./mail-links.ts"
import { shareOneSession } from "./one-session.ts"
import { StartError } from "./start-problem.ts"

const TIMESTAMPTZ = 1184
/**
 * The token of a mailed link is the hash of its address and of a code with this many digits: more than 2^131
 * codes. Six digits, lite's default, can be guessed within hours.
 */
const LINK_CODE_DIGITS = 40

export interface Backend {
  /** Where a folder that was not a database was moved, if there was one. */
  setAside: string | null
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

interface Options {
  dataDir: string
  keys: BackendKeys
  appOrigin: string
  confirmEmail: boolean
}

/**
 * Opens the database of a locked data folder, migrated, behind Supabase's auth, rest and storage. Throws a
 * StartError when it cannot be opened.
 */
export async function openBackend(options: Options): Promise<Backend> {
  const lite = await loadLite()
  const folder = join(options.dataDir, "pg")
  const setAside = await makeWayForDatabase(lite, folder)
  try {
    return { ...(await open(lite, folder, options)), setAside }
  } catch (error) {
    throw new StartError("database-damaged", folder, error)
  }
}

async function open(lite: Lite, folder: string, { dataDir, keys, appOrigin, confirmEmail }: Options) {
  const connection = await lite.createPgliteConnection({
    url: folder,
    // Hosted Supabase writes them like this; some browsers cannot parse Postgres' own form.
    pgliteOptions: { parsers: { [TIMESTAMPTZ]: isoTimestamp } },
  })
  await shareOneSession(connection)

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
  await applyMigrations(lite, connection)
  markDatabaseComplete(folder)

  return { fetch: levelAuth(app, connection, confirmEmail), close: () => connection.close() }
}

/** Turns `2026-11-21 04:12:01.146+00` into `2026-11-21T04:12:01.146+00:00`. */
function isoTimestamp(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
}
