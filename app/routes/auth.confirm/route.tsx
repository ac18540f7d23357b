import { data, Form, href, Link, redirect } from "react-router"
import { account, accountFailureText } from "../../copy/account.ts"
import { withWait } from "../../copy/limits.ts"
import { site } from "../../copy/site.ts"
import { isLinkType } from "../../domain/account.ts"
import { confirmLink } from "../../server/account/account.server.ts"
import { allowNewPassword } from "../../server/account/recovery.server.ts"
import { flash } from "../../server/flash.server.ts"
import { Button } from "../../ui/button.tsx"
import { Problem } from "../../ui/problem.tsx"
import { ACCOUNT_FAILURE_STATUS } from "../account-status.server.ts"
import type { Route } from "./+types/route"

const { confirmPage: text } = account

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

/** Mail scanners open links before their readers do: only the button uses the link up. */
export async function action({ request, context }: Route.ActionArgs) {
  const { searchParams } = new URL(request.url)
  const tokenHash = searchParams.get("token_hash") ?? ""
  const type = searchParams.get("type") ?? ""
  const confirmed = isLinkType(type) && tokenHash ? await confirmLink(context, { tokenHash, type }) : null
  if (!confirmed?.ok) {
    const failure = confirmed?.failure ?? "link-expired"
    return data({ failure, waitSeconds: confirmed?.waitSeconds }, ACCOUNT_FAILURE_STATUS[failure])
  }
  if (type === "recovery") {
    const allowed = await allowNewPassword(context)
    const headers = allowed ? { "Set-Cookie": allowed } : undefined
    return redirect(href("/reset-password"), { status: 303, headers })
  }
  return redirect("/", { status: 303, headers: { "Set-Cookie": await flash("confirmed") } })
}

export default function ConfirmLink({ actionData }: Route.ComponentProps) {
  const failure = actionData?.failure
  // The link was not looked at: it is as good as before.
  const mayTryAgain = failure === "too-many-attempts" || failure === "backend-down"
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <h1 className="font-serif text-2xl font-bold">{text.title}</h1>
      {failure && <Problem text={withWait(accountFailureText[failure], actionData.waitSeconds)} />}
      {!failure || mayTryAgain ? (
        <Form method="post" className="flex flex-col gap-4">
          <p className="text-sm text-soft">{failure ? text.stillGood : text.text}</p>
          <Button look="generate">{text.submit}</Button>
        </Form>
      ) : (
        <Link to={href("/forgot-password")} className="text-sm text-soft underline underline-offset-4">
          {text.again}
        </Link>
      )}
    </section>
  )
}
