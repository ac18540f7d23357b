import { Form, href, Link, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { account, accountFailureText, confirmText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { site } from "#app/copy/site.ts"
import { isLinkType } from "#app/domain/account.ts"
import { confirmSchema, resendSchema } from "#app/domain/forms/account-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { refusal } from "#app/domain/outcome.ts"
import { loginPath, RESEND_PATH } from "#app/domain/paths.ts"
import { answered, refused } from "#app/routes/answer-form.server.ts"
import { EmailForm } from "#app/routes/email-form.tsx"
import { BACK_CLASS, resendFailureText, SentMail } from "#app/routes/sent-mail.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { confirmLink, resendConfirmation } from "#app/server/account/account.server.ts"
import { readProof } from "#app/server/account/link-proof.server.ts"
import { readFields } from "#app/server/http/read-fields.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { allowNewPassword } from "#app/server/visitor/recovery.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import type { Route } from "./+types/route"

const { confirmPage: text, resendPage } = account

/** Supabase sends no second mail to an address within this time. */
const MAIL_PAUSE_SECONDS = 60

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${titleOf(loaderData)} · ${site.name}` },
]

export function loader({ request }: Route.LoaderArgs) {
  const { tokenHash, type } = linkIn(request)
  return { type, isComplete: type !== null && tokenHash !== "" }
}

/** Redeems the link. Only the page's button does this, because mail scanners open links, too. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await takeForm(request)
  if (form.get("intent") === "resend") return resend(context, form, requestOrigin(request))
  const submission = readFields(form, confirmSchema)
  const { tokenHash, type, returnAddress } = linkIn(request)
  const confirmed =
    type && tokenHash
      ? await confirmLink(context, { tokenHash, type, proof: readProof(type, returnAddress) })
      : refusal("link-expired")
  if (!confirmed.ok) return refused(submission, confirmed)
  if (type === "recovery") {
    await allowNewPassword(context)
    return redirect(href("/reset-password"), 303)
  }
  await flash(context, "confirmed")
  return redirect("/", 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

/** Sends the confirmation mail again. The answer is the same whether the address is waiting for one or not. */
async function resend(context: Route.ActionArgs["context"], form: FormData, origin: string) {
  const submission = readFields(form, resendSchema)
  if (submission.status !== "success") return refused(submission, { failure: "email-invalid" })
  const { email, sent_at } = submission.value
  // Decide by the form's own timestamp, because Supabase's answer would reveal that the address is known.
  const waitSeconds = Math.ceil(MAIL_PAUSE_SECONDS - (Date.now() - sent_at) / 1_000)
  if (waitSeconds > 0 && waitSeconds <= MAIL_PAUSE_SECONDS)
    return refused(submission, { failure: "too-soon", waitSeconds })
  const asked = await resendConfirmation(context, email, origin)
  return asked.ok ? answered(submission, { sentAt: Date.now() }) : refused(submission, asked)
}

function linkIn(request: Request) {
  const { searchParams } = new URL(request.url)
  const type = searchParams.get("type") ?? ""
  return {
    tokenHash: searchParams.get("token_hash") ?? "",
    type: isLinkType(type) ? type : null,
    /** What the app gave Supabase as the redirect of this mail. Nothing redirects to it: it carries a proof. */
    returnAddress: searchParams.get("redirect_to") ?? "",
  }
}

function titleOf(link: Route.ComponentProps["loaderData"] | undefined): string {
  if (!link?.type) return resendPage.title
  return link.type === "signup" && !link.isComplete ? resendPage.title : confirmText[link.type].title
}

export default function ConfirmLink({ loaderData, actionData }: Route.ComponentProps) {
  const { type, isComplete } = loaderData
  const busy = useLiveNavigation().state !== "idle"
  const resent = actionData?.intent === "resend" ? actionData : undefined
  const failure = actionData && actionData.intent !== "resend" ? actionData.failure : null
  const email = typedIn(resent, "email")
  const sentAt = resent?.result?.sentAt ?? Number(typedIn(resent, "sent_at"))
  const isUsable = isComplete && failure !== "link-expired"
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      {email && sentAt ? (
        <SentMail
          email={email}
          sentAt={sentAt}
          resent={resent}
          busy={busy}
          Form={Form}
          back={
            <Link to={loginPath({ tab: "register" })} className={BACK_CLASS}>
              {account.sentMail.wrongAddress}
            </Link>
          }
        />
      ) : (
        <>
          <h1 className="font-serif text-2xl font-bold">{titleOf(loaderData)}</h1>
          <Problem text={failure && withWait(accountFailureText[failure], actionData?.waitSeconds)} />
          {isUsable && type ? (
            <Form method="post" className="flex flex-col gap-4">
              <p className="text-sm text-soft">{failure ? text.stillGood : confirmText[type].text}</p>
              <Button look="generate">{text.submit}</Button>
            </Form>
          ) : (
            <>
              {!isComplete && type !== "signup" && <p>{text.incomplete}</p>}
              <NewLink
                type={type}
                email={email}
                error={resent?.failure && resendFailureText(resent.failure, resent.waitSeconds)}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}

interface NewLinkProps {
  type: string | null
  email: string | undefined
  error: string | null | undefined
}

/** How to get another link of the same kind, or of either kind if the kind is unknown. */
function NewLink({ type, email, error }: NewLinkProps) {
  return (
    <>
      {(type === "signup" || type === null) && (
        <EmailForm
          text={resendPage.text}
          submit={resendPage.submit}
          email={email}
          error={error}
          action={RESEND_PATH}
          intent="resend"
        />
      )}
      {(type === "recovery" || type === null) && (
        <a href={href("/forgot-password")} className={buttonClass(type ? "generate" : "plain")}>
          {account.forgotPage.title}
        </a>
      )}
      {type !== "recovery" && (
        <Link to={href("/login")} className="text-sm text-soft underline underline-offset-4">
          {text.login}
        </Link>
      )}
    </>
  )
}
