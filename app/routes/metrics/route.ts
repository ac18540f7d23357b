import { env } from "#app/server/config/env.server.ts"
import { isSameSecret } from "#app/server/config/same-secret.server.ts"
import { readMetrics } from "#app/server/metrics/metrics.server.ts"
import type { Route } from "./+types/route"

const HEADERS = { "Cache-Control": "no-store" }
const SCHEME = "Bearer"

/** For the operator's Prometheus, which sends METRICS_TOKEN; without that variable, there is nothing here. */
export async function loader({ request }: Route.LoaderArgs) {
  if (!env.METRICS_TOKEN) return new Response("404", { status: 404, headers: HEADERS })
  const [scheme, token = ""] = (request.headers.get("Authorization") ?? "").split(" ")
  if (scheme !== SCHEME || !isSameSecret(token, env.METRICS_TOKEN)) {
    return new Response("401", { status: 401, headers: { ...HEADERS, "WWW-Authenticate": SCHEME } })
  }
  const { text, type } = await readMetrics()
  return new Response(text, { headers: { ...HEADERS, "Content-Type": type } })
}
