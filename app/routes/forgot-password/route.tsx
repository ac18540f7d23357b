import { href, Link } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { account, accountFailureText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { site } from "#app/copy/site.ts"
import { mailSchema } from "#app/domain/forms/account-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { answered, refused } from "#app/routes/answer-form.server.ts"
import { EmailForm } from "#app/routes/email-form.tsx"
import { pageMeta } from "#app/routes/page-meta.ts"
import { takeForm } from "#app/routes/take-form.server.ts"
import { requestPasswordReset } from "#app/server/account/account.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import type { Route } from "./+types/route"

const { forgotPage: text } = account

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: `${text.title} · ${site.name}`, matches })

export async function action({ request, context }: Route.ActionArgs) {
  const submission = readFields(await takeForm(request), mailSchema)
  if (submission.status !== "success") return refused(submission, { failure: "email-invalid" })
  const asked = await requestPasswordReset(context, submission.value.email, requestOrigin(request))
  return asked.ok ? answered(submission, null) : refused(submission, asked)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const failure = actionData?.failure
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      {failure === null ? (
        <p
          role="status"
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: the pressed button has given way to this
          autoFocus
          className="outline-none"
        >
          {text.sent}
        </p>
      ) : (
        <EmailForm
          text={text.text}
          submit={text.submit}
          email={typedIn(actionData, "email")}
          error={failure && withWait(accountFailureText[failure], actionData?.waitSeconds)}
        >
          {failure === "too-many-attempts" && <p className="text-sm text-soft">{text.newestIsGood}</p>}
        </EmailForm>
      )}
      <Link to={href("/login")} className="text-sm text-soft underline underline-offset-4">
        {text.back}
      </Link>
    </section>
  )
}
