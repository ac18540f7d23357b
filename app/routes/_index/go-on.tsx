import { getTextareaProps, useField } from "@conform-to/react"
import { useDraft } from "#app/browser/drafts.ts"
import { generator, novelLengthText } from "#app/copy/generator.ts"
import { NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { ChoiceRow } from "#app/ui/choice-list.tsx"
import { FORM_ID, type FormProblemProps, KeptChoice, Submit } from "./generator-form.tsx"
import { problemText } from "./prompt-field.tsx"

interface GoOnProps extends FormProblemProps {
  /** Names the drafts of the form. */
  desk: string
  /** The length of the text before. */
  length: number
}

const LENGTHS = NOVEL_LENGTHS.map((value) => ({ value, ...novelLengthText[value] }))

/** What comes next: controls of the generator form that stand where the text ends. */
export function GoOn({ desk, length, ...problem }: GoOnProps) {
  const [field] = useField<string>("length")
  return (
    <div className="flex flex-col gap-3">
      <DirectionField draftName={`direction:${desk}`} />
      <KeptChoice draftName={`length:${desk}`} held={String(length)}>
        <ChoiceRow
          legend={generator.nextLength}
          name={field.name}
          form={FORM_ID}
          choices={LENGTHS}
          checked={Number(field.initialValue)}
          error={problemText(field.errors)}
          disabled={problem.loading}
          goesOn
        />
      </KeptChoice>
      <Submit {...problem} continuing />
    </div>
  )
}

/** Asks what should happen next. */
function DirectionField({ draftName }: { draftName: string }) {
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
