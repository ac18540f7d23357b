import type { FormEvent } from "react"
import { Form, href, Link, useNavigate } from "react-router"
import { useCopyText } from "#app/browser/copy-text.ts"
import type { LiveGeneration } from "#app/browser/generation-stream.ts"
import { notify } from "#app/browser/notices.ts"
import type { HistoryEntry } from "#app/browser/novel-history.ts"
import { editing, paragraphs } from "#app/copy/editing.ts"
import { notices } from "#app/copy/notices.ts"
import { endingWord, story } from "#app/copy/story.ts"
import { novelTitle } from "#app/domain/generation.ts"
import type { SavedNovel } from "#app/domain/novel.ts"
import { DEFAULT_NOVEL_LENGTH } from "#app/domain/novel-length.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { CONTROLS_ID, paragraphsPath, storyPath } from "#app/domain/paths.ts"
import { partNumber } from "#app/domain/sections.ts"
import { PromptLink } from "#app/routes/insight-links.tsx"
import { LoginToSave, SAVE_FORM_ID, SaveButton } from "#app/routes/save-button.tsx"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { BeatList } from "#app/ui/story/beat-list.tsx"
import { PlanHead } from "#app/ui/story/plan-head.tsx"
import { DeskTabs } from "./desk-tabs.tsx"
import type { FormProblemProps } from "./generator-form.tsx"
import { GoOn } from "./go-on.tsx"
import { type DeskMemory, MemoryPanel, MemorySheet } from "./memory-panel.tsx"

export interface DeskControlsProps extends FormProblemProps {
  live: LiveGeneration | null
  /** The history entry that the reader chose instead. */
  entry: HistoryEntry | null
  /** The saved novel that the text belongs to. */
  novel: SavedNovel | null
  /** What the engine remembers of it; null of a text that only this device has. */
  memory: DeskMemory | null
  text: string
  /** The length of the text. */
  characters: number
  formKey: string
  desk: string
  signedIn: boolean
  /** Saving was pressed, and the visitor has to log in first. */
  needsLogin: boolean
  onNeedsLogin(): void
  onCancel(): void
}

/** All that an author does with a written text: below it on a phone, beside it on a wide screen. */
export function DeskControls(props: DeskControlsProps) {
  const { live, entry, novel, memory, text, characters, formKey, desk, signedIn } = props
  const { needsLogin, onNeedsLogin, onCancel, answer, maxLevel, loading } = props
  const length = live?.request.length ?? DEFAULT_NOVEL_LENGTH
  const hasPlan = live !== null && live.plan.length > 0
  const tabs = [
    "work" as const,
    ...(hasPlan ? ["plan" as const] : []),
    ...(memory ? ["memory" as const] : []),
  ]
  return (
    <aside
      id={CONTROLS_ID}
      aria-label={story.desk}
      className="desk-column tabbed mx-auto w-full max-w-measure rounded-xl border border-line bg-sheet p-4"
    >
      {tabs.length > 1 && <DeskTabs tabs={tabs} />}
      <div className="panel-work">
        <p className="flex items-baseline justify-between gap-3">
          <strong className="font-semibold">{live ? endingWord(live.status) : story.goOn}</strong>
          <span className="text-sm text-soft tabular-nums">{story.whole(characters)}</span>
        </p>
        <GoOn desk={desk} length={length} answer={answer} maxLevel={maxLevel} loading={loading} />
        <div className="flex flex-col gap-1">
          <div className="flex flex-wrap gap-2 *:grow [&>form>button]:w-full">
            {/* The text of a chosen novel is that novel as it stands. */}
            {!(entry && novel) && (
              <SaveButton
                key={live?.id ?? text}
                generationId={live?.id ?? null}
                entry={entry}
                novel={novel}
                suggestedTitle={suggestTitle(live && novelTitle(live), live?.request.prompt ?? text)}
                formKey={formKey}
                signedIn={signedIn}
                needsLogin={needsLogin}
                onNeedsLogin={onNeedsLogin}
              />
            )}
            <CopyButton text={text} />
            {!live && <CancelButton onCancel={onCancel} />}
          </div>
          {live && (
            <div className="grid grid-cols-2 gap-x-2 [&>form>button]:w-full">
              {live.text !== "" && <Rewrite live={live} formKey={formKey} />}
              {live.text !== "" && <EditLinks live={live} />}
              <CancelButton onCancel={onCancel} />
            </div>
          )}
          {live && <Concerns live={live} />}
          {live && <DownloadLinks of="generations" id={live.id} />}
        </div>
        {live && <PromptLink id={live.id} />}
        <p className="hidden text-sm text-soft noscript:block">{story.copyBySelection}</p>
      </div>
      {hasPlan && (
        <div className="panel-plan">
          <BeatList beats={live.plan} current={live.status === "done" ? live.plan.length : live.beat} />
          {live.head.length > 0 && <PlanHead head={live.head} />}
        </div>
      )}
      {memory && (
        <div className="panel-memory">
          <MemoryPanel {...memory} />
        </div>
      )}
    </aside>
  )
}

/** On a phone, at the foot of the screen as long as the text is there. */
export function FinishedBar({
  live,
  memory,
  characters,
  isSaved,
  needsLogin,
}: Pick<DeskControlsProps, "live" | "memory" | "characters" | "needsLogin"> & { isSaved: boolean }) {
  return (
    <div className="bar is-finished lg:hidden">
      {needsLogin && (
        <div className="basis-full">
          <LoginToSave />
        </div>
      )}
      <p className="min-w-0 grow text-xs text-soft tabular-nums">{story.whole(characters)}</p>
      {memory && <MemorySheet memory={memory} />}
      {!isSaved && (
        <Button form={SAVE_FORM_ID} look="tint" className={`bar-button ${live ? "" : "noscript:hidden"}`}>
          {story.save}
        </Button>
      )}
      <a href={`#${CONTROLS_ID}`} className={`${buttonClass("continue")} bar-button`}>
        {story.goOn}
      </a>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const { copied, copy } = useCopyText()
  return (
    <Button
      type="button"
      className="noscript:hidden"
      onClick={async () => notify((await copy(text)) ? notices.copied : notices.copyFailed)}
    >
      {copied ? story.copied : story.copy}
    </Button>
  )
}

function CancelButton({ onCancel }: Pick<DeskControlsProps, "onCancel">) {
  const navigate = useNavigate()

  function cancel(event: FormEvent) {
    event.preventDefault()
    onCancel()
    navigate(href("/"))
  }

  return (
    // POST, because a GET form would append "?" to the URL without script.
    <Form method="post" action={href("/")} onSubmit={cancel}>
      <Button name="intent" value="cancel" look="quiet">
        {story.cancel}
      </Button>
    </Form>
  )
}

/** Another version of the last part, and the way back to the one before. */
function Rewrite({ live, formKey }: { live: LiveGeneration; formKey: string }) {
  const { id, request } = live
  return (
    <>
      <Form method="post" action={href("/generations/:id/rewrite", { id })}>
        <input type="hidden" name="key" value={formKey} />
        <Button look="quiet">{request.existing === "" ? story.rewrite : story.rewriteLast}</Button>
      </Form>
      {request.rewrites && (
        <Link to={storyPath({ generation: request.rewrites })} className={buttonClass("quiet")}>
          {story.undoRewrite}
        </Link>
      )}
    </>
  )
}

/** Where its author changes the text, and the way back to what it was. */
function EditLinks({ live: { id, request } }: { live: LiveGeneration }) {
  return (
    <>
      <Link to={href("/generations/:id/edit", { id })} className={buttonClass("quiet")}>
        {editing.link}
      </Link>
      <Link to={paragraphsPath({ generation: id })} className={buttonClass("quiet")}>
        {paragraphs.link}
      </Link>
      {request.edits && (
        <Link to={storyPath({ generation: request.edits })} className={buttonClass("quiet")}>
          {editing.undo}
        </Link>
      )}
    </>
  )
}

/** Which part of a continued text the two concern. */
function Concerns({ live: { request, text } }: { live: LiveGeneration }) {
  if (request.existing === "" || text === "") return null
  const said = request.rewrites ? story.undoConcerns : story.rewriteConcerns
  return <p className="text-xs text-soft">{said(partNumber(request))}</p>
}
