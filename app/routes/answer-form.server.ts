import type { Submission, SubmissionResult } from "@conform-to/react"
import { data } from "react-router"
import type { FormAnswer } from "#app/domain/forms/form-answer.ts"
import { FAILURE_STATUS, type Failure } from "./failure-status.server.ts"

type Read<Intent> = Submission<unknown, string[], unknown> & { intent: Intent }

interface Failed<Word> {
  failure: Word
  waitSeconds?: number | undefined
}

/** Passwords, files, and long texts that the page still has. */
const UNECHOED = ["password", "current_password", "avatar", "content", "existing_text", "entries", "library"]

/** Answers with the refused form and the failure's status; `at` is the field that the failure belongs to. */
export function refused<Intent, Word extends Failure, Result = null>(
  submission: Read<Intent>,
  { failure, waitSeconds }: Failed<Word>,
  { at, result = null as Result }: { at?: string | undefined; result?: Result } = {},
) {
  const reply = submission.reply({ hideFields: UNECHOED, ...(at && { fieldErrors: { [at]: [failure] } }) })
  const { intent } = submission
  const answer: FormAnswer<Intent, Word, Result> = { intent, form: echo(reply), failure, waitSeconds, result }
  return data(answer, FAILURE_STATUS[failure])
}

/** Answers with the form if it was accepted and no other page follows. */
export function answered<Intent, Result>({ intent, reply }: Read<Intent>, result: Result) {
  const form = { ...echo(reply({ hideFields: UNECHOED })), status: undefined, error: undefined }
  return { intent, form, failure: null, waitSeconds: undefined, result }
}

/** What is wrong with the first invalid field: every issue of our schemas is a failure. */
export function invalid<Word extends Failure>(submission: Read<unknown>): Failed<Word> {
  const errors = submission.status === "success" ? [] : Object.values(submission.error ?? {}).flat()
  return { failure: (errors[0] ?? "malformed") as Word }
}

/** A repeated field comes back with its first value. */
function echo({ initialValue, ...reply }: SubmissionResult<string[]>) {
  const first = Object.entries(initialValue ?? {}).map(([name, value]) => [name, String([value].flat()[0])])
  return { ...reply, initialValue: Object.fromEntries(first) as Record<string, string> }
}
