import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const OWNER_ONLY = 0o600

export interface BackendKeys {
  jwtSecret: string
  publishableKey: string
  secretKey: string
  /** Not the backend's own: it signs the app's cookies, which have to outlive a restart as well. */
  sessionSecret: string
}

/** The keys of this data folder: made at the first start, the same ever after. */
export function readOrMakeKeys(dataDir: string): BackendKeys {
  const file = join(dataDir, "keys.json")
  if (!existsSync(file)) {
    // Renamed into place: a start that dies halfway must not leave half a file.
    writeFileSync(`${file}.new`, JSON.stringify(makeKeys(), null, 2), { mode: OWNER_ONLY })
    renameSync(`${file}.new`, file)
  }
  return JSON.parse(readFileSync(file, "utf8")) as BackendKeys
}

function makeKeys(): BackendKeys {
  return {
    jwtSecret: randomBytes(32).toString("hex"),
    publishableKey: `sb_publishable_${randomBytes(16).toString("hex")}`,
    secretKey: `sb_secret_${randomBytes(24).toString("hex")}`,
    sessionSecret: randomBytes(32).toString("hex"),
  }
}
