import { FIELDS_MAX_BYTES } from "#app/domain/limits.ts"
import { readForm } from "#app/server/http/request-body.server.ts"
import { refuse } from "./refuse.server.ts"

/** A form that has no file to lose: what is too large or broken is refused as a whole, by a thrown answer. */
export async function takeForm(request: Request, maxBytes = FIELDS_MAX_BYTES): Promise<FormData> {
  const { form, problem } = await readForm(request, maxBytes)
  if (problem && problem !== "unsupported") throw refuse(problem)
  return form
}
