import { randomInt } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { routePaths } from "../support/app-visitor.ts"
import { type EmbeddedBackend, startEmbeddedBackend } from "../support/backend/embedded-backend.ts"
import type { OwnApp } from "../support/own-app.ts"
import type { Surroundings } from "./fuzz/bad-request.ts"
import { failureOf, isHeld, runFuzz } from "./fuzz/fuzz.ts"
import { startFuzzedApp } from "./fuzz/fuzzed-app.ts"

const REQUESTS = 1_500
const TIMEOUT_MS = 300_000

/** Not the backend of the other tests: while theirs is busy, the app rightly answers that it is away. */
let backend: EmbeddedBackend
let fuzzed: { app: OwnApp; around: Surroundings }

beforeAll(async () => {
  backend = await startEmbeddedBackend({ isBusy: true })
  const variables = {
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
  }
  fuzzed = await startFuzzedApp(variables, routePaths())
})

afterAll(async () => {
  await fuzzed.app.stop()
  await backend.stop()
})

test.each([
  [{ status: 500, body: "", isStuck: false }],
  [{ status: 503, body: "", isStuck: false }],
  [{ status: 0, body: "", isStuck: true }],
  [{ status: 0, body: "", isStuck: false }],
  [{ status: 400, body: "TypeError: x\n    at answer (/app/server.ts:1:2)", isStuck: false }],
  [{ status: 200, body: "<p>file:///app/build/server/index.js</p>", isStuck: false }],
  [{ status: 404, body: '{"path":"/app/node_modules/x"}', isStuck: false }],
])("%j would be noticed", (answer) => {
  expect(failureOf(answer)).not.toBeNull()
})

test("refuses bad requests at every address, by every method, without harm", {
  timeout: TIMEOUT_MS,
}, async () => {
  const seed = randomInt(1_000_000)
  console.log(`npm run test:attack -- --fuzz --seed ${seed} --requests ${REQUESTS}`)
  const result = await runFuzz(fuzzed.app, fuzzed.around, { seed, requests: REQUESTS })
  const errors = fuzzed.app
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'))
  expect(result.failures, errors.slice(0, 5).join("\n")).toEqual([])
  expect(result.held).toBe(REQUESTS)
  expect(result.routes).toBeGreaterThan(routePaths().length * 3)
  // The requests get past the outer checks: some reach the forms, some reach existing pages.
  for (const status of [200, 303, 400, 404, 405, 413, 415])
    expect(Object.keys(result.statuses)).toContain(String(status))
  expect(await isHeld(fuzzed.app, result)).toBe(true)
})
