import { type ReactNode, useState } from "react"
import { Form, Link } from "react-router"
import { type Edit, type EditState, useEditDraft } from "#app/browser/edit-draft.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { editor as text } from "#app/copy/editing.ts"
import { clockTime } from "#app/copy/novels.ts"
import type { TextDiff } from "#app/domain/text-diff.ts"
import { Button } from "#app/ui/button.tsx"
import { LoginElsewhere } from "#app/ui/login-link.tsx"
import { NovelDesk } from "#app/ui/novel/novel-desk.tsx"
import { TextDiffView } from "#app/ui/novel/text-diff.tsx"
import { Problem } from "#app/ui/problem.tsx"

/** A field that grows with its text takes seconds to lay out a text of a million characters. */
const GROWING_MAX_UNITS = 100_000

interface EditorProps {
  id: string
  /** The text's own page, where throwing the edit away leads. */
  page: string
  /** The path that keeps the edit with the account; null if nobody is signed in. */
  draftPath: string | null
  /** The heading of a text whose title is not edited. */
  heading?: string
  /** The text as it stands; that, or what was typed over it; and that, or what a refused form sent. */
  original: Edit
  held: Edit
  shown: Edit
  /** The marks of the text that is edited and of the kept edit, and the page's own id. */
  seen: string
  draft: string
  editor: string
  /** When the kept edit that the fields show was kept. */
  keptAt: string | null
  /** Why the edit was not saved, whether logging in helps, and the answer that said so. */
  refusal: { text: string; isLoggedOut: boolean; answer: { failure: string | null } } | null
  /** Why what is typed is not kept with the account. */
  draftFailureText(failure: string): string
  /** What a text that has changed meanwhile has apart from the edit. */
  diff?: TextDiff | null
  hint: string | null
  /** An edit that was thrown away. */
  discarded: { time: string; path: string } | null
  /** Null if there is nothing to show. */
  column: ReactNode
}

/** A text at full width, perhaps with its title. Without script, it is a form; with script, the edit is kept meanwhile. */
export function Editor(props: EditorProps) {
  const { id, page, draftPath, heading, original, held, shown, seen, draft, editor, keptAt } = props
  const { refusal, draftFailureText, diff, hint, discarded, column } = props
  const { form, state, mark, other, takeOther, dropOther, isUnreadable } = useEditDraft({
    id,
    path: draftPath,
    original,
    held,
    mark: draft,
    keptAt,
    refused: refusal?.answer ?? null,
  })
  const isBusy = useLiveNavigation().state === "submitting"
  const isLong = shown.content.length > GROWING_MAX_UNITS
  const isSame = state.at === "same" && !refusal
  return (
    <NovelDesk column={column}>
      <Form ref={form} method="post" className="by-text-size">
        {/* The Enter key presses the form's first button. */}
        <button type="submit" name="intent" value="save" disabled={isBusy} hidden />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="draft" value={mark} />
        <input type="hidden" name="editor" value={editor} />
        {heading === undefined && <h1 className="sr-only">{text.title}</h1>}
        <div className="edit-bar sticky top-0 z-10 -mt-6 border-line border-b bg-sheet py-2 md:-mt-8">
          <div className="flex min-h-11 flex-wrap items-center gap-2">
            <p className="edit-state mr-auto flex min-w-0 items-center gap-2 text-soft text-sm noscript:invisible">
              <State state={state} draftFailureText={draftFailureText} />
            </p>
            <button
              type="button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => document.execCommand("undo")}
              className={`${QUIET} max-md:hidden noscript:hidden`}
            >
              {text.undo}
            </button>
            {isSame && (
              <Link to={page} className={`${QUIET} no-underline noscript:hidden`}>
                {text.back}
              </Link>
            )}
            <button
              type="submit"
              name="intent"
              value="discard"
              formNoValidate
              disabled={isBusy}
              className={isSame ? `${QUIET} not-noscript:hidden` : QUIET}
            >
              {text.discard}
            </button>
            <Button name="intent" value="save" look="generate" disabled={isBusy} className="font-semibold">
              {isBusy ? text.saving : text.save}
            </Button>
          </div>
          {/* Wherever one has scrolled to in a long text. */}
          {refusal && (
            <div className="mt-2 flex flex-col gap-2">
              <Problem title={text.failed} text={refusal.text} />
              {refusal.isLoggedOut && <LoginElsewhere next={page} />}
            </div>
          )}
        </div>
        <div className="mt-3 flex flex-col gap-3 empty:hidden">
          {diff && <Differs diff={diff} />}
          {!refusal && hint && (
            <p className={NOTE} role="status">
              {hint}
            </p>
          )}
          {isUnreadable && (
            <p className={NOTE} role="status">
              {text.unreadable}
            </p>
          )}
          {discarded && !refusal && (
            <div className={OFFER}>
              <span className="py-2">{text.discarded(discarded.time)}</span>
              <a href={discarded.path} className={OFFERED}>
                {text.takeBack}
              </a>
            </div>
          )}
          {other !== null && (!discarded || refusal) && (
            <div className={OFFER} role="status">
              <span className="py-2">{text.otherHere(other.length)}</span>
              <button type="button" onClick={takeOther} className={OFFERED}>
                {text.takeOther}
              </button>
              <button type="button" onClick={dropOther} className={OFFERED}>
                {text.dropOther}
              </button>
            </div>
          )}
        </div>
        {heading === undefined ? (
          <>
            <label htmlFor="title" className="sr-only">
              {text.titleField}
            </label>
            <input
              id="title"
              name="title"
              defaultValue={shown.title ?? ""}
              autoComplete="off"
              required
              className={`${TITLE} min-h-11`}
            />
          </>
        ) : (
          <>
            <h1 className={`${TITLE} pb-2`}>{heading}</h1>
            <p className="mt-2 text-sm text-soft">{text.anotherText}</p>
          </>
        )}
        <label htmlFor="text" className="sr-only">
          {text.contentField}
        </label>
        <textarea
          id="text"
          name="text"
          defaultValue={shown.content}
          rows={24}
          required
          spellCheck={false}
          className={`mt-4 block w-full resize-none bg-transparent font-serif text-[1.0625rem] leading-[1.85] outline-offset-8 focus-visible:outline-1 focus-visible:outline-edge md:text-lg ${isLong ? "h-[80dvh]" : "field-sizing-content min-h-[70dvh]"}`}
        />
      </Form>
    </NovelDesk>
  )
}

const TITLE = "mt-4 block w-full border-edge border-b bg-transparent font-bold font-serif text-[1.375rem]"
const NOTE = "rounded-lg bg-wash px-4 py-3 text-sm"
const OFFER = "flex flex-wrap items-center gap-x-4 rounded-lg bg-wash px-4 py-1 text-sm"
const OFFERED = "inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
const QUIET =
  "inline-flex min-h-11 shrink-0 items-center rounded-lg px-3 text-soft hover:bg-wash disabled:opacity-60"

interface StateProps extends Pick<EditorProps, "draftFailureText"> {
  state: EditState
}

/**
 * Where the edit is kept. A voice says what lasts, and once: the words stay, unseen, while the author types on and the
 * edit is kept again.
 */
function State({ state, draftFailureText }: StateProps) {
  const shown = stateText(state, draftFailureText)
  const isPassing = state.at === "same" || state.at === "typing" || state.at === "keeping"
  const [said, setSaid] = useState(isPassing ? null : shown)
  const last = isPassing ? said : shown
  if (last !== said) setSaid(last)
  const isTrouble = state.at === "refused" || state.at === "unsaved"
  return (
    <>
      <Dot look={DOTS[state.at]} />
      {isPassing && <span>{shown}</span>}
      <span
        role="status"
        className={isPassing ? "sr-only" : isTrouble ? "line-clamp-2 text-danger" : undefined}
      >
        {last}
      </span>
      {state.at === "kept" && <span className="tabular-nums max-md:hidden">· {clockTime(state.moment)}</span>}
    </>
  )
}

function stateText(state: EditState, draftFailureText: StateProps["draftFailureText"]): string {
  if (state.at === "refused") return text.refusedHere(draftFailureText(state.failure))
  if (state.at !== "unsaved") return text.state[state.at]
  const kept = text.keptStill[state.kept]
  // Nobody knows what became of a form that was not answered.
  return state.failure === "backend-down" ? kept : text.unsaved(kept)
}

const DOTS: Record<EditState["at"], string> = {
  same: "bg-line",
  typing: "bg-edge",
  keeping: "bg-edge",
  here: "bg-edge",
  nowhere: "bg-danger",
  kept: "bg-generate-ink",
  refused: "bg-danger",
  unsaved: "bg-danger",
}

function Dot({ look }: { look: string }) {
  return <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${look}`} />
}

function Differs({ diff }: { diff: TextDiff }) {
  return (
    <details open className="rounded-lg border border-line px-4 pb-3">
      <summary className="fold flex min-h-11 items-center font-semibold">{text.differs}</summary>
      <p className="mb-2 text-soft text-sm">{text.differsHint}</p>
      <TextDiffView diff={diff} />
    </details>
  )
}
