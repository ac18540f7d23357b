import type { Submission, SubmissionResult } from "@conform-to/react"
import type { generationLimitText } from "#app/copy/limits.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import type { Unreadable } from "#app/server/generation/generations.server.ts"
import type { BodyProblem } from "#app/server/http/request-body.server.ts"
import type { ReferenceOutcome } from "./generator-form.server.ts"

/** The action's answer if it did not start a generation: the submitted form, and why. */
export interface FormAnswer {
  form: SubmissionResult<string[]>
  reference: ReferenceOutcome
  problem: BodyProblem | Unreadable | null
  refusal: Refusal | null
  limit: { failure: keyof typeof generationLimitText; waitSeconds?: number } | null
}

/** The answer of `/save`'s action if it does not redirect. */
export interface SaveAnswer {
  failure: NovelFailure | null
  waitSeconds?: number
  link: string | null
  /** The saved novel, or the one that already has this text. */
  novel?: { id: string; title: string }
  already?: boolean
}

/** Answers with the submitted form. `quiet` hides its errors, because the visitor has not asked to generate yet. */
export function answerForm(
  submission: Submission<unknown, string[]>,
  found: Partial<FormAnswer> & { quiet?: boolean } = {},
): FormAnswer {
  const { quiet = false, ...said } = found
  // The existing text is long, and the page still has it.
  const reply = submission.reply({ hideFields: ["existing_text"] })
  const form = { ...reply, initialValue: singleValues(reply.initialValue) }
  return {
    form: quiet ? { ...form, status: undefined, error: undefined } : form,
    reference: "none",
    problem: null,
    refusal: null,
    limit: null,
    ...said,
  }
}

/** Shows a repeated field with its first value. */
function singleValues(values: SubmissionResult["initialValue"]): SubmissionResult["initialValue"] {
  const entries = Object.entries(values ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) => [name, (Array.isArray(value) && value[0]) || value]),
  )
}

/** The HTTP status of what became of the reference. */
export function referenceStatus(outcome: ReferenceOutcome): number {
  if (outcome === "none" || outcome === "removed" || outcome === "loaded" || outcome === "truncated")
    return 200
  return FAILURE_STATUS[outcome]
}
