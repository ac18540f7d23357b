import { type FormEvent, Fragment, useEffect, useRef, useState } from "react"
import { Form, href, Link, useNavigate } from "react-router"
import { useDraft } from "#app/browser/drafts.ts"
import { type LiveGeneration, useGenerationStream } from "#app/browser/generation-stream.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { postQuietly } from "#app/browser/post-quietly.ts"
import { paragraphs as copy, editing, rewriteFailureText, unplacedText } from "#app/copy/editing.ts"
import { withWait } from "#app/copy/limits.ts"
import { story as storyText } from "#app/copy/story.ts"
import { isRewritable, type PlacedParagraph, placedParagraphs } from "#app/domain/edits/paragraph.ts"
import { type FormAnswer, typedIn } from "#app/domain/forms/form-answer.ts"
import { type GenerationSnapshot, isBeingWritten } from "#app/domain/generation.ts"
import { paragraphsPath, placeOfNew, storyPath } from "#app/domain/paths.ts"
import { headedParagraphs, type Section } from "#app/domain/sections.ts"
import { isSceneBreak, paragraphsOf } from "#app/domain/story.ts"
import type { RewriteFailure } from "#app/server/generation/rewrite-one.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { Spinner } from "#app/ui/spinner.tsx"

/** Here and not at each of them, because a long novel has ten thousand. */
const CHOICES =
  "[&_p]:scroll-mt-24 [&_label]:relative [&_label]:-mx-3 [&_label]:block [&_label]:rounded-md [&_label]:px-3 [&_label]:py-1.5 [&_label:not(:has(:checked)):hover]:bg-wash/60 [&_label:has(:checked)]:bg-wash [&_label:has(:checked)]:shadow-[inset_3px_0_0_var(--color-continue)] [&_label:has(:focus-visible)]:outline-3 [&_label:has(:focus-visible)]:outline-continue [&_:checked+span]:bg-wash"

interface ParagraphsScreenProps {
  id: string
  story: { title: string; text: string; sections: Section[]; former: string | null }
  /** The generation that writes one of the paragraphs, or did not. */
  writing: GenerationSnapshot | null
  /** Where the paragraph begins that was written last. */
  changed: number
  formKey: string
  answer: FormAnswer<"rewrite", RewriteFailure | "backend-down", unknown> | undefined
}

/** A story whose paragraphs can be chosen one at a time, each a radio button, and the wish for the chosen one. */
export function ParagraphsScreen(props: ParagraphsScreenProps) {
  const { id, story, writing, changed, formKey, answer } = props
  const navigate = useNavigate()
  const navigation = useLiveNavigation()
  const live = useGenerationStream(writing, href("/generations/:id/events", { id: writing?.id ?? "none" }))
  const order = live?.request.paragraph
  const isWriting = live !== null && isBeingWritten(live.status)
  const isBusy = isWriting || navigation.state !== "idle"

  const isDone = live?.status === "done"
  const next = isDone ? placeOfNew(live.request) : null
  useEffect(() => {
    if (next) void navigate(next, { replace: true, preventScrollReset: true })
  }, [next, navigate])

  const focused = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!Number.isNaN(changed)) focused.current?.focus({ preventScroll: true })
  }, [changed])

  const typed = typedIn(answer, "wish")
  const wish = typed ?? (order && !isWriting && !isDone ? live.request.direction : "")
  const chosen = answer ? Number(typedIn(answer, "paragraph") || Number.NaN) : (order?.at ?? Number.NaN)
  const headings = headedParagraphs(story.text, story.sections).map(({ heading }) => heading)
  return (
    <Form
      method="post"
      action={paragraphsPath(id)}
      preventScrollReset
      className="-mx-4 max-w-[48rem] border-line bg-sheet md:mx-auto md:rounded-xl md:border md:shadow-sm"
    >
      <input type="hidden" name="intent" value="rewrite" />
      <input type="hidden" name="key" value={formKey} />
      {isWriting && <WithoutScript id={live.id} />}
      <header className="px-4 pt-4 md:px-10 md:pt-6">
        <div className="flex flex-wrap items-center justify-end gap-x-1">
          <p className="mr-auto text-sm font-semibold text-soft">{copy.title}</p>
          <Link to={href("/generations/:id/edit", { id })} className={buttonClass("quiet")}>
            {editing.link}
          </Link>
          <Link to={storyPath({ generation: id })} className={buttonClass("plain")}>
            {copy.done}
          </Link>
        </div>
        <h1 className="mt-4 border-b border-edge pb-2 font-serif text-2xl font-bold">{story.title}</h1>
        <p className="mt-2 mb-4 text-sm text-soft">{copy.hint}</p>
      </header>
      <fieldset disabled={isBusy} className={`story mx-4 min-w-0 md:mx-10 ${CHOICES}`}>
        <legend className="sr-only">{copy.choose}</legend>
        {placedParagraphs(story.text).map((placed) => (
          <Fragment key={placed.at}>
            {headings[placed.index] && <h2>{headings[placed.index]}</h2>}
            {live && isWriting && placed.at === order?.at ? (
              <NewParagraph live={live} index={placed.index} />
            ) : (
              <Choice placed={placed} isChosen={placed.at === chosen} isNew={placed.at === changed} />
            )}
            {placed.at === changed && story.former && (
              <p
                ref={focused}
                tabIndex={-1}
                role="status"
                className="flex flex-wrap items-center gap-x-2 font-sans text-sm text-soft outline-none [text-indent:0]"
              >
                {copy.changed}
                <Link
                  to={paragraphsPath(story.former, { index: placed.index })}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {copy.undo}
                </Link>
              </p>
            )}
          </Fragment>
        ))}
      </fieldset>
      <div className="sticky bottom-0 z-10 mt-6 flex flex-col gap-2 border-t border-line bg-sheet px-4 py-3 md:rounded-b-xl md:px-10">
        <Problem title={copy.failed} text={problemText(answer) ?? unplaced(live)} />
        {isWriting ? (
          <Writing live={live} />
        ) : (
          <Wish key={`${wish} ${answer?.failure}`} id={id} wish={wish} isBusy={isBusy} />
        )}
      </div>
    </Form>
  )
}

function problemText(answer: ParagraphsScreenProps["answer"]): string | null {
  return answer?.failure ? withWait(rewriteFailureText[answer.failure], answer.waitSeconds) : null
}

function unplaced(live: LiveGeneration | null): string | null {
  if (live?.status === "stopped") return copy.stopped
  return live?.status === "failed" ? unplacedText[live.failure ?? "internal"] : null
}

function Choice({ placed, isChosen, isNew }: { placed: PlacedParagraph; isChosen: boolean; isNew: boolean }) {
  const { at, index, text } = placed
  if (!isRewritable(placed)) {
    return (
      <p id={`p${index}`} className={isSceneBreak(text) ? "scene-break" : undefined}>
        {text}
      </p>
    )
  }
  return (
    <p id={`p${index}`}>
      <label className={isNew ? "shadow-[inset_3px_0_0_var(--color-generate)]" : undefined}>
        <input type="radio" name="paragraph" value={at} defaultChecked={isChosen} className="sr-only" />
        <span>{text}</span>
      </label>
    </p>
  )
}

/** What is written so far, in the place of the former paragraph. */
function NewParagraph({ live, index }: { live: LiveGeneration; index: number }) {
  const written = paragraphsOf(live.text)
  return (
    <div
      id={`p${index}`}
      aria-busy="true"
      className="story -mx-3 max-w-none scroll-mt-24 rounded-md bg-wash px-3 py-1.5 shadow-[inset_3px_0_0_var(--color-continue)]"
    >
      {written.length === 0 ? (
        <p className="text-soft line-through opacity-70">{live.request.paragraph?.text}</p>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs only grow at the end
        written.map((paragraph, at) => <p key={at}>{paragraph}</p>)
      )}
    </div>
  )
}

function Writing({ live }: { live: LiveGeneration }) {
  const [stopping, setStopping] = useState(false)
  const told = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone.
  useEffect(() => {
    if (document.activeElement === document.body) told.current?.focus({ preventScroll: true })
  }, [])
  async function stop(event: FormEvent) {
    event.preventDefault()
    setStopping(true)
    if (!(await postQuietly(href("/generations/:id/stop", { id: live.id })))) setStopping(false)
  }
  return (
    <div className="flex min-h-11 items-center justify-between gap-3">
      <p ref={told} tabIndex={-1} role="status" className="flex items-center gap-2 text-sm outline-none">
        <Spinner />
        {live.connection === "lost" ? storyText.connection.lost : copy.writing}
      </p>
      <Button
        look="danger"
        formMethod="post"
        formAction={href("/generations/:id/stop", { id: live.id })}
        disabled={stopping}
        onClick={stop}
      >
        {stopping ? storyText.stopping : storyText.stop}
      </Button>
    </div>
  )
}

function Wish({ id, wish, isBusy }: { id: string; wish: string; isBusy: boolean }) {
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="min-w-0 grow basis-64">
        <label htmlFor="wish" className="mb-1 flex flex-wrap items-baseline gap-x-2 text-sm font-semibold">
          {copy.wish}
          <span id="wish-hint" className="font-normal text-soft">
            {copy.wishHint}
          </span>
        </label>
        <textarea
          ref={useDraft<HTMLTextAreaElement>(`wish:${id}`, "")}
          id="wish"
          name="wish"
          rows={1}
          defaultValue={wish}
          aria-describedby="wish-hint"
          className="block max-h-40 min-h-11 w-full resize-none rounded-lg border border-edge bg-sheet px-3 py-2 text-base field-sizing-content"
        />
      </div>
      <Button look="continue" disabled={isBusy} className="grow md:grow-0">
        {copy.submit}
      </Button>
    </div>
  )
}

/** Redirects a browser without script, or whose script does not load, to the page that loads itself anew. */
function WithoutScript({ id }: { id: string }) {
  const live = href("/generations/:id/paragraph", { id })
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${live}`} />
      </noscript>
      <script defer src="/late-script.js" data-live={live} />
    </>
  )
}
