import { rmSync } from "node:fs"
import { join } from "node:path"
import { CHEAP_HASH_COST, newDataDir, startEmbeddedBackend } from "./embedded-backend.ts"

/** Gives the built app a real backend and a fast demo writer, before any test file is loaded. */
export default async function setup(): Promise<() => Promise<void>> {
  const first = newDataDir()
  await (await startEmbeddedBackend({ dataDir: first })).stop()
  process.env.PREPARED_DATABASE = join(first, "pg")
  const backend = await startEmbeddedBackend({ isBusy: true, hashCost: CHEAP_HASH_COST })
  Object.assign(process.env, {
    NODE_ENV: "production",
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
    DEMO_CHARACTERS_PER_SECOND: "5000",
  })
  return async () => {
    await backend.stop()
    rmSync(first, { recursive: true, force: true })
  }
}
