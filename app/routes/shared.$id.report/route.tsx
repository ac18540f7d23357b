import { data, href } from "react-router"
import { withWait } from "#app/copy/limits.ts"
import { reportFailureText, reportReasonText, report as text } from "#app/copy/reports.ts"
import { site } from "#app/copy/site.ts"
import { EMAIL_MAX_CHARS } from "#app/domain/account.ts"
import { isRefusedAt, typedIn } from "#app/domain/forms/form-answer.ts"
import { reportSchema } from "#app/domain/forms/report-form.ts"
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, type ReportProblem } from "#app/domain/report.ts"
import { answered, invalid, refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { openShared } from "#app/routes/open-shared.server.ts"
import { SharedFailure } from "#app/routes/shared-failure.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { reportNovel } from "#app/server/reports/report-novel.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { ChoiceList } from "#app/ui/choice-list.tsx"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ProblemSummary } from "#app/ui/problem-summary.tsx"
import { EmailField } from "#app/ui/text-field.tsx"
import type { Route } from "./+types/route"

/** No framework script, like the shared novel's own page. */
export const handle = { script: false }

const REASONS = REPORT_REASONS.map((value) => ({ value, label: reportReasonText[value] }))
const FIELD_PROBLEMS = { reason: "reason-missing", note: "note-too-long", email: "email-invalid" } as const
/** What the summary of the refused fields links to. */
const PLACES = [
  { field: "reason", id: "reason-error", label: text.reason },
  { field: "note", id: "note", label: text.note },
  { field: "email", id: "email", label: text.email },
]
/** After these failures the page keeps the submitted form, although it could not load the novel. */
const KEPT_WITHOUT: readonly string[] = ["backend-down", "backend-missing"]

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { headers, ...opened } = await openShared(request, context, params.id)
  const failure = opened.view === "failed" ? opened.failure : null
  const title = opened.view === "novel" ? opened.novel.title : null
  return data(
    { failure, title, id: params.id, formKey: crypto.randomUUID() },
    {
      status: failure ? FAILURE_STATUS[failure] : 200,
      headers: { ...headers, "X-Robots-Tag": "noindex, noarchive" },
    },
  )
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const submission = readFields(await takeForm(request), reportSchema)
  if (submission.status !== "success") return refused(submission, invalid<ReportProblem>(submission))
  const reported = await reportNovel(context, params.id, submission.value)
  return reported.ok ? answered(submission, null) : refused(submission, reported)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { failure, title, id, formKey } = loaderData
  const keepsForm = actionData?.failure && KEPT_WITHOUT.includes(actionData.failure)
  if (actionData && !actionData.failure)
    return <Received id={id} hasEmail={typedIn(actionData, "email") !== ""} />
  if (failure && !keepsForm) return <SharedFailure failure={failure} />
  return <ReportFields id={id} title={title} formKey={formKey} refused={actionData} />
}

interface ReportFieldsProps {
  id: string
  title: string | null
  formKey: string
  refused: Route.ComponentProps["actionData"]
}

function ReportFields({ id, title, formKey, refused }: ReportFieldsProps) {
  const failure = refused?.failure
  const problem = (field: keyof typeof FIELD_PROBLEMS) =>
    isRefusedAt(refused, field) ? reportFailureText[FIELD_PROBLEMS[field]] : undefined
  const general = failure && !refused?.form.error ? reportFailureText[failure] : null
  return (
    <section className="mx-auto flex max-w-xl flex-col gap-5 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <header className="flex flex-col gap-1">
        <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
        {title && <p className="font-serif text-lg">{text.about(title)}</p>}
        <p className="text-sm text-soft">{text.text}</p>
      </header>
      <ProblemSummary
        title={text.refused}
        places={PLACES.filter(({ field }) => isRefusedAt(refused, field))}
      />
      <Problem title={text.failed} text={general && withWait(general, refused?.waitSeconds)} />
      <form method="post" className="flex flex-col gap-5">
        <input type="hidden" name="key" value={typedIn(refused, "key") || formKey} />
        <ChoiceList
          legend={text.reason}
          name="reason"
          choices={REASONS}
          checked={typedIn(refused, "reason") ?? null}
          error={problem("reason")}
          required
        />
        <NoteField note={typedIn(refused, "note") ?? ""} error={problem("note")} />
        <EmailField
          label={text.email}
          defaultValue={typedIn(refused, "email")}
          maxLength={EMAIL_MAX_CHARS}
          hint={text.emailHint}
          error={problem("email")}
        />
        <div className="flex flex-wrap gap-2">
          <Button look="danger">{text.submit}</Button>
          <a href={href("/shared/:id", { id })} className={buttonClass("plain")}>
            {text.back}
          </a>
        </div>
      </form>
      <script defer src="/behaviours.js" />
    </section>
  )
}

function NoteField({ note, error }: { note: string; error: string | undefined }) {
  return (
    <div>
      <label htmlFor="note" className="mb-1 block font-semibold">
        {text.note}
      </label>
      <textarea
        id="note"
        name="note"
        defaultValue={note}
        rows={4}
        // biome-ignore lint/a11y/noAutofocus: without script, nothing else leads to the refused field
        autoFocus={error !== undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "note-hint note-error" : "note-hint"}
        className="block w-full rounded-lg border border-edge bg-sheet p-3 text-base aria-invalid:border-danger"
      />
      <p className="mt-1 flex justify-between gap-4 text-sm text-soft">
        <span id="note-hint">{text.noteHint}</span>
        <span
          data-counts="note"
          data-limit={REPORT_NOTE_MAX_CHARS}
          className="shrink-0 tabular-nums noscript:hidden"
        />
      </p>
      {error && (
        <p id="note-error" role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

function Received({ id, hasEmail }: { id: string; hasEmail: boolean }) {
  return (
    <MessagePage
      title={text.done.title}
      text={text.done.text}
      {...(hasEmail && { note: text.done.contacted })}
    >
      <HomeLink look="generate" />
      <a href={href("/shared/:id", { id })} className={buttonClass("plain")}>
        {text.back}
      </a>
    </MessagePage>
  )
}
