import { defineConfig, devices } from "@playwright/test"
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.ts"
import "./tests/support/browser/e2e-logs.ts"
import { DEMO_PORT, MODEL_PORT, UPSTREAM_PORT } from "./tests/support/ports.ts"

// Playwright loads its configuration in every worker; the first one has unpacked the browser for all.
const executablePath = await findChromium()
const SERVER_TIMEOUT_MS = 120_000
/** With three, two cores had nothing to do for a third of the time, because tests wait while a novel is written. */
const WORKERS = 5

export default defineConfig({
  testDir: "tests/e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: WORKERS,
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  globalTeardown: "./tests/support/browser/check-logs.ts",
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${DEMO_PORT}`,
    locale: "zh-CN",
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    // The service worker answers in place of a server that a test takes away; its own tests allow it.
    serviceWorkers: "block",
    // Recording a trace takes more processor time than the browser: `npx playwright test NAME --trace on` shows one.
    trace: "on-first-retry",
  },
  projects: [
    { name: "with-js" },
    { name: "without-js", grepInvert: /@needs-js/, use: { javaScriptEnabled: false } },
  ],
  webServer: [
    {
      command: "node tests/support/browser/serve.ts demo",
      url: `http://localhost:${DEMO_PORT}/healthz`,
      timeout: SERVER_TIMEOUT_MS,
      gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    },
    {
      command: "node tests/support/browser/serve.ts model",
      url: `http://localhost:${MODEL_PORT}/healthz`,
      timeout: SERVER_TIMEOUT_MS,
      gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    },
    {
      command: "node tests/support/upstream/main.ts",
      port: UPSTREAM_PORT,
      env: { PORT: String(UPSTREAM_PORT), SCENARIO: "well", CHARACTERS_PER_SECOND: "1500" },
    },
  ],
})
