import type { ComponentProps, ReactNode } from "react"
import { account } from "#app/copy/account.ts"

interface TextFieldProps extends ComponentProps<"input"> {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
}

/** A labelled one-line input with a hint and an error. */
export function TextField({ label, hint, error, id, ...props }: TextFieldProps) {
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
        autoFocus={Boolean(error)}
        aria-describedby={said || undefined}
        {...props}
        className="block min-h-11 w-full rounded-lg border border-edge bg-sheet px-3 text-base read-only:bg-wash read-only:text-soft aria-invalid:border-danger"
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

/** The field for a mail address, which browsers fill in. */
export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField id="email" label={account.email} type="email" name="email" autoComplete="email" {...props} />
  )
}
