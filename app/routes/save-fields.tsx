import type { ChangeEventHandler, ReactNode } from "react"
import { href, Link } from "react-router"
import { useDraft } from "#app/browser/drafts.ts"
import { withWait } from "#app/copy/limits.ts"
import { type NoticeText, notices } from "#app/copy/notices.ts"
import { novelFailureText, saveNovel as text } from "#app/copy/novels.ts"
import { type FormAnswer, isRefusedAt } from "#app/domain/forms/form-answer.ts"
import type { NovelFailure, SavedNovel } from "#app/domain/novel.ts"
import { Button } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import { SwitchField } from "#app/ui/switch-field.tsx"
import { TextField } from "#app/ui/text-field.tsx"

interface SaveFieldsProps {
  title: string
  /** The title before the visitor typed. A refused form shows the typed one instead. */
  suggested?: string
  /** What the form began with, which is not the novel's own any more if somebody changes it meanwhile. */
  formerTitle: string
  wasPublic: boolean
  isPublic: boolean
  refused: FormAnswer<unknown, NovelFailure, unknown> | undefined
  /** The name of the draft that keeps the typed title until it is sent. */
  draftName: string
  /** What saving does. */
  note: ReactNode
  onTitleChange?: ChangeEventHandler<HTMLInputElement>
}

/** What to say of a text that is saved. */
export function savedNotice({ did, link }: { did: string; link: string | null }): NoticeText {
  if (did === "updated" || did === "savedAnew") return notices[did]
  return link ? notices.savedPublic : notices.saved
}

/** A saved novel's title, which leads to it. */
export function NovelLink({ novel }: { novel: { id: string; title: string } }) {
  return (
    <Link to={href("/novels/:id", { id: novel.id })} className="text-ink underline underline-offset-4">
      {text.novelLink(novel.title)}
    </Link>
  )
}

const NOTE = "rounded-lg border border-edge bg-wash px-4 py-3 text-sm text-pretty"

/** Says that the account already has this text, with a link to the novel. */
export function AlreadySaved({ novel }: { novel: { id: string; title: string } }) {
  return (
    <p role="status" className={NOTE}>
      {text.already}
      <NovelLink novel={novel} />
      <span className="mt-1 block text-soft">{text.alreadyHint}</span>
    </p>
  )
}

/** Says what saving does to the novel that the text belongs to. */
export function SavesInto({ novel, isChanged }: { novel: SavedNovel | null; isChanged: boolean }) {
  if (!novel) return null
  const { id, title, isSaved } = novel
  if (title === null) return <p className={NOTE}>{text.gone}</p>
  const hint = isChanged ? text.changedHint : isSaved ? text.standingHint : text.updatesHint
  return (
    <p className={NOTE}>
      {isChanged ? text.look : isSaved ? text.standing : text.updates}
      <NovelLink novel={{ id, title }} />
      <span className="mt-1 block text-soft">{hint}</span>
    </p>
  )
}

interface SaveButtonsProps {
  novel: SavedNovel | null
  /** The account has this text already, as a novel that the text did not belong to. */
  isAlready: boolean
  /** The hash of what the novel holds, if that was changed elsewhere; else empty. */
  standing: string
  look?: "generate" | "plain"
  busy?: boolean
  disabled?: boolean
}

/** The row of the form's buttons. Three of them share a phone's width. */
export function saveRow(novel: SavedNovel | null): string {
  return `flex flex-wrap justify-end gap-2 ${novel?.title ? "*:grow md:*:grow-0" : ""}`
}

/** The buttons that save: into the text's novel if there is one, or as another. */
export function SaveButtons(props: SaveButtonsProps) {
  const { novel, isAlready, standing, look = "generate", busy, disabled } = props
  const isChanged = standing !== ""
  const another = (
    <Button look={isChanged ? look : "plain"} name="as" value="new" disabled={disabled}>
      {text.asNew}
    </Button>
  )
  const saving = (
    <Button
      look={isChanged ? "plain" : look}
      {...(isChanged && { name: "over", value: standing })}
      disabled={disabled}
    >
      {busy && <Spinner />}
      {busy ? text.saving : isChanged ? text.overwrite : isAlready ? text.saveCopy : text.save}
    </Button>
  )
  if (novel === null || novel.title === null) return saving
  return (
    <>
      {/* The Enter key presses the form's first button, which must write over nothing unseen. */}
      <button
        type="submit"
        {...(isChanged && { name: "as", value: "new" })}
        disabled={disabled}
        hidden
        aria-hidden="true"
        tabIndex={-1}
      />
      {isChanged ? saving : another}
      {isChanged ? another : saving}
    </>
  )
}

/** The fields of the save form, for the page and the dialog. */
export function SaveFields(props: SaveFieldsProps) {
  const { title, suggested = title, formerTitle, isPublic, wasPublic, note } = props
  const { refused, draftName, onTitleChange } = props
  const reason = refused?.failure && withWait(novelFailureText[refused.failure], refused.waitSeconds)
  const atTitle = isRefusedAt(refused, "title")
  return (
    <>
      <Problem title={text.failed} text={atTitle ? null : reason} />
      {note}
      <input type="hidden" name="former_title" value={formerTitle} />
      <input type="hidden" name="was_public" value={wasPublic ? "on" : ""} />
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
      <SwitchField
        id="is-public"
        name="is_public"
        label={text.isPublic}
        hint={text.isPublicHint}
        defaultChecked={isPublic}
      />
    </>
  )
}
