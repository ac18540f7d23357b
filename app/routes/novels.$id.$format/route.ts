import { novelReadFailureText } from "#app/copy/novels.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { exportedFile } from "#app/routes/exported-file.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { plainAnswer, refuseMethod } from "#app/routes/refuse.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { getProfile } from "#app/server/profile/profile.server.ts"
import type { Route } from "./+types/route"

/** One of the account's own novels as a download, private or public. */
export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, params.id)
  if (!found.ok) return unread(found.failure)
  const profile = await getProfile(context)
  if (!profile.ok) return unread(profile.failure)
  const author = profile.value.username ?? undefined
  return exportedFile(pattern, { ...found.value, author, text: found.value.content })
}

export const action = refuseMethod("GET, HEAD")

function unread(failure: NovelFailure): Response {
  return plainAnswer(novelReadFailureText(failure), FAILURE_STATUS[failure], {
    "Cache-Control": "private, no-store",
  })
}
