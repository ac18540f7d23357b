/** The embedded backend: a process of its own, which ends with its parent. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { readOrMakeKeys } from "./backend-keys.ts"
import type { BackendMessage } from "./backend-message.ts"
import { takeFileLock } from "./file-lock.ts"
import { listenOnKeptPort } from "./listen.ts"
import { openBackend } from "./open-backend.ts"
import { serveBackend } from "./serve.ts"
import { startErrorOf } from "./start-problem.ts"
import { printTerseErrors } from "./terse-errors.ts"

// Today only lite's command line reports usage; its next version may do more.
process.env.LITE_TELEMETRY = "0"
process.env.DO_NOT_TRACK = "1"

printTerseErrors()

const dataDir = resolve(process.env.DATA_DIR || ".data")
const appOrigin = process.env.APP_ORIGIN || "http://127.0.0.1:3000"
const confirmEmail = process.env.CONFIRM_EMAIL === "1"

// Set before anything that takes time: a lost parent or a signal must end this process at any moment.
let close = async () => {}
let ending = false
for (const event of ["SIGTERM", "SIGINT", "disconnect"]) {
  process.on(event, () => void end())
}

try {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // PGlite takes no lock, and two processes on one folder destroy each other's rows.
  if (takeFileLock(join(dataDir, "lock"))) await start()
  else giveUp({ type: "in-use", dataDir })
} catch (error) {
  const { problem, path, message } = startErrorOf(error, dataDir)
  giveUp({ type: "refused", problem, path, detail: message.split("\n")[0] ?? "" })
}

async function start(): Promise<void> {
  const isKnown = existsSync(join(dataDir, "pg"))
  const { keys, areNew } = readOrMakeKeys(dataDir)
  const backend = await openBackend({ dataDir, keys, appOrigin, confirmEmail })
  const server = serveBackend(backend, keys.secretKey)
  close = async () => {
    server.close()
    server.closeIdleConnections()
    await backend.close()
  }
  const url = await listenOnKeptPort(server, dataDir)
  // The operator's commands read it, because the kept port may be in use this time.
  writeFileSync(join(dataDir, "url"), url)
  const { publishableKey, secretKey, sessionSecret } = keys
  const { setAside } = backend
  const hasLostKeys = areNew && isKnown && setAside === null
  tell({ type: "ready", url, publishableKey, secretKey, sessionSecret, setAside, hasLostKeys })
}

/** PGlite may keep the process open or end it with a code of its own. */
function giveUp(message: BackendMessage): void {
  tell(message, () => process.exit(1))
}

async function end(): Promise<void> {
  if (ending) return
  ending = true
  // PGlite exits with code 99 when it is not closed.
  await close()
  process.exit()
}

function tell(message: BackendMessage, told: () => void = () => {}): void {
  if (process.send) {
    process.send(message, told)
    return
  }
  const { type } = message
  const about = type === "ready" ? message.url : type === "in-use" ? message.dataDir : message.path
  console.log(`embedded backend: ${type === "refused" ? message.problem : type} ${about}`)
  told()
}
