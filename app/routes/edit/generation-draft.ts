import { refuseMethod } from "#app/routes/refuse.server.ts"
import { generationDraft } from "#app/server/drafts/draft-places.server.ts"
import type { Route } from "./+types/generation-draft"
import { keepSentDraft } from "./keep-sent-draft.server.ts"

export function action({ params: { id }, request, context }: Route.ActionArgs) {
  return keepSentDraft(request, context, generationDraft(context, id))
}

export const loader = refuseMethod("POST")
