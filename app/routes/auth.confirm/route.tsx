import { data, Form, href, Link, redirect, useNavigation } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { account, accountFailureText, confirmText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { site } from "#app/copy/site.ts"
import { type AccountFailure, isLinkType } from "#app/domain/account.ts"
import { emailSchema } from "#app/domain/account-form.ts"
import { loginPath, RESEND_PATH } from "#app/domain/paths.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { BACK_CLASS, type ResendAnswer, resendFailureText, SentMail } from "#app/routes/sent-mail.tsx"
import { takeForm } from "#app/routes/take-form.server.ts"
import { confirmLink, resendConfirmation } from "#app/server/account/account.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { allowNewPassword } from "#app/server/visitor/recovery.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { TextField } from "#app/ui/text-field.tsx"
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
  if (form.get("intent") === "resend") return resend(context, form)
  const { tokenHash, type } = linkIn(request)
  const confirmed = type && tokenHash ? await confirmLink(context, { tokenHash, type }) : null
  if (!confirmed?.ok) {
    const failure = confirmed?.failure ?? "link-expired"
    const answer = { failure, waitSeconds: confirmed?.waitSeconds, resent: null }
    return data(answer, FAILURE_STATUS[failure])
  }
  if (type === "recovery") {
    await allowNewPassword(context)
    return redirect(href("/reset-password"), 303)
  }
  await flash(context, "confirmed")
  return redirect("/", 303)
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepFormWhenLost(args, (form) =>
    form.get("intent") === "resend"
      ? resendAnswer(form, { failure: "backend-down" })
      : { failure: "backend-down" as const, waitSeconds: undefined, resent: null },
  )
}

/** Sends the confirmation mail again. The answer is the same whether the address is waiting for one or not. */
async function resend(context: Route.ActionArgs["context"], form: FormData) {
  const refuse = (failure: AccountFailure | "too-soon", waitSeconds?: number) =>
    data(resendAnswer(form, { failure, waitSeconds }), FAILURE_STATUS[failure])
  // Decide by the form's own timestamp, because Supabase's answer would reveal that the address is known.
  const waitSeconds = Math.ceil(MAIL_PAUSE_SECONDS - (Date.now() - sentAtIn(form)) / 1_000)
  if (waitSeconds > 0 && waitSeconds <= MAIL_PAUSE_SECONDS) return refuse("too-soon", waitSeconds)
  const email = emailSchema.safeParse(form.get("email"))
  if (!email.success) return refuse("email-invalid")
  const asked = await resendConfirmation(context, email.data)
  if (!asked.ok) return refuse(asked.failure, asked.waitSeconds)
  return data(resendAnswer(form, { sentAt: Date.now() }))
}

function resendAnswer(form: FormData, answer: Partial<ResendAnswer>) {
  const email = String(form.get("email") ?? "")
  const sentAt = sentAtIn(form) || null
  const resent: ResendAnswer = { email, sentAt, failure: null, waitSeconds: undefined, ...answer }
  return { failure: null, waitSeconds: undefined, resent }
}

function sentAtIn(form: FormData): number {
  return Number(form.get("sent_at")) || 0
}

function linkIn(request: Request) {
  const { searchParams } = new URL(request.url)
  const type = searchParams.get("type") ?? ""
  return { tokenHash: searchParams.get("token_hash") ?? "", type: isLinkType(type) ? type : null }
}

function titleOf(link: Route.ComponentProps["loaderData"] | undefined): string {
  if (!link?.type) return resendPage.title
  return link.type === "signup" && !link.isComplete ? resendPage.title : confirmText[link.type].title
}

export default function ConfirmLink({ loaderData, actionData }: Route.ComponentProps) {
  const { type, isComplete } = loaderData
  const failure = actionData?.failure ?? null
  const isUsable = isComplete && failure !== "link-expired"
  return (
    <section className="mx-auto flex max-w-md flex-col gap-4 rounded-xl border border-line bg-sheet p-5 md:p-8">
      {actionData?.resent?.sentAt ? (
        <Resent resent={actionData.resent} sentAt={actionData.resent.sentAt} />
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
              <NewLink type={type} resent={actionData?.resent ?? null} />
            </>
          )}
        </>
      )}
    </section>
  )
}

/** How to get another link of the same kind, or of either kind if the kind is unknown. */
function NewLink({ type, resent }: { type: string | null; resent: ResendAnswer | null }) {
  return (
    <>
      {(type === "signup" || type === null) && <ResendForm resent={resent} />}
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

function ResendForm({ resent }: { resent: ResendAnswer | null }) {
  return (
    <Form method="post" action={RESEND_PATH} className="flex flex-col gap-4">
      <p className="text-sm text-soft">{resendPage.text}</p>
      <TextField
        id="email"
        label={account.email}
        type="email"
        name="email"
        autoComplete="email"
        defaultValue={resent?.email}
        error={resent?.failure && resendFailureText(resent.failure, resent.waitSeconds)}
        required
      />
      <Button name="intent" value="resend" look="generate">
        {resendPage.submit}
      </Button>
    </Form>
  )
}

function Resent({ resent, sentAt }: { resent: ResendAnswer; sentAt: number }) {
  const busy = useNavigation().state !== "idle"
  return (
    <SentMail
      email={resent.email}
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
  )
}
