import { PASSWORD_MAX_CHARS } from "#app/domain/account.ts"
import { TextField } from "#app/ui/text-field.tsx"

interface CurrentPasswordFieldProps {
  id: string
  label: string
  email: string
  error: string | null
}

/** The password that shows that the account's owner is here. */
export function CurrentPasswordField({ id, label, email, error }: CurrentPasswordFieldProps) {
  return (
    <>
      {/* For password managers: whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        id={id}
        label={label}
        type="password"
        name="current_password"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_CHARS}
        error={error}
        required
      />
    </>
  )
}
