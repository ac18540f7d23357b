import { parseCursor } from "#app/domain/generation.ts"
import { BARE_TEXT } from "#app/domain/generation-frame.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { feedOfEvents, GONE_EVENT, LIVE_HEADERS } from "#app/server/generation/event-stream.server.ts"
import { followGeneration } from "#app/server/generation/generations.server.ts"
import { answerWithFeed } from "#app/server/http/response-feed.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"

/**
 * Streams a generation as server-sent events, from `Last-Event-ID` or `?from=epoch.offset` to its end, with `&bare` in
 * fewer bytes.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const from = parseCursor(request.headers.get("Last-Event-ID") ?? searchParams.get("from"))
  const followed = await followGeneration(params.id, ownerOf(context), from)
  const headers = { ...LIVE_HEADERS, "Content-Type": "text/event-stream; charset=utf-8" }
  const listens = request.headers.get("Accept")?.includes("text/event-stream")
  if (followed === "unknown-generation" && listens) return new Response(GONE_EVENT, { headers })
  if (typeof followed === "string") return refuse(followed)
  return answerWithFeed(context, feedOfEvents(followed, { takesBare: searchParams.has(BARE_TEXT) }), headers)
}

export const action = refuseMethod("GET, HEAD")
