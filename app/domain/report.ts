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
