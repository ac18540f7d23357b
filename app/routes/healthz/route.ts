import { env, missingSupabaseVariables } from "#app/server/config/env.server.ts"
import { refusedKeys } from "#app/server/supabase/key-check.server.ts"

/**
 * For the container's health check and the operator: whether this process answers, and what is wrong with its
 * settings. Fails if Supabase refuses our keys, so that a release with wrong keys does not replace the former one.
 */
export function loader() {
  const refused = refusedKeys()
  const lines = [
    ...missingSupabaseVariables(env).map((name) => `${name} is not set: Supabase is not used`),
    ...refused.map((name) => `${name} is not accepted by Supabase`),
  ]
  const status = refused.length > 0 ? 503 : 200
  const text = [status === 200 ? "ok" : "not ok", ...lines].join("\n")
  return new Response(text, { status, headers: { "Cache-Control": "no-store" } })
}
