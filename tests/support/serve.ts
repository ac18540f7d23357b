// Starts the product for the browser tests, the way `npm start` does, on data of its own.
import { spawn } from "node:child_process"
import { createWriteStream, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DEMO_PORT, MAIL_FILE, MODEL_PORT, UPSTREAM_PORT } from "./ports.ts"

const environments: Record<string, Record<string, string>> = {
  demo: {
    PORT: String(DEMO_PORT),
    DEMO_CHARACTERS_PER_SECOND: "500",
    CONFIRM_EMAIL: "1",
    // All tests come from one address; what is counted by account, visitor or mail stays as it is.
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

const dataDir = mkdtempSync(join(tmpdir(), "luobi-e2e-"))
const app = spawn(process.execPath, ["scripts/start.ts"], {
  stdio: ["inherit", "pipe", "inherit"],
  env: { ...process.env, ...environments[process.argv[2] ?? "demo"], DATA_DIR: dataDir },
})
// The embedded backend prints its mails; a test opens the links in them.
app.stdout.pipe(process.stdout)
if (process.argv[2] === "demo") app.stdout.pipe(createWriteStream(MAIL_FILE))
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => app.kill(signal))
app.on("exit", (code) => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
