interface Choice {
  value: number | string
  label: string
  description?: string
}

interface ChoiceListProps {
  legend: string
  name: string
  choices: readonly Choice[]
  checked: number | string | null
  error?: string | undefined
  disabled?: boolean
  required?: boolean
  /** The id of the form that it belongs to, where that does not surround it. */
  form?: string | undefined
}

/** A list of radio buttons, each a full-width touch target. */
export function ChoiceList({
  legend,
  name,
  choices,
  checked,
  error,
  disabled = false,
  required,
  form,
}: ChoiceListProps) {
  const errorId = `${name}-error`
  return (
    <fieldset disabled={disabled} aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="overflow-hidden rounded-lg border border-line bg-sheet">
        {choices.map(({ value, label, description }) => (
          <label
            key={value}
            className="flex min-h-11 items-center gap-3 border-line px-3 py-2 not-last:border-b hover:bg-wash has-checked:bg-wash has-disabled:opacity-60"
          >
            <input
              type="radio"
              name={name}
              form={form}
              value={value}
              required={required}
              defaultChecked={value === checked}
              className="size-4 shrink-0 accent-generate"
            />
            <span className="shrink-0 font-medium">{label}</span>
            {description && <span className="ml-auto text-right text-sm text-soft">{description}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p
          id={errorId}
          role="alert"
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
          autoFocus
          className="mt-1 text-sm text-danger"
        >
          {error}
        </p>
      )}
    </fieldset>
  )
}
