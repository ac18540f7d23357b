import { type ComponentType, type ReactNode, useEffect, useRef } from "react"
import { account, accountFailureText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import { notices } from "#app/copy/notices.ts"
import type { AccountFailure } from "#app/domain/account.ts"
import type { FormAnswer } from "#app/domain/forms/form-answer.ts"
import { RESEND_PATH } from "#app/domain/paths.ts"
import { Button } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"

const { sentMail: text } = account

/** The result of requesting another mail. */
type Resent = FormAnswer<unknown, AccountFailure | "too-soon", { sentAt: number } | null>

interface SentMailProps {
  email: string
  sentAt: number
  /** The result of requesting another mail; undefined before that. */
  resent: Resent | undefined
  busy: boolean
  /** The page's form component, or the dialog's. */
  Form: ComponentType<{ method: "post"; action: string; children: ReactNode }>
  /** The link or button that goes back to the address field. */
  back: ReactNode
}

/** The classes of the link or button that goes back to the address field. */
export const BACK_CLASS =
  "inline-flex min-h-11 items-center self-start text-sm text-soft underline underline-offset-4"

/** Tells the visitor to confirm the mail that is on its way to this address. */
export function SentMail({ email, sentAt, resent, busy, Form, back }: SentMailProps) {
  const panel = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so keyboard focus continues here.
  useEffect(() => panel.current?.focus(), [])
  const failure = resent?.failure
  const words = resent?.result ? text.sentAgain : notices.registered
  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <div role="status" className="flex flex-col gap-4">
        <div>
          <h2 className="mb-2 font-serif text-2xl font-bold">{words.title}</h2>
          <p>{words.text}</p>
        </div>
        <p className="rounded-lg bg-wash px-4 py-3">
          <span className="block text-sm text-soft">{text.to}</span>
          <strong className="break-all">{email}</strong>
        </p>
      </div>
      <p>{text.next}</p>
      <p className="border-t border-line pt-4 text-sm text-soft">{text.missing}</p>
      <Form method="post" action={RESEND_PATH}>
        <fieldset disabled={busy} className="flex flex-col gap-3">
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="sent_at" value={resent?.result?.sentAt ?? sentAt} />
          <Problem text={failure && resendFailureText(failure, resent?.waitSeconds)} />
          <Button name="intent" value="resend" className="w-full">
            {busy ? text.sending : text.again}
          </Button>
        </fieldset>
      </Form>
      {back}
    </div>
  )
}

/** Why the server sent no further mail. */
export function resendFailureText(failure: AccountFailure | "too-soon", waitSeconds?: number): string {
  return withWait(failure === "too-soon" ? text.tooSoon : accountFailureText[failure], waitSeconds)
}
