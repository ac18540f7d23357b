import { Form } from "react-router"
import { novelPage as text } from "#app/copy/novels.ts"
import { type FormAnswer, typedIn } from "#app/domain/forms/form-answer.ts"
import type { NovelChange } from "#app/domain/forms/novel-forms.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import type { Section } from "#app/domain/sections.ts"
import { Button } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { TextField } from "#app/ui/text-field.tsx"

/** The element that shows the result of these actions. */
export const SECTION_PLACES = {
  "rename-section": "sections",
  "remove-section": "sections",
  "add-section": "sections",
} as const

interface NovelSectionsProps {
  sections: readonly Section[]
  /** What came back from the page's forms, and its words if it was one of these. */
  answer: FormAnswer<NovelChange, NovelFailure, unknown> | undefined
  failure: string | null | undefined
}

/** The forms that rename and remove sections, and the one that adds one. */
export function NovelSections({ sections, answer, failure }: NovelSectionsProps) {
  const isRefused = answer !== undefined && answer.intent in SECTION_PLACES
  const added = answer?.intent === "add-section" ? answer : undefined
  return (
    <details id="sections" open={isRefused} className="mt-1">
      <summary className="fold flex min-h-11 items-center px-2.5 text-sm text-soft">
        {text.manageSections}
      </summary>
      <div className="flex flex-col gap-4 px-2.5 pt-1">
        <p className="text-sm text-soft">{text.sectionsHint}</p>
        <Problem text={added ? null : failure} />
        {sections.map((section, index) => (
          <SectionForm
            key={`${section.at} ${section.title}`}
            section={section}
            number={index + 1}
            typed={answer?.intent === "rename-section" ? typedAt(answer, section.at) : undefined}
          />
        ))}
        {sections.length === 1 && sections[0]?.at === 0 && (
          <p className="text-sm text-soft">{text.oneSection}</p>
        )}
        <Form
          key={`add ${sections.length}`}
          method="post"
          className="flex flex-col gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0"
        >
          <TextField
            id="new-section"
            name="text"
            label={text.newSectionTitle}
            defaultValue={typedIn(added, "text")}
            autoComplete="off"
            required
          />
          <TextField
            id="section-start"
            name="start"
            label={text.sectionStart}
            hint={text.sectionStartHint}
            defaultValue={typedIn(added, "start")}
            autoComplete="off"
            required
          />
          <Problem text={added && failure} />
          <Button name="intent" value="add-section">
            {text["add-section"]}
          </Button>
        </Form>
      </div>
    </details>
  )
}

interface SectionFormProps {
  section: Section
  number: number
  typed: string | undefined
}

function SectionForm({ section, number, typed }: SectionFormProps) {
  return (
    <Form method="post" className="flex flex-col gap-2">
      <input type="hidden" name="at" value={section.at} />
      <TextField
        id={`section-${section.at}`}
        name="text"
        label={text.sectionTitle(number)}
        defaultValue={typed ?? section.title}
        autoComplete="off"
        required
      />
      <div className="flex gap-2">
        <Button name="intent" value="rename-section" className="flex-1">
          {text["rename-section"]}
        </Button>
        <Button name="intent" value="remove-section" look="danger" formNoValidate>
          {text.removeSection}
        </Button>
      </div>
    </Form>
  )
}

function typedAt(answer: NonNullable<NovelSectionsProps["answer"]>, at: number): string | undefined {
  return typedIn(answer, "at") === String(at) ? typedIn(answer, "text") : undefined
}
