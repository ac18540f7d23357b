import { getTextareaProps, useField } from "@conform-to/react"
import { useDraft } from "#app/browser/drafts.ts"
import { generator } from "#app/copy/generator.ts"
import { problemText } from "./prompt-field.tsx"

/** Asks what should happen next. */
export function DirectionField({ draftName }: { draftName: string }) {
  const [field] = useField<string>("direction")
  const control = useDraft<HTMLTextAreaElement>(draftName, "")
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={field.id} className="text-sm font-semibold">
          {generator.direction}
        </label>
        <span id={`${field.id}-hint`} className="text-xs text-soft">
          {generator.directionHint}
        </span>
      </div>
      <textarea
        {...getTextareaProps(field)}
        key={field.key}
        ref={control}
        rows={3}
        placeholder={generator.directionPlaceholder}
        // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
        autoFocus={!field.valid}
        aria-describedby={`${field.id}-hint ${field.errorId}`}
        className="block w-full resize-y rounded-lg border border-edge bg-sheet px-3 py-2.5 text-base placeholder:text-soft aria-invalid:border-danger"
      />
      <p id={field.errorId} role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {problemText(field.errors)}
      </p>
    </div>
  )
}
