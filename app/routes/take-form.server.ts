import { FIELDS_MAX_BYTES } from "#app/domain/limits.ts"
import { readForm } from "#app/server/http/request-body.server.ts"
import { refuse } from "./refuse.server.ts"

/** Reads a form without files. Throws a plain-text refusal if it is too large or malformed. */
export async function takeForm(request: Request, maxBytes = FIELDS_MAX_BYTES): Promise<FormData> {
  const { form, problem } = await readForm(request, maxBytes)
  if (problem && problem !== "unsupported") throw refuse(problem)
  return form
}
