import { novelTitle, storyLevel } from "#app/domain/generation.ts"
import { storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import { exportedFile } from "#app/routes/exported-file.server.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { findSnapshot } from "#app/server/generation/generations.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"

/** A generation's text as a download that is labelled as AI-written; for script, as JSON with its status. */
export async function loader({ params, pattern, request, context }: Route.LoaderArgs) {
  const found = await findSnapshot(params.id, ownerOf(context))
  if (typeof found === "string") return refuse(found)
  const text = joinStory(found.request.existing, found.text)
  const sections = storySections(found)
  const { demo } = found.request
  if (request.headers.get("Accept") === "application/json") {
    return Response.json(
      { status: found.status, level: storyLevel(found.request), text, sections, demo },
      { headers: { "Cache-Control": "private, no-store" } },
    )
  }
  const contentLevel = storyLevel(found.request)
  return exportedFile(pattern, { id: found.id, title: novelTitle(found), text, sections, contentLevel, demo })
}

export const action = refuseMethod("GET, HEAD")
