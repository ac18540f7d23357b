import { join } from "node:path"
import { applyMigrations } from "./apply-migrations.ts"
import type { BackendKeys } from "./backend-keys.ts"
import { markDatabaseComplete, prepareDatabaseFolder } from "./database-folder.ts"
import { DiskStorage } from "./disk-storage.ts"
import { initQuietly, loadLite } from "./load-lite.ts"
import { printedMail } from "./mail-links.ts"
import { shareOneSession } from "./one-session.ts"

const TIMESTAMPTZ = 1184

export interface Backend {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

/** Opens the database of a locked data folder, migrated, behind Supabase's auth, rest and storage. */
export async function openBackend(options: {
  dataDir: string
  keys: BackendKeys
  appOrigin: string
  confirmEmail: boolean
}): Promise<Backend> {
  const { dataDir, keys, appOrigin, confirmEmail } = options
  const lite = await loadLite()
  const folder = prepareDatabaseFolder(dataDir)
  const connection = await lite.createPgliteConnection({
    url: folder,
    // As hosted Supabase writes them; Postgres' own form is not a date to every browser.
    pgliteOptions: { parsers: { [TIMESTAMPTZ]: isoTimestamp } },
  })
  await shareOneSession(connection)

  lite.setExperimental("storage", true) // before init(): without it there is no storage schema
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
      email: { enable_confirmations: confirmEmail },
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

  return { fetch: (request) => app.fetch(request), close: () => connection.close() }
}

/** `2026-11-21 04:12:01.146+00` as `2026-11-21T04:12:01.146+00:00`. */
function isoTimestamp(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")
}
