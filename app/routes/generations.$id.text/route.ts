import { site } from "../../copy/site.ts"
import { downloadName } from "../../copy/story.ts"
import { joinStory } from "../../domain/story.ts"
import { findSnapshot } from "../../server/generation/generations.server.ts"
import { ownerOf } from "../../server/visitor.server.ts"
import { refuse, refuseMethod } from "../refuse.server.ts"
import type { Route } from "./+types/route"

/** A generation's text as a file, said to be written by AI. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findSnapshot(params.id, ownerOf(context))
  if (typeof found === "string") return refuse(found)
  const text = `${joinStory(found.request.existing, found.text)}\n\n${site.aiLabel}\n`
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(downloadName(found.id))}`,
      "Cache-Control": "private, no-store",
    },
  })
}

export const action = refuseMethod("GET, HEAD")
