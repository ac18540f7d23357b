import type { FormEvent } from "react"
import { href } from "react-router"
import { readingChoiceText, reading as text } from "#app/copy/reading.ts"
import { READING_CHOICES, type Reading, type ReadingChoice } from "#app/domain/reading/settings.ts"
import { Button } from "#app/ui/button.tsx"

/** In the order of their names; the colours come last. */
const CHOICES = Object.keys(readingChoiceText) as ReadingChoice[]

interface ReadingSettingsProps {
  reading: Reading
  /** The path of the page that it is on. */
  back: string
  /** Gets the fields as one is chosen, on a page with framework script. */
  onChoose?: (fields: URLSearchParams) => void
}

/** The form with the settings of reading. Its button is for pages without script. */
export function ReadingSettings({ reading, back, onChoose }: ReadingSettingsProps) {
  function choose({ currentTarget }: FormEvent<HTMLFormElement>) {
    const fields = [...new FormData(currentTarget)].map(([name, value]) => [name, String(value)])
    onChoose?.(new URLSearchParams([...fields, ["stay", ""]]))
  }

  return (
    <form
      method="post"
      action={href("/reading")}
      onChange={choose}
      className="reading-settings"
      aria-label={text.settings}
    >
      <input type="hidden" name="back" value={back} />
      {CHOICES.map((choice) => (
        <ReadingRow key={choice} choice={choice} chosen={reading[choice]} />
      ))}
      {/* A page without framework script shows it by its own small script. */}
      <p role="alert" hidden className="text-sm text-danger">
        {text.notKept}
      </p>
      <Button className="mt-3 w-full">{text.apply}</Button>
    </form>
  )
}

function ReadingRow({ choice, chosen }: { choice: ReadingChoice; chosen: string }) {
  const { name, options } = readingChoiceText[choice]
  const labels: Record<string, string> = options
  return (
    <fieldset>
      <legend>{name}</legend>
      <div className="reading-row">
        {READING_CHOICES[choice].map((value) => (
          <label key={value}>
            {/* A browser that restores a form would show what this page is not. */}
            <input
              type="radio"
              name={choice}
              value={value}
              defaultChecked={value === chosen}
              autoComplete="off"
            />
            <span>{labels[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
