import type { ChangeEventHandler } from "react"
import { href, Link } from "react-router"
import { useDraft } from "#app/browser/drafts.ts"
import { withWait } from "#app/copy/limits.ts"
import { novelFailureText, saveNovel as text } from "#app/copy/novels.ts"
import { type FormAnswer, isRefusedAt } from "#app/domain/forms/form-answer.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { Problem } from "#app/ui/problem.tsx"
import { TextField } from "#app/ui/text-field.tsx"

interface SaveFieldsProps {
  title: string
  /** The title before the visitor typed. A refused form shows the typed one instead. */
  suggested?: string
  isPublic: boolean
  refused: FormAnswer<unknown, NovelFailure, unknown> | undefined
  /** The name of the draft that keeps the typed title until it is sent. */
  draftName: string
  onTitleChange?: ChangeEventHandler<HTMLInputElement>
}

/** Says that the account already has this text, with a link to the novel. */
export function AlreadySaved({ novel }: { novel: { id: string; title: string } }) {
  return (
    <p role="status" className="rounded-lg border border-edge bg-wash px-4 py-3 text-sm">
      {text.already}
      <Link to={href("/novels/:id", { id: novel.id })} className="text-ink underline underline-offset-4">
        {text.novelLink(novel.title)}
      </Link>
      <span className="mt-1 block text-pretty text-soft">{text.alreadyHint}</span>
    </p>
  )
}

/** The fields of the save form, for the page and the dialog. */
export function SaveFields(props: SaveFieldsProps) {
  const { title, suggested = title, isPublic, refused, draftName, onTitleChange } = props
  const reason = refused?.failure && withWait(novelFailureText[refused.failure], refused.waitSeconds)
  const atTitle = isRefusedAt(refused, "title")
  return (
    <>
      <Problem title={text.failed} text={atTitle ? null : reason} />
      <TextField
        ref={useDraft<HTMLInputElement>(draftName, suggested)}
        id="save-title"
        label={text.field}
        name="title"
        defaultValue={title}
        placeholder={text.placeholder}
        onChange={onTitleChange}
        error={atTitle ? reason : null}
        autoComplete="off"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
          role="switch"
          name="is_public"
          defaultChecked={isPublic}
          className="switch"
        />
        <span>
          <span className="block font-semibold">{text.isPublic}</span>
          <span className="text-sm text-soft">{text.isPublicHint}</span>
        </span>
      </label>
    </>
  )
}
