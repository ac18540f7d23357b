import { novelDraftSchema } from "#app/domain/forms/novel-forms.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { refuse } from "#app/routes/refuse.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { keepDraft } from "#app/server/novels/novel-drafts.server.ts"
import type { Route } from "./+types/route"

/** Keeps the edit of a novel while its author types. Only script sends it; the form itself saves the edit. */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const {
    title,
    text: content,
    seen: base,
    draft: before,
    editor,
  } = (await takeFields(request, novelDraftSchema, FORM_MAX_BYTES)).value
  // No page of ours sends such a form.
  if (!base || !editor) throw refuse("malformed")
  const kept = await keepDraft(context, id, { title, content, base, before, editor })
  if (kept.ok) return Response.json({ mark: kept.value })
  return Response.json({ failure: kept.failure }, { status: FAILURE_STATUS[kept.failure] })
}
