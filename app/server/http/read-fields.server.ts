import type { Submission } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { z } from "zod"

/** The form as conform parsed it, and its pressed button; null for a form with one. */
export type Fields<Schema extends z.ZodType> = Submission<z.input<Schema>, string[], z.output<Schema>> & {
  intent: z.output<Schema> extends { intent: infer Intent } ? Intent : null
}

/** Parses a form by its schema, whose issues are failures. Fields that the schema does not name are dropped. */
export function readFields<Schema extends z.ZodType>(form: FormData, schema: Schema): Fields<Schema> {
  // conform builds lists and objects from names like "a[9]", so pass it only the schema's own flat names.
  const own = new FormData()
  for (const name of namesOf(schema)) for (const value of form.getAll(name)) own.append(name, value)
  const submission = parseWithZod(own, { schema, disableAutoCoercion: true })
  const { intent = null } = (submission.status === "success" ? submission.value : submission.payload) as {
    intent?: unknown
  }
  return Object.assign(submission, { intent }) as Fields<Schema>
}

function namesOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
