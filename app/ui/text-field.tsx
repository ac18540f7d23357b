import type { ComponentProps, ReactNode } from "react"
import { account } from "#app/copy/account.ts"

export interface SaidProps {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
}

type TextFieldProps = ComponentProps<"input"> & SaidProps

/** A labelled one-line input with a hint and an error. */
export function TextField({ label, hint, error, ...props }: TextFieldProps) {
  return (
    <Labelled id={props.id} label={label} hint={hint} error={error}>
      <input
        {...controlProps(props.id, { hint, error })}
        {...props}
        className="block min-h-11 w-full rounded-lg border border-edge bg-sheet px-3 text-base read-only:bg-wash read-only:text-soft aria-invalid:border-danger"
      />
    </Labelled>
  )
}

/** The same for some lines; it grows with its text. */
export function TextArea({ label, hint, error, ...props }: ComponentProps<"textarea"> & SaidProps) {
  return (
    <Labelled id={props.id} label={label} hint={hint} error={error}>
      <textarea
        {...controlProps(props.id, { hint, error })}
        {...props}
        className="block w-full rounded-lg border border-edge bg-sheet p-3 text-base field-sizing-content aria-invalid:border-danger"
      />
    </Labelled>
  )
}

/** A control's own attributes: a page that comes back with a refusal focuses it. */
export function controlProps(id: string | undefined, { hint, error }: Pick<SaidProps, "hint" | "error">) {
  const said = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return {
    "aria-invalid": error ? true : undefined,
    "aria-describedby": said || undefined,
    autoFocus: Boolean(error),
  }
}

/** A control with its label above it, and its hint and error below. */
export function Labelled({
  id,
  label,
  hint,
  error,
  children,
}: SaidProps & { id: string | undefined; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {children}
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
