import { env } from "#app/server/config/env.server.ts"
import { isBackendReady } from "#app/server/supabase/readiness.server.ts"

/** For the proxy: whether it should send visitors to this process. */
export async function loader() {
  const isReady = await isBackendReady()
  const lines = [isReady ? "ready" : "not ready: Supabase", `writer: ${env.model ? "model" : "demo"}`]
  return new Response(lines.join("\n"), {
    status: isReady ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  })
}
