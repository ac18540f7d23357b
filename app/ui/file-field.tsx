import type { ComponentProps } from "react"
import { controlProps, Labelled, type SaidProps } from "./text-field.tsx"

/** A labelled field for a file, with a hint and an error. */
export function FileField({ label, hint, error, ...props }: ComponentProps<"input"> & SaidProps) {
  return (
    <Labelled id={props.id} label={label} hint={hint} error={error}>
      <input
        type="file"
        {...controlProps(props.id, { hint, error })}
        {...props}
        className="max-w-full text-sm text-soft file:mr-3 file:min-h-11 file:rounded-lg file:border file:border-edge file:bg-sheet file:px-4 file:text-base file:text-ink"
      />
    </Labelled>
  )
}
