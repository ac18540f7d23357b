import { useField } from "@conform-to/react"
import { useDraft } from "#app/browser/drafts.ts"
import { generator } from "#app/copy/generator.ts"
import { problemText } from "./prompt-field.tsx"
import { WishField } from "./wish-field.tsx"

/** Asks what should happen next. */
export function DirectionField({ draftName }: { draftName: string }) {
  const [field] = useField<string>("direction")
  const control = useDraft<HTMLTextAreaElement>(draftName, "")
  return (
    <div>
      <WishField
        field={field}
        ref={control}
        label={generator.direction}
        aside={
          <span id={`${field.id}-hint`} className="text-xs text-soft">
            {generator.directionHint}
          </span>
        }
        rows={3}
        placeholder={generator.directionPlaceholder}
        error={problemText(field.errors)}
        className="resize-y"
      />
    </div>
  )
}
