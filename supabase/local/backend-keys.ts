import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { StartError } from "./start-problem.ts"

const OWNER_ONLY = 0o600

export interface BackendKeys {
  jwtSecret: string
  publishableKey: string
  secretKey: string
  /** Not a key of the backend: it signs the app's cookies, which must survive a restart as well. */
  sessionSecret: string
}

const NAMES = ["jwtSecret", "publishableKey", "secretKey", "sessionSecret"] as const

/** Writes the keys of a backup into a data folder that has none. Throws a StartError when they are none. */
export function keepKeys(dataDir: string, text: string): BackendKeys {
  const file = join(dataDir, "keys.json")
  writeFileSync(file, text, { mode: OWNER_ONLY, flag: "wx" })
  return readKeys(file)
}

/**
 * The keys of this data folder, created at the first start and never changed. `areNew` says that they were just
 * created. Throws a StartError when the existing file does not hold them.
 */
export function readOrMakeKeys(dataDir: string): { keys: BackendKeys; areNew: boolean } {
  const file = join(dataDir, "keys.json")
  const areNew = !existsSync(file)
  if (areNew) {
    // Renamed into place, because a start that dies halfway must not leave half a file.
    writeFileSync(`${file}.new`, JSON.stringify(makeKeys(), null, 2), { mode: OWNER_ONLY })
    renameSync(`${file}.new`, file)
  }
  return { keys: readKeys(file), areNew }
}

function readKeys(file: string): BackendKeys {
  const text = readFileSync(file, "utf8")
  try {
    const keys = JSON.parse(text)
    if (NAMES.every((name) => typeof keys[name] === "string" && keys[name] !== "")) return keys
  } catch {
    // A file that is not JSON is treated like JSON without the keys.
  }
  throw new StartError("keys-damaged", file)
}

function makeKeys(): BackendKeys {
  return {
    jwtSecret: randomBytes(32).toString("hex"),
    publishableKey: `sb_publishable_${randomBytes(16).toString("hex")}`,
    secretKey: `sb_secret_${randomBytes(24).toString("hex")}`,
    sessionSecret: randomBytes(32).toString("hex"),
  }
}
