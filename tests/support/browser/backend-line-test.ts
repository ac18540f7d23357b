import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { CHEAP_HASH_COST, startEmbeddedBackend } from "../backend/embedded-backend.ts"
import { DroppingLine } from "../dropping-line.ts"
import { type OwnApp, startApp } from "../own-app.ts"
import { test as base } from "./browser-test.ts"
import { dataFolder, PREPARED } from "./e2e-logs.ts"

const REPORTS = join(import.meta.dirname, "../../../scripts/reports.ts")

interface Stage {
  app: OwnApp
  /** Between the app and its backend. */
  line: DroppingLine
  /** Runs `npm run reports -- …` against this backend. */
  operator(...parameters: string[]): Promise<unknown>
}

/** A test with its own app whose backend can be taken away. */
export const backendLineTest = base.extend<{ line: DroppingLine }, { stage: Stage }>({
  expected: /status of [45]\d\d/,
  stage: [
    async ({ browserName: _ }, use) => {
      process.env.PREPARED_DATABASE = join(dataFolder(PREPARED), "pg")
      const backend = await startEmbeddedBackend({ isBusy: true, hashCost: CHEAP_HASH_COST })
      const line = await DroppingLine.to(Number(new URL(backend.url).port))
      const app = await startApp({
        SUPABASE_URL: line.origin,
        SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
        SUPABASE_SECRET_KEY: backend.secretKey,
        RATE_LIMITS: "sign-up.address=2000/1h sign-in.address=2000/10m",
      })
      const env = { PATH: process.env.PATH, DATA_DIR: backend.dataDir }
      const operator = (...parameters: string[]) =>
        promisify(execFile)(process.execPath, [REPORTS, ...parameters], { env })
      await use({ app, line, operator })
      await app.stop()
      line.close()
      await backend.stop()
    },
    { scope: "worker" },
  ],
  baseURL: async ({ stage }, use) => use(stage.app.origin),
  line: async ({ stage }, use) => {
    await use(stage.line)
    stage.line.mend()
  },
})
