import { Form, href } from "react-router"
import { type EditState, useEditDraft } from "#app/browser/edit-draft.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { withWait } from "#app/copy/limits.ts"
import { clockTime, novelChangeFailureText, novelPage, novelEditor as text } from "#app/copy/novels.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { loginPath } from "#app/domain/paths.ts"
import type { TextDiff } from "#app/domain/text-diff.ts"
import type { NovelColumnData } from "#app/routes/novel-column.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { NovelColumn } from "#app/ui/novel/novel-column.tsx"
import { NovelDesk } from "#app/ui/novel/novel-desk.tsx"
import { TextDiffView } from "#app/ui/novel/text-diff.tsx"
import { Problem } from "#app/ui/problem.tsx"

/** A field that grows with its text takes seconds to lay out a text of a million characters. */
const GROWING_MAX_UNITS = 100_000

interface EditorProps {
  id: string
  /** What the server holds, and what the fields show at first: that, or what a refused form sent. */
  held: { title: string; content: string }
  shown: { title: string; content: string }
  /** The marks of the novel that is edited and of the kept edit, and the page's own id. */
  seen: string
  draft: string
  editor: string
  refusal: { failure: NovelFailure; waitSeconds: number | undefined } | null
  /** The novel as it stands, if it has changed meanwhile. */
  standing: { title: string; diff: TextDiff | null } | null
  hint: string | null
  /** Null if nobody is signed in any more. */
  column: NovelColumnData | null
}

/** A novel's title and text at full width. Without script, it is a form; with script, the edit is kept meanwhile. */
export function Editor(props: EditorProps) {
  const { id, held, shown, seen, draft, editor, refusal, standing, hint, column } = props
  const page = href("/novels/:id", { id })
  const path = href("/novels/:id/draft", { id })
  const { form, state, mark, other, takeOther } = useEditDraft({ id, path, held, mark: draft })
  const isBusy = useLiveNavigation().state === "submitting"
  const isLong = shown.content.length > GROWING_MAX_UNITS
  return (
    <NovelDesk column={column && <NovelColumn novel={column} shown="versions" />}>
      <Form ref={form} method="post" action={href("/novels/:id/edit", { id })}>
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="draft" value={mark} />
        <input type="hidden" name="editor" value={editor} />
        <h1 className="sr-only">{text.title}</h1>
        <div className="sticky top-0 z-10 -mt-6 border-line border-b bg-sheet py-2 md:-mt-8">
          <div className="flex min-h-11 flex-wrap items-center gap-2">
            <p className="mr-auto flex min-w-0 items-center gap-2 text-soft text-sm noscript:invisible">
              <State state={state} />
            </p>
            <Button
              name="intent"
              value="save"
              look="generate"
              disabled={isBusy}
              className="order-last font-semibold"
            >
              {text.save}
            </Button>
            <button
              type="button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => document.execCommand("undo")}
              className={`${QUIET} max-md:hidden noscript:hidden`}
            >
              {text.undo}
            </button>
            <button
              type="submit"
              name="intent"
              value="discard"
              formNoValidate
              disabled={isBusy}
              className={QUIET}
            >
              {text.discard}
            </button>
          </div>
          {/* Wherever one has scrolled to in a long text. */}
          {refusal && (
            <div className="mt-2 flex flex-col gap-2">
              <Refused refusal={refusal} page={page} />
            </div>
          )}
        </div>
        <div className="mt-3 flex flex-col gap-3 empty:hidden">
          {standing && <Standing {...standing} />}
          {!refusal && hint && (
            <p className="rounded-lg bg-wash px-4 py-3 text-sm" role="status">
              {hint}
            </p>
          )}
          {other !== null && (
            <div
              className="flex flex-wrap items-center gap-x-3 rounded-lg bg-wash px-4 py-1 text-sm"
              role="status"
            >
              <span className="py-2">{text.otherHere(other.length)}</span>
              <button type="button" onClick={takeOther} className="min-h-11 underline underline-offset-4">
                {text.takeOther}
              </button>
            </div>
          )}
        </div>
        <label htmlFor="title" className="sr-only">
          {text.titleField}
        </label>
        <input
          id="title"
          name="title"
          defaultValue={shown.title}
          autoComplete="off"
          required
          className="mt-4 block min-h-11 w-full border-edge border-b bg-transparent font-bold font-serif text-[1.375rem]"
        />
        <label htmlFor="text" className="sr-only">
          {text.contentField}
        </label>
        <textarea
          id="text"
          name="text"
          defaultValue={shown.content}
          rows={24}
          required
          className={`mt-4 block w-full resize-none bg-transparent font-serif text-[1.0625rem] leading-[1.85] outline-offset-8 focus-visible:outline-1 focus-visible:outline-edge md:text-lg ${isLong ? "h-[80dvh]" : "field-sizing-content min-h-[70dvh]"}`}
        />
      </Form>
    </NovelDesk>
  )
}

const QUIET =
  "inline-flex min-h-11 shrink-0 items-center rounded-lg px-3 text-soft hover:bg-wash disabled:opacity-60"

/** Where the edit is kept. Only what lasts is announced, not every pause. */
function State({ state }: { state: EditState }) {
  if (state.at === "kept") {
    return (
      <span role="status" className="flex min-w-0 items-center gap-2">
        <Dot look="bg-generate-ink" />
        <span>{text.state.kept}</span>
        <span className="tabular-nums max-md:hidden">{clockTime(state.moment)}</span>
      </span>
    )
  }
  if (state.at === "refused") {
    return (
      <span role="status" className="flex min-w-0 items-center gap-2 text-danger">
        <Dot look="bg-danger" />
        <span className="line-clamp-2">
          {text.refusedHere(novelChangeFailureText("draft", state.failure as NovelFailure))}
        </span>
      </span>
    )
  }
  return (
    <>
      <Dot look={state.at === "same" ? "bg-line" : state.at === "nowhere" ? "bg-danger" : "bg-edge"} />
      <span>{text.state[state.at]}</span>
    </>
  )
}

function Dot({ look }: { look: string }) {
  return <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${look}`} />
}

function Refused({
  refusal: { failure, waitSeconds },
  page,
}: {
  refusal: NonNullable<EditorProps["refusal"]>
  page: string
}) {
  if (failure !== "login-required") {
    const isTooOften = failure === "too-many-attempts"
    return (
      <Problem
        text={
          isTooOften ? withWait(novelPage.tooOften, waitSeconds) : novelChangeFailureText("edit", failure)
        }
      />
    )
  }
  return (
    <>
      <Problem text={text.loggedOut} />
      <a
        href={loginPath({ next: page })}
        target="_blank"
        rel="noreferrer"
        className={`${buttonClass("plain")} self-start`}
      >
        {text.login}
      </a>
    </>
  )
}

function Standing({ diff }: NonNullable<EditorProps["standing"]>) {
  if (!diff) return null
  return (
    <details open className="rounded-lg border border-line px-4 pb-3">
      <summary className="fold flex min-h-11 items-center font-semibold">{text.differs}</summary>
      <p className="mb-2 text-soft text-sm">{text.differsHint}</p>
      <TextDiffView diff={diff} />
    </details>
  )
}
