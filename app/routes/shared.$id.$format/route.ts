import { href, redirect } from "react-router"
import { sharedFailureText } from "#app/copy/novels.ts"
import { exportedFile } from "#app/routes/exported-file.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { openShared } from "#app/routes/open-shared.server.ts"
import { plainAnswer, refuseMethod } from "#app/routes/refuse.server.ts"
import type { Route } from "./+types/route"

/** A public novel as a download. Redirects readers who have not confirmed their age to the age gate. */
export async function loader({ params, pattern, request, context }: Route.LoaderArgs) {
  const { headers, ...opened } = await openShared(request, context, params.id)
  if (opened.view === "gate") return redirect(href("/shared/:id", params), { status: 303, headers })
  if (opened.view === "failed") {
    return plainAnswer(sharedFailureText[opened.failure], FAILURE_STATUS[opened.failure], headers)
  }
  const { novel } = opened
  return exportedFile(pattern, { ...novel, author: novel.authorName, text: novel.content }, headers)
}

export const action = refuseMethod("GET, HEAD")
