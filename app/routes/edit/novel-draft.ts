import { refuseMethod } from "#app/routes/refuse.server.ts"
import { novelDraft } from "#app/server/drafts/draft-places.server.ts"
import type { Route } from "./+types/novel-draft"
import { keepSentDraft } from "./keep-sent-draft.server.ts"

export function action({ params: { id }, request, context }: Route.ActionArgs) {
  return keepSentDraft(request, context, novelDraft(context, id))
}

export const loader = refuseMethod("POST")
