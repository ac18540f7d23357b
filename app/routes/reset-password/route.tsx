import { data, Form, href, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { account, accountFailureText } from "#app/copy/account.ts"
import { site } from "#app/copy/site.ts"
import { type AccountFailure, PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "#app/domain/account.ts"
import { passwordSchema } from "#app/domain/account-form.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { takeForm } from "#app/routes/take-form.server.ts"
import { changePassword } from "#app/server/account/account.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { forgetRecovery, maySetPassword } from "#app/server/visitor/recovery.server.ts"
import { backendState, findAccount } from "#app/server/visitor/session.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { TextField } from "#app/ui/text-field.tsx"
import type { Route } from "./+types/route"

const { resetPage: text } = account

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  if (await maySetPassword(request, context)) return data({ view: "form" as const })
  if (backendState(context) === "down") return data({ view: "away" as const }, 503)
  return data({ view: findAccount(context) ? ("signed-in" as const) : ("visitor" as const) }, 401)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await takeForm(request)
  const refuse = (failure: AccountFailure) => data({ failure }, FAILURE_STATUS[failure])
  if (!(await maySetPassword(request, context))) return refuse("link-expired")
  const password = passwordSchema.safeParse(form.get("password"))
  if (!password.success) return refuse(password.error.issues[0]?.message as AccountFailure)
  const changed = await changePassword(context, password.data)
  if (!changed.ok) return refuse(changed.failure)
  await flash(context, "passwordChanged")
  await forgetRecovery(context)
  return redirect("/", 303)
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepFormWhenLost(args, () => ({ failure: "backend-down" as const }))
}

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
        <TextField
          id="password"
          label={text.password}
          type="password"
          name="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_CHARS}
          maxLength={PASSWORD_MAX_CHARS}
          hint={account.passwordHint}
          error={actionData && accountFailureText[actionData.failure]}
          required
        />
        <Button look="generate">{text.submit}</Button>
      </Form>
    </section>
  )
}
