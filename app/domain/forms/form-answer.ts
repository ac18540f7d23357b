/** A submitted form as it comes back, never with its passwords, files or the texts that the page still has. */
interface SubmittedForm {
  initialValue?: Record<string, string>
  /** Why fields were refused, as failures. */
  error?: Record<string, string[] | null>
}

/** The answer of a form's action, unless it redirects. Every form has this shape. */
export interface FormAnswer<Intent, Failure extends string, Result> {
  /** The pressed button; null for a form with one. */
  intent: Intent
  form: SubmittedForm
  /** Why the form was refused; null if it was not. */
  failure: Failure | null
  waitSeconds: number | undefined
  /** What else the page shows. */
  result: Result
}

type Answered = { form: SubmittedForm } | undefined

/** What the visitor typed into a field of the form that came back; undefined if none did. */
export function typedIn(answer: Answered, field: string): string | undefined {
  return answer && (answer.form.initialValue?.[field] ?? "")
}

/** Whether the failure belongs to this field of the form that came back. */
export function isRefusedAt(answer: Answered, field: string): boolean {
  return Boolean(answer?.form.error?.[field])
}
