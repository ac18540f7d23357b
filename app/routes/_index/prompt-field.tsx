import type { FieldMetadata } from "@conform-to/react"
import { useEffect, useState } from "react"
import { useDraft } from "#app/browser/drafts.ts"
import { typeInto } from "#app/browser/type-into.ts"
import { generator } from "#app/copy/generator.ts"
import { promptTooLongText, requestProblemText } from "#app/copy/problems.ts"
import type { RequestProblem } from "#app/domain/generation-request.ts"
import { PROMPT_MAX_CHARS } from "#app/domain/limits.ts"
import { countCodePoints, normaliseText } from "#app/domain/text.ts"
import { WishField } from "./wish-field.tsx"

export interface DraftFieldProps {
  field: FieldMetadata<string>
  /** The name of the draft that keeps the input until it is sent. */
  draftName: string
  /** The server's value, which the visitor may have typed over. */
  held: string
}

interface PromptFieldProps extends DraftFieldProps {
  examples: boolean
  /** The page comes back with the example that the visitor chose, without script. */
  isExample: boolean
}

export function PromptField({ field, draftName, held, examples, isExample }: PromptFieldProps) {
  const [typed, setTyped] = useState(field.initialValue ?? "")
  const control = useDraft<HTMLTextAreaElement>(draftName, held)
  // This component has missed the events of input from before hydration.
  useEffect(() => setTyped(control.current?.value ?? ""), [control])
  const isRefused = !field.valid
  useEffect(() => {
    // The folded form opens only now, so the field could not be focused before.
    if (isRefused) control.current?.focus()
  }, [isRefused, control])

  function choose(prompt: string, byKeyboard: boolean) {
    if (!control.current) return
    typeInto(control.current, prompt)
    // The examples are hidden now. A finger that pressed one wants no keyboard on the screen.
    if (byKeyboard) control.current.focus()
  }

  const count = countCodePoints(normaliseText(typed).trim())
  const error = field.errors?.[0]
  return (
    <div>
      <WishField
        field={field}
        ref={control}
        label={generator.prompt}
        aside={
          <span
            className={`text-xs tabular-nums noscript:hidden ${count > PROMPT_MAX_CHARS ? "text-danger" : "text-soft"}`}
          >
            {generator.promptCount(count, PROMPT_MAX_CHARS)}
          </span>
        }
        autoFocus={isRefused || isExample}
        required
        placeholder={generator.promptPlaceholder}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error === "prompt-too-long" ? promptTooLongText(count) : problemText(field.errors)}
        className="h-26 resize-none"
      />
      <p id={`${field.id}-hint`} className="mt-1 text-xs text-soft">
        {generator.promptHint}
      </p>
      {examples && <Examples onChoose={choose} />}
    </div>
  )
}

/** Example prompts. Without script, each submits the form, which comes back with that prompt and all other input. */
function Examples({ onChoose }: { onChoose(prompt: string, byKeyboard: boolean): void }) {
  return (
    // Hidden by CSS once there is input, so that an example never replaces it.
    <div className="-mx-(--gutter) -mt-0.5 -mb-2 flex items-center gap-2 overflow-x-auto px-(--gutter) [scrollbar-width:none] lg:mx-0 lg:px-0 [textarea:not(:placeholder-shown)~&]:hidden">
      <span className="shrink-0 text-xs text-soft">{generator.examples.label}</span>
      <ul className="flex gap-2">
        {generator.examples.prompts.map(({ name, prompt }) => (
          <li key={name}>
            <button
              type="submit"
              name="example"
              value={prompt}
              title={prompt}
              onClick={(event) => {
                event.preventDefault()
                onChoose(prompt, event.detail === 0)
              }}
              className="group flex min-h-11 items-center text-xs whitespace-nowrap"
            >
              <span className="rounded-full border border-line bg-sheet px-3 py-1 group-hover:bg-wash">
                {name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function problemText(errors: string[] | undefined): string | undefined {
  const word = errors?.[0] as RequestProblem | undefined
  return word && requestProblemText[word]
}
