import { getTextareaProps, useField } from "@conform-to/react"
import { useDraft } from "#app/browser/drafts.ts"
import { generator, novelLengthText } from "#app/copy/generator.ts"
import { NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { Button } from "#app/ui/button.tsx"
import { ChoiceList } from "#app/ui/choice-list.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import { FORM_ID, FormProblem, type FormProblemProps, KeptChoice, problemText } from "./generator-form.tsx"

interface GoOnProps extends FormProblemProps {
  /** Names the drafts of the form. */
  desk: string
  /** The length of the text before. */
  length: number
}

const LENGTHS = NOVEL_LENGTHS.map((value) => ({ value, ...novelLengthText[value] }))

/** What comes next: controls of the generator form that stand where the text ends. */
export function GoOn({ desk, length, ...problem }: GoOnProps) {
  const { loading } = problem
  const [field] = useField<string>("length")
  return (
    <div className="is-continuing flex flex-col gap-3">
      <DirectionField draftName={`direction:${desk}`} />
      <KeptChoice draftName={`length:${desk}`} held={String(length)}>
        <ChoiceList
          legend={generator.nextLength}
          name={field.name}
          form={FORM_ID}
          choices={LENGTHS}
          checked={Number(field.initialValue)}
          error={problemText(field.errors)}
          disabled={loading}
        />
      </KeptChoice>
      <FormProblem {...problem} />
      <Button
        form={FORM_ID}
        name="intent"
        value="generate"
        look="continue"
        disabled={loading}
        className="min-h-[50px] w-full text-[1.0625rem]"
      >
        {loading && <Spinner />}
        {loading ? generator.loading : generator.submit.continue}
      </Button>
    </div>
  )
}

/** Asks what should happen next. */
function DirectionField({ draftName }: { draftName: string }) {
  const [field] = useField<string>("direction")
  const control = useDraft<HTMLTextAreaElement>(draftName, "")
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3 text-sm">
        <label htmlFor={field.id} className="font-semibold">
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
        form={FORM_ID}
        rows={3}
        placeholder={generator.directionPlaceholder}
        // biome-ignore lint/a11y/noAutofocus: focuses the refusal on a page that comes back with one
        autoFocus={!field.valid}
        aria-describedby={`${field.id}-hint ${field.errorId}`}
        className="block w-full resize-y rounded-lg border border-edge bg-sheet px-3 py-2.5 text-base leading-relaxed placeholder:text-soft aria-invalid:border-danger"
      />
      <p id={field.errorId} role="alert" className="mt-1 text-sm text-danger empty:hidden">
        {problemText(field.errors)}
      </p>
    </div>
  )
}
