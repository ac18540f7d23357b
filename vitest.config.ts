import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          env: { SESSION_SECRET: "only for the unit tests" },
        },
      },
      {
        test: {
          name: "routes",
          globalSetup: "tests/support/route-environment.ts",
          env: { NODE_ENV: "production" },
          include: ["tests/routes/**/*.test.ts", "tests/attack/**/*.test.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
