import type { ComponentProps } from "react"

interface SwitchFieldProps extends Pick<ComponentProps<"input">, "name" | "defaultChecked"> {
  id: string
  label: string
  hint: string
}

/** A switch at the end of its row. The whole row turns it; its name is the label alone. */
export function SwitchField({ id, label, hint, ...props }: SwitchFieldProps) {
  return (
    <label className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1">
      <span className="min-w-[min(100%,8rem)] flex-1">
        <span id={`${id}-label`} className="block font-semibold">
          {label}
        </span>
        <span id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </span>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        {...props}
        className="switch"
      />
    </label>
  )
}
