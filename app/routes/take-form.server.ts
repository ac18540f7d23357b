import type { z } from "zod"
import { FIELDS_MAX_BYTES } from "#app/domain/limits.ts"
import { type Fields, readFields } from "#app/server/http/read-fields.server.ts"
import { readForm } from "#app/server/http/request-body.server.ts"
import { refuse } from "./refuse.server.ts"

/** Reads a form without files. Throws a plain-text refusal if it is too large or malformed. */
export async function takeForm(
  request: Request,
  maxBytes = FIELDS_MAX_BYTES,
  limits: { maxFields?: number } = {},
): Promise<FormData> {
  const { form, problem } = await readForm(request, maxBytes, limits)
  if (problem && problem !== "unsupported") throw refuse(problem)
  return form
}

/** Reads a form that no visitor can fill in wrongly. Throws a plain-text refusal if it is not one of ours. */
export async function takeFields<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes?: number,
) {
  return wellFormed(readFields(await takeForm(request, maxBytes), schema))
}

/** The same for a form that was read before. */
export function wellFormed<Schema extends z.ZodType>(submission: Fields<Schema>) {
  if (submission.status !== "success") throw refuse("malformed")
  return submission
}
