import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { parseRateLimits } from "#app/server/config/rate-limits.server.ts"

/** Strangers and known browsers are counted apart. */
const COUNTS = 2
const SUPABASE_SECONDS = 5 * 60

test("guessers at the app cannot use up what Supabase verifies for its address", () => {
  const limits = parseRateLimits("")
  if (typeof limits === "string") throw new Error(limits)
  const { count, seconds } = limits["mailed-link"].everyone ?? { count: Number.NaN, seconds: 1 }
  const config = readFileSync("supabase/config.toml", "utf8")
  const verifications = Number(/^token_verifications = (\d+)$/m.exec(config)?.[1])
  // A full count at once, and what it regains meanwhile.
  const guesses = COUNTS * (count + (count * SUPABASE_SECONDS) / seconds)
  expect(guesses).toBeLessThan(verifications)
})
