import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { MixedOrder } from "./tests/support/mixed-order.ts"

/** Only a hang fails a test or a hook by time; a busy machine or a cold disk must not. */
const HANG_MS = 120_000
const POLL = { timeout: 30_000 }

/** Vitest leaves one core free: of two that is half, and most files wait for a process or a clock. */
const WORKERS_MIN = 4

export default defineConfig({
  test: {
    sequence: { sequencer: MixedOrder },
    maxWorkers: Math.max(WORKERS_MIN, availableParallelism() - 1),
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: POLL },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}", "bench/**/*.test.ts"],
          env: { SESSION_SECRET: "only for the unit tests" },
        },
      },
      {
        extends: true,
        test: {
          name: "routes",
          globalSetup: "tests/support/backend/route-environment.ts",
          env: { NODE_ENV: "production" },
          include: ["tests/routes/**/*.test.ts", "tests/attack/**/*.test.ts"],
        },
      },
    ],
  },
})
