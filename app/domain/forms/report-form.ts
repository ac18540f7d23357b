import { z } from "zod"
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, type ReportProblem } from "../report.ts"
import { isLongerThan, normaliseText } from "../text.ts"
import { emailSchema } from "./account-forms.ts"
import { anyText } from "./form-fields.ts"

const word = (problem: ReportProblem) => ({ error: problem })

/** `note` may be empty. The operator may reply to `email`. `key` is the form's own. Issues are `ReportProblem`s. */
export const reportSchema = z.object({
  reason: z.enum(REPORT_REASONS, word("reason-missing")),
  note: z
    .string(word("note-too-long"))
    .overwrite(normaliseText)
    .trim()
    .default("")
    .refine((note) => !isLongerThan(note, REPORT_NOTE_MAX_CHARS), word("note-too-long")),
  email: z
    .string(word("email-invalid"))
    .trim()
    .default("")
    .transform((email) => email || null)
    .pipe(z.union([z.null(), emailSchema], word("email-invalid"))),
  key: anyText,
})
export type Report = z.output<typeof reportSchema>
