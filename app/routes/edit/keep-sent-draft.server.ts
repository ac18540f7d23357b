import type { RouterContextProvider } from "react-router"
import { textDraftSchema } from "#app/domain/forms/edit-forms.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { refuse } from "#app/routes/refuse.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import type { DraftPlace } from "#app/server/drafts/draft-places.server.ts"
import { keepDraft } from "#app/server/drafts/kept-drafts.server.ts"

/** Keeps an edit while its author types. Only script sends it; the form itself saves the edit. */
export async function keepSentDraft(
  request: Request,
  context: Readonly<RouterContextProvider>,
  place: DraftPlace,
): Promise<Response> {
  const {
    title,
    text: content,
    seen: base,
    draft: before,
    editor,
  } = (await takeFields(request, textDraftSchema, FORM_MAX_BYTES)).value
  // No page of ours sends such a form.
  if (!base || !editor) throw refuse("malformed")
  const kept = await keepDraft(context, place, { title, content, base, before, editor })
  if (kept.ok) return Response.json({ mark: kept.value })
  return Response.json({ failure: kept.failure }, { status: FAILURE_STATUS[kept.failure] })
}
