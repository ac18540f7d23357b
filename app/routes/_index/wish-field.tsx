import { type FieldMetadata, getTextareaProps } from "@conform-to/react"
import type { ComponentProps, ReactNode } from "react"

interface WishFieldProps extends ComponentProps<"textarea"> {
  /** Its hint has the field's id with `-hint` behind it. */
  field: FieldMetadata<string>
  label: string
  /** What stands at the end of the label's line. */
  aside: ReactNode
  error: string | undefined
  className: string
}

/** A field for what the visitor wishes, with its label above it and what is wrong below. */
export function WishField({ field, label, aside, error, className, ...props }: WishFieldProps) {
  return (
    <>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={field.id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      <textarea
        {...getTextareaProps(field)}
        key={field.key}
        // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
        autoFocus={!field.valid}
        aria-describedby={`${field.id}-hint ${field.errorId}`}
        {...props}
        className={`block w-full rounded-lg border border-edge bg-sheet px-3 py-2.5 text-base placeholder:text-soft aria-invalid:border-danger ${className}`}
      />
      <p id={field.errorId} role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {error}
      </p>
    </>
  )
}
