import { startEmbeddedBackend } from "./embedded-backend.ts"

/** Gives the built app a real backend and a fast demo writer, before any test file is loaded. */
export default async function setup(): Promise<() => Promise<void>> {
  const backend = await startEmbeddedBackend()
  Object.assign(process.env, {
    NODE_ENV: "production",
    SUPABASE_URL: backend.url,
    SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
    SUPABASE_SECRET_KEY: backend.secretKey,
    SESSION_SECRET: backend.sessionSecret,
    DEMO_CHARACTERS_PER_SECOND: "5000",
  })
  return () => backend.stop()
}
