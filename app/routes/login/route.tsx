import { useState } from "react"
import { Form, Link, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { account } from "#app/copy/account.ts"
import { site } from "#app/copy/site.ts"
import type { AccountFailure } from "#app/domain/account.ts"
import { loginSchema } from "#app/domain/forms/account-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { loginPath } from "#app/domain/paths.ts"
import { answered, invalid, refused } from "#app/routes/answer-form.server.ts"
import { pageMeta } from "#app/routes/page-meta.ts"
import { BACK_CLASS, SentMail } from "#app/routes/sent-mail.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { signIn, signUp } from "#app/server/account/account.server.ts"
import { nextPath } from "#app/server/http/next-path.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { findAccount } from "#app/server/visitor/session.server.ts"
import { AuthFields, type AuthTab, TabList } from "#app/ui/auth-fields.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: `${account[loaderData?.tab ?? "login"]} · ${site.name}`, matches })

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = nextPath(searchParams.get("next"))
  if (findAccount(context)) return redirect(next)
  return { next, tab: searchParams.get("tab") === "register" ? ("register" as const) : ("login" as const) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = readFields(await takeForm(request), loginSchema)
  if (submission.status !== "success") return refused(submission, invalid<AccountFailure>(submission))
  const { intent, ...credentials } = submission.value
  const next = nextPath(new URL(request.url).searchParams.get("next"))

  if (intent === "login") {
    const signedIn = await signIn(context, credentials)
    if (!signedIn.ok) return refused(submission, signedIn)
    await flash(context, "loggedIn")
    return redirect(next, 303)
  }
  const signedUp = await signUp(context, credentials, requestOrigin(request))
  if (!signedUp.ok) return refused(submission, signedUp)
  // Show the address as we parsed it, so that the visitor notices a typing error.
  if (signedUp.value.needsConfirmation)
    return answered(submission, { email: credentials.email, sentAt: Date.now() })
  await flash(context, "welcome")
  return redirect(next, 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useLiveNavigation()
  const { next } = loaderData
  const intent = actionData?.intent ?? loaderData.tab
  const tab = intent === "register" ? intent : "login"
  // Shared by both tabs.
  const [email, setEmail] = useState(typedIn(actionData, "email") ?? "")
  const path = (to: AuthTab) => loginPath({ tab: to, next })
  return (
    <section className="mx-auto max-w-md rounded-xl border border-line bg-sheet p-5 md:p-8">
      {actionData?.result ? (
        <SentMail
          {...actionData.result}
          resent={undefined}
          busy={navigation.state !== "idle"}
          Form={Form}
          back={
            <Link to={path("register")} className={BACK_CLASS}>
              {account.sentMail.wrongAddress}
            </Link>
          }
        />
      ) : (
        <>
          <h1 className="mb-4 font-serif text-2xl font-bold">{account[tab]}</h1>
          <Form key={tab} method="post" action={path(tab)}>
            <AuthFields
              tab={tab}
              failure={actionData?.failure ?? null}
              waitSeconds={actionData?.waitSeconds}
              email={email}
              onEmailChange={setEmail}
              busy={navigation.formAction?.startsWith("/login") ?? false}
              tabs={<TabList selected={tab}>{(one, props) => <Link to={path(one)} {...props} />}</TabList>}
            />
          </Form>
        </>
      )}
    </section>
  )
}
