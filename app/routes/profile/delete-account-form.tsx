import { Form } from "react-router"
import { account as accountText, deletionFailureText } from "#app/copy/account.ts"
import { withWait } from "#app/copy/limits.ts"
import type { DeletionFailure } from "#app/domain/account.ts"
import { type FormAnswer, isRefusedAt, typedIn } from "#app/domain/forms/form-answer.ts"
import { Button } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { CurrentPasswordField } from "./current-password-field.tsx"

const text = accountText.deleteAccount

interface DeleteAccountFormProps {
  email: string
  refused: FormAnswer<unknown, DeletionFailure, null> | undefined
  busy: boolean
  isDeleting: boolean
}

/** Deletes the account, and says before what that means. */
export function DeleteAccountForm({ email, refused, busy, isDeleting }: DeleteAccountFormProps) {
  const reason = refused?.failure && withWait(deletionFailureText[refused.failure], refused.waitSeconds)
  const isPasswordWrong = isRefusedAt(refused, "current_password")
  return (
    <Form method="post" className="flex flex-col gap-4 border-t border-line pt-4">
      <h2 className="font-serif text-xl font-bold">{text.title}</h2>
      <Problem title={text.failed} text={isPasswordWrong ? null : reason} />
      <div className="flex flex-col gap-2 text-pretty text-sm text-soft">
        <p>{text.text}</p>
        <p>{text.kept}</p>
        <p>{text.before}</p>
      </div>
      <CurrentPasswordField
        id="deletion-password"
        label={text.password}
        email={email}
        error={isPasswordWrong ? text.passwordWrong : null}
      />
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          name="is_understood"
          defaultChecked={typedIn(refused, "is_understood") === "on"}
          required
          className="size-5 shrink-0 accent-danger"
        />
        {text.understood}
      </label>
      <Button name="intent" value="delete" look="danger" disabled={busy} className="self-start">
        {isDeleting ? text.submitting : text.submit}
      </Button>
    </Form>
  )
}
