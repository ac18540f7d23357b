import { useField } from "@conform-to/react"
import { generator, novelLengthText } from "#app/copy/generator.ts"
import { NOVEL_LENGTHS } from "#app/domain/novel-length.ts"
import { FORM_ID } from "#app/domain/paths.ts"
import { ChoiceRow } from "#app/ui/choice-list.tsx"
import { DirectionField } from "./direction-field.tsx"
import { type FormProblemProps, KeptChoice, Submit } from "./generator-form.tsx"
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
