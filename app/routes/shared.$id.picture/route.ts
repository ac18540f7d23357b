import { redirect } from "react-router"
import { sharedFailureText, shared as sharedText } from "#app/copy/novels.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { openShared } from "#app/routes/open-shared.server.ts"
import { SITE_PICTURE } from "#app/routes/page-meta.ts"
import { plainAnswer, refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { previewPicture } from "#app/server/previews/preview-picture.server.ts"
import type { Route } from "./+types/route"

/** The picture of a link to a public novel; that of the site for adult novels, whoever asks. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { headers, ...opened } = await openShared(request, context, params.id)
  if (opened.view === "failed") {
    return plainAnswer(sharedFailureText[opened.failure], FAILURE_STATUS[opened.failure], headers)
  }
  if (opened.view === "gate" || opened.adult) return redirect(SITE_PICTURE, { headers })

  const { title, authorName, demo } = opened.novel
  const author = authorName && sharedText.author(authorName)
  const preview = { title, author, site: site.name, label: storyLabel(demo) }
  const picture = await previewPicture(preview)
  if (picture === "busy") return refuse("picture-busy")
  // Stored by no cache without asking here again, because a novel may be unpublished at any time.
  const kept = { "Cache-Control": "no-cache" }
  if (!picture) return redirect(SITE_PICTURE, { headers: kept })
  const { bytes, etag } = picture
  const known = (request.headers.get("If-None-Match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
  if (known.includes(etag)) return new Response(null, { status: 304, headers: { ...kept, ETag: etag } })
  return new Response(bytes, {
    headers: { ...kept, ETag: etag, "Content-Type": "image/png", "Content-Length": String(bytes.length) },
  })
}

export const action = refuseMethod("GET, HEAD")
