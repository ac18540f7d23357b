import type { Submission, SubmissionResult } from "@conform-to/react"
import type { generationLimitText } from "#app/copy/limits.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import type { Unreadable } from "#app/server/generation/generations.server.ts"
import type { BodyProblem } from "#app/server/http/request-body.server.ts"
import type { Refusal } from "#app/server/moderation/admit.server.ts"
import type { ReferenceOutcome } from "./generator-form.server.ts"

/** What the action says when it did not start a generation: the form as it was, and why. */
export interface FormAnswer {
  form: SubmissionResult<string[]>
  reference: ReferenceOutcome
  problem: BodyProblem | Unreadable | null
  refusal: Refusal | null
  limit: { failure: keyof typeof generationLimitText; waitSeconds?: number } | null
}

/** What `/save` answers when it does not send on. */
export interface SaveAnswer {
  failure: NovelFailure | null
  waitSeconds?: number
  link: string | null
  /** The novel that was saved, or that has this text already. */
  novel?: { id: string; title: string }
  already?: boolean
}

/** `quiet` keeps what is still missing unsaid: the visitor has not asked to generate yet. */
export function answerForm(
  submission: Submission<unknown, string[]>,
  found: Partial<FormAnswer> & { quiet?: boolean } = {},
): FormAnswer {
  const { quiet = false, ...said } = found
  // The existing text is long, and the page that asked still has it.
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

/** A field that was sent more than once is shown with its first value. */
function singleValues(values: SubmissionResult["initialValue"]): SubmissionResult["initialValue"] {
  const entries = Object.entries(values ?? {})
  return Object.fromEntries(
    entries.map(([name, value]) => [name, (Array.isArray(value) && value[0]) || value]),
  )
}

export function referenceStatus(outcome: ReferenceOutcome): number {
  if (outcome === "none" || outcome === "removed" || outcome === "loaded" || outcome === "truncated")
    return 200
  return FAILURE_STATUS[outcome]
}
