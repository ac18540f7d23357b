import { novelReadFailureText } from "#app/copy/novels.ts"
import { exportedFile } from "#app/routes/exported-file.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { plainAnswer, refuseMethod } from "#app/routes/refuse.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import type { Route } from "./+types/route"

/** One of the account's own novels as a download, private or public. */
export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, params.id)
  if (found.ok) return exportedFile(pattern, { ...found.value, text: found.value.content })
  return plainAnswer(novelReadFailureText(found.failure), FAILURE_STATUS[found.failure], {
    "Cache-Control": "private, no-store",
  })
}

export const action = refuseMethod("GET, HEAD")
