import { useState } from "react"
import { data, Form, Link, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { account } from "#app/copy/account.ts"
import { site } from "#app/copy/site.ts"
import type { AccountFailure } from "#app/domain/account.ts"
import { credentialsSchema } from "#app/domain/account-form.ts"
import { loginPath } from "#app/domain/paths.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { pageMeta } from "#app/routes/page-meta.ts"
import { BACK_CLASS, SentMail } from "#app/routes/sent-mail.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { signIn, signUp } from "#app/server/account/account.server.ts"
import { nextPath } from "#app/server/http/next-path.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { findAccount } from "#app/server/visitor/session.server.ts"
import { AuthFields, type AuthTab, TAB_CLASS, TabList } from "#app/ui/auth-fields.tsx"
import type { Route } from "./+types/route"

const TABS: AuthTab[] = ["login", "register"]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: `${account[loaderData?.tab ?? "login"]} · ${site.name}`, matches })

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const next = nextPath(searchParams.get("next"))
  if (findAccount(context)) return redirect(next)
  return { next, tab: searchParams.get("tab") === "register" ? ("register" as const) : ("login" as const) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await takeForm(request)
  const tab = tabOf(form)
  const refuse = (failure: AccountFailure, waitSeconds?: number) =>
    data({ ...answerTo(form), failure, waitSeconds }, FAILURE_STATUS[failure])

  const credentials = credentialsSchema.safeParse(Object.fromEntries(form))
  if (!credentials.success) return refuse(credentials.error.issues[0]?.message as AccountFailure)
  const next = nextPath(new URL(request.url).searchParams.get("next"))
  const goOn = async (notice: string) => {
    await flash(context, notice)
    return redirect(next, 303)
  }

  if (tab === "login") {
    const signedIn = await signIn(context, credentials.data)
    return signedIn.ok ? goOn("loggedIn") : refuse(signedIn.failure, signedIn.waitSeconds)
  }
  const signedUp = await signUp(context, credentials.data)
  if (!signedUp.ok) return refuse(signedUp.failure, signedUp.waitSeconds)
  if (!signedUp.value.needsConfirmation) return goOn("welcome")
  // Show the address as we parsed it, so that the visitor notices a typing error.
  return data({ ...answerTo(form), email: credentials.data.email, sentAt: Date.now() })
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepFormWhenLost(args, (form) => ({ ...answerTo(form), failure: "backend-down" as const }))
}

interface Answer {
  tab: AuthTab
  failure: AccountFailure | null
  waitSeconds: number | undefined
  email: string
  /** When the confirmation mail was sent, as a timestamp in milliseconds. */
  sentAt: number | null
}

function answerTo(form: FormData): Answer {
  const email = String(form.get("email") ?? "")
  return { tab: tabOf(form), failure: null, waitSeconds: undefined, email, sentAt: null }
}

function tabOf(form: FormData): AuthTab {
  return form.get("intent") === "register" ? "register" : "login"
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const navigation = useLiveNavigation()
  const { next } = loaderData
  const tab = actionData?.tab ?? loaderData.tab
  // Shared by both tabs.
  const [email, setEmail] = useState(actionData?.email ?? "")
  const path = (to: AuthTab) => loginPath({ tab: to, next })
  return (
    <section className="mx-auto max-w-md rounded-xl border border-line bg-sheet p-5 md:p-8">
      {actionData?.sentAt ? (
        <SentMail
          email={actionData.email}
          sentAt={actionData.sentAt}
          resent={null}
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
              tabs={
                <TabList>
                  {TABS.map((one) => (
                    <Link
                      key={one}
                      to={path(one)}
                      role="tab"
                      aria-selected={one === tab}
                      className={TAB_CLASS}
                    >
                      {account[one]}
                    </Link>
                  ))}
                </TabList>
              }
            />
          </Form>
        </>
      )}
    </section>
  )
}
