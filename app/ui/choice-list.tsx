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

interface ChoiceRowProps extends Omit<ChoiceListProps, "choices" | "required"> {
  /** At most five, with short labels. */
  choices: readonly (Choice & { isAdult?: boolean })[]
  /** The id of the form, which may be elsewhere. */
  form: string
  goesOn?: boolean
}

const COLUMNS = ["grid-cols-1", "grid-cols-1", "grid-cols-2", "grid-cols-3", "grid-cols-4", "grid-cols-5"]

/** A few radio buttons in one row. Only the chosen one's description is seen; screen readers read them all. */
export function ChoiceRow({ legend, name, choices, checked, error, disabled, form, goesOn }: ChoiceRowProps) {
  return (
    <fieldset
      form={form}
      disabled={disabled}
      aria-describedby={error ? errorId(name) : undefined}
      className="@container min-w-0"
    >
      <legend className="sr-only">{legend}</legend>
      <div className={`choice-row ${COLUMNS[choices.length]} ${goesOn ? "goes-on" : ""}`}>
        <span aria-hidden="true" className="choice-name">
          {legend}
        </span>
        {choices.map(({ value, label, description, isAdult }) => (
          <label key={value}>
            <input
              type="radio"
              form={form}
              name={name}
              value={value}
              defaultChecked={value === checked}
              data-adult={isAdult ? "" : undefined}
            />
            <span className="choice-label">{label}</span>
            <span className="choice-says">{description}</span>
          </label>
        ))}
      </div>
      <ChoiceError name={name} text={error} />
    </fieldset>
  )
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
  return (
    <fieldset disabled={disabled} aria-describedby={error ? errorId(name) : undefined} className="min-w-0">
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
              // Else a required choice is read as a wrong one before anybody has chosen.
              aria-invalid={Boolean(error)}
              defaultChecked={value === checked}
              className="size-4 shrink-0 accent-generate"
            />
            <span className="shrink-0 font-medium">{label}</span>
            {description && <span className="ml-auto text-right text-sm text-soft">{description}</span>}
          </label>
        ))}
      </div>
      <ChoiceError name={name} text={error} />
    </fieldset>
  )
}

function ChoiceError({ name, text }: { name: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p
      id={errorId(name)}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
      autoFocus
      className="mt-1 scroll-my-4 text-sm text-danger"
    >
      {text}
    </p>
  )
}

function errorId(name: string): string {
  return `${name}-error`
}
