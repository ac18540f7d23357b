import { data, Form, href, Link } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { account, accountFailureText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { site } from "#app/copy/site.ts"
import type { AccountFailure } from "#app/domain/account.ts"
import { emailSchema } from "#app/domain/account-form.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { takeForm } from "#app/routes/take-form.server.ts"
import { requestPasswordReset } from "#app/server/account/account.server.ts"
import { Button } from "#app/ui/button.tsx"
import { TextField } from "#app/ui/text-field.tsx"
import type { Route } from "./+types/route"

const { forgotPage: text } = account

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function action({ request, context }: Route.ActionArgs) {
  const form = await takeForm(request)
  const typed = String(form.get("email") ?? "")
  const refuse = (failure: AccountFailure, waitSeconds?: number) =>
    data({ sent: false, failure, waitSeconds, email: typed }, FAILURE_STATUS[failure])
  const email = emailSchema.safeParse(typed)
  if (!email.success) return refuse("email-invalid")
  const asked = await requestPasswordReset(context, email.data)
  if (!asked.ok) return refuse(asked.failure, asked.waitSeconds)
  return data({ sent: true, failure: null, waitSeconds: undefined, email: "" })
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepFormWhenLost(args, (form) => ({
    sent: false,
    failure: "backend-down" as const,
    waitSeconds: undefined,
    email: String(form.get("email") ?? ""),
  }))
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const failure = actionData?.failure
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      {actionData?.sent ? (
        <p role="status">{text.sent}</p>
      ) : (
        <Form method="post" className="flex flex-col gap-4">
          <p className="text-sm text-soft">{text.text}</p>
          <TextField
            id="email"
            label={account.email}
            type="email"
            name="email"
            autoComplete="email"
            defaultValue={actionData?.email}
            error={failure && withWait(accountFailureText[failure], actionData?.waitSeconds)}
            required
          />
          {failure === "too-many-attempts" && <p className="text-sm text-soft">{text.newestIsGood}</p>}
          <Button look="generate">{text.submit}</Button>
        </Form>
      )}
      <Link to={href("/login")} className="text-sm text-soft underline underline-offset-4">
        {text.back}
      </Link>
    </section>
  )
}
