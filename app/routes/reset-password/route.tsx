import { data, Form, href, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { account, accountFailureText } from "#app/copy/account.ts"
import { site } from "#app/copy/site.ts"
import type { AccountFailure } from "#app/domain/account.ts"
import { newPasswordSchema } from "#app/domain/forms/account-forms.ts"
import { invalid, refused } from "#app/routes/answer-form.server.ts"
import { takeForm } from "#app/routes/take-form.server.ts"
import { changePassword } from "#app/server/account/account.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { forgetRecovery, maySetPassword } from "#app/server/visitor/recovery.server.ts"
import { backendState, findAccount } from "#app/server/visitor/session.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { NewPasswordField } from "#app/ui/new-password-field.tsx"
import type { Route } from "./+types/route"

const { resetPage: text } = account

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (await maySetPassword(request, context)) return data({ view: "form" as const })
  if (backendState(context) === "down") return data({ view: "away" as const }, 503)
  return data({ view: findAccount(context) ? ("signed-in" as const) : ("visitor" as const) }, 401)
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = readFields(await takeForm(request), newPasswordSchema)
  if (!(await maySetPassword(request, context))) return refused(submission, { failure: "link-expired" })
  if (submission.status !== "success") return refused(submission, invalid<AccountFailure>(submission))
  const changed = await changePassword(context, submission.value.password)
  if (!changed.ok) return refused(submission, changed)
  await flash(context, "passwordChanged")
  await forgetRecovery(context)
  return redirect("/", 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { view } = loaderData
  if (view !== "form") {
    const signedIn = view === "signed-in"
    const reason = view === "away" ? text.away : signedIn ? text.byLinkOrPassword : text.byLink
    return (
      <MessagePage title={text.title} text={reason}>
        {signedIn && (
          <a href={`${href("/profile")}#change-password`} className={buttonClass("generate")}>
            {text.toProfile}
          </a>
        )}
        {view !== "away" && (
          <a href={href("/forgot-password")} className={buttonClass(signedIn ? "plain" : "generate")}>
            {account.forgotPage.title}
          </a>
        )}
      </MessagePage>
    )
  }
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      <Form method="post" className="flex flex-col gap-4">
        <NewPasswordField
          id="password"
          error={actionData?.failure && accountFailureText[actionData.failure]}
        />
        <Button look="generate">{text.submit}</Button>
      </Form>
    </section>
  )
}
