import { account } from "#app/copy/account.ts"
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "#app/domain/account.ts"
import { TextField } from "./text-field.tsx"

/** The field for a new password of an existing account. */
export function NewPasswordField({ id, error }: { id: string; error: string | null | undefined }) {
  return (
    <TextField
      id={id}
      label={account.resetPage.password}
      type="password"
      name="password"
      autoComplete="new-password"
      minLength={PASSWORD_MIN_CHARS}
      maxLength={PASSWORD_MAX_CHARS}
      hint={account.passwordHint}
      error={error}
      required
    />
  )
}
