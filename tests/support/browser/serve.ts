// Starts the product for the browser tests as `npm start` does, on its own data.
import { spawn } from "node:child_process"
import { createWriteStream, readdirSync, rmSync } from "node:fs"
import { CHEAP_HASH_COST, startEmbeddedBackend } from "../backend/embedded-backend.ts"
import { DEMO_PORT, MODEL_PORT, UPSTREAM_PORT } from "../ports.ts"
import { dataFolder, LOG_FOLDER, logFile, PREPARED } from "./e2e-logs.ts"

const environments: Record<string, Record<string, string>> = {
  demo: {
    PORT: String(DEMO_PORT),
    DEMO_CHARACTERS_PER_SECOND: "500",
    CONFIRM_EMAIL: "1",
    // All tests come from one address. Limits per account, visitor or mail address keep their defaults.
    RATE_LIMITS:
      "sign-up.address=2000/1h sign-in.address=2000/10m password-reset.address=2000/1h generation.address=2000/1h",
    RUNNING_LIMITS: "address=2000",
  },
  model: {
    PORT: String(MODEL_PORT),
    OPENAI_BASE_URL: `http://127.0.0.1:${UPSTREAM_PORT}/v1`,
    OPENAI_MODEL: "scripted",
    RUNNING_LIMITS: "address=2000",
  },
}

const server = process.argv[2] ?? "demo"
// Ready before any test runs, because no test runs before this server does.
if (server === "demo") await (await startEmbeddedBackend({ dataDir: dataFolder(PREPARED) })).stop()
const app = spawn(process.execPath, ["scripts/start.ts"], {
  stdio: ["inherit", "pipe", "pipe"],
  env: {
    ...process.env,
    ...environments[server],
    LITE_AUTH_BCRYPT_COST: String(CHEAP_HASH_COST),
    DATA_DIR: dataFolder(server),
  },
})
// The tests open the links in the mails that the embedded backend prints, and the end of the run searches the
// log.
const log = createWriteStream(logFile(server))
for (const output of [app.stdout, app.stderr]) output.pipe(log, { end: false })
app.stderr.pipe(process.stderr)
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.kill(signal))
app.on("exit", (code) => {
  for (const data of server === "demo" ? [server, PREPARED] : [server]) {
    rmSync(dataFolder(data), { recursive: true, force: true })
  }
  // The last server to end removes the folder; after a failed run it still holds the logs.
  if (readdirSync(LOG_FOLDER).length === 0) rmSync(LOG_FOLDER, { recursive: true })
  process.exit(code ?? 1)
})
