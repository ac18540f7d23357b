import { z } from "zod"
import { emailSchema } from "./forms/account-forms.ts"
import { anyText } from "./forms/form-fields.ts"
import { isLongerThan, normaliseText } from "./text.ts"

/** Reasons to report a novel, the gravest first. */
export const REPORT_REASONS = [
  "minors",
  "real-person",
  "unrated",
  "unlawful",
  "privacy",
  "copyright",
  "other",
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

export const REPORT_NOTE_MAX_CHARS = 1_000

/** What is wrong with a report's fields. */
export type ReportProblem = "reason-missing" | "note-too-long" | "email-invalid"

/** Why the server refused a report. */
export type ReportFailure =
  | ReportProblem
  | "id-invalid"
  | "not-found"
  | "taken-down"
  | "too-many-attempts"
  | "backend-missing"
  | "backend-down"

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
