import { data, href } from "react-router"
import { withWait } from "#app/copy/limits.ts"
import { reportFailureText, reportReasonText, report as text } from "#app/copy/reports.ts"
import { site } from "#app/copy/site.ts"
import { EMAIL_MAX_CHARS } from "#app/domain/account.ts"
import { REPORT_NOTE_MAX_CHARS, REPORT_REASONS, type ReportFailure } from "#app/domain/report.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { openShared } from "#app/routes/open-shared.server.ts"
import { SharedFailure } from "#app/routes/shared-failure.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { type ReportForm, reportNovel } from "#app/server/reports/report-novel.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { ChoiceList } from "#app/ui/choice-list.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ProblemSummary } from "#app/ui/problem-summary.tsx"
import { TextField } from "#app/ui/text-field.tsx"
import type { Route } from "./+types/route"

/** No framework script, like the shared novel's own page. */
export const handle = { script: false }

const REASONS = REPORT_REASONS.map((value) => ({ value, label: reportReasonText[value] }))
const FIELD_PROBLEMS: readonly ReportFailure[] = ["reason-missing", "note-too-long", "email-invalid"]
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
  const typed = typedIn(await takeForm(request))
  const reported = await reportNovel(context, params.id, typed)
  if (reported.ok) return data({ failure: null, waitSeconds: undefined, typed })
  const { failure, waitSeconds } = reported
  return data({ failure, waitSeconds, typed }, FAILURE_STATUS[failure])
}

function typedIn(form: FormData): ReportForm {
  const typed = (name: string) => String(form.get(name) ?? "")
  return { reason: typed("reason"), note: typed("note"), email: typed("email"), key: typed("key") }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { failure, title, id, formKey } = loaderData
  const keepsForm = actionData?.failure && KEPT_WITHOUT.includes(actionData.failure)
  if (actionData && !actionData.failure) return <Received id={id} hasEmail={actionData.typed.email !== ""} />
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
  const typed = refused?.typed
  const problem = (at: ReportFailure) => (failure === at ? reportFailureText[at] : undefined)
  const general = failure && !FIELD_PROBLEMS.includes(failure) ? reportFailureText[failure] : null
  return (
    <section className="mx-auto flex max-w-xl flex-col gap-5 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <header className="flex flex-col gap-1">
        <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
        {title && <p className="font-serif text-lg">{text.about(title)}</p>}
        <p className="text-sm text-soft">{text.text}</p>
      </header>
      <ProblemSummary title={text.refused} places={placesOf(failure)} />
      <Problem title={text.failed} text={general && withWait(general, refused?.waitSeconds)} />
      <form method="post" className="flex flex-col gap-5">
        <input type="hidden" name="key" value={typed?.key || formKey} />
        <ChoiceList
          legend={text.reason}
          name="reason"
          choices={REASONS}
          checked={typed?.reason ?? null}
          error={problem("reason-missing")}
          required
        />
        <NoteField note={typed?.note ?? ""} error={problem("note-too-long")} />
        <TextField
          id="email"
          label={text.email}
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={typed?.email}
          maxLength={EMAIL_MAX_CHARS}
          hint={text.emailHint}
          error={problem("email-invalid")}
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

/** The field that the summary links to; empty if the refusal concerns the whole form. */
function placesOf(failure: ReportFailure | null | undefined): { id: string; label: string }[] {
  if (failure === "reason-missing") return [{ id: "reason-error", label: text.reason }]
  if (failure === "note-too-long") return [{ id: "note", label: text.note }]
  return failure === "email-invalid" ? [{ id: "email", label: text.email }] : []
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
      <a href={href("/")} className={buttonClass("generate")}>
        {text.home}
      </a>
      <a href={href("/shared/:id", { id })} className={buttonClass("plain")}>
        {text.back}
      </a>
    </MessagePage>
  )
}
