import { type FormEvent, Fragment, useEffect, useRef, useState } from "react"
import { Form, href, Link, useNavigate } from "react-router"
import { forgetDraft, useDraft } from "#app/browser/drafts.ts"
import { type LiveGeneration, useGenerationStream } from "#app/browser/generation-stream.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { notify } from "#app/browser/notices.ts"
import { postQuietly } from "#app/browser/post-quietly.ts"
import { paragraphs as copy, editing, paragraphProblem, unplacedText } from "#app/copy/editing.ts"
import { notices } from "#app/copy/notices.ts"
import { storyLabel } from "#app/copy/site.ts"
import { story as storyText } from "#app/copy/story.ts"
import type { DemoShare } from "#app/domain/demo-share.ts"
import { isRewritable, type PlacedParagraph, placedParagraphs } from "#app/domain/edits/paragraph.ts"
import { type FormAnswer, typedIn } from "#app/domain/forms/form-answer.ts"
import { type GenerationSnapshot, isBeingWritten } from "#app/domain/generation.ts"
import { paragraphsPath, placeOfNew, type Shown, textPath } from "#app/domain/paths.ts"
import type { ShownPart } from "#app/domain/reading/parts.ts"
import { headedParagraphs } from "#app/domain/sections.ts"
import { isSceneBreak, paragraphsOf } from "#app/domain/story.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { PartLinks } from "#app/ui/reading/part-links.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"

/** Here and not at each of them, because a long novel has ten thousand. */
const CHOICES =
  "[&_p]:scroll-mt-24 [&_label]:relative [&_label]:-mx-3 [&_label]:block [&_label]:rounded-md [&_label]:px-3 [&_label]:py-1.5 [&_label:not(:has(:checked)):hover]:bg-wash/60 [&_label:has(:checked)]:bg-wash [&_label:has(:checked)]:shadow-[inset_3px_0_0_var(--color-continue-ink)] [&_label:has(:focus-visible)]:outline-3 [&_label:has(:focus-visible)]:outline-continue-ink [&_:checked+span]:bg-wash"

export interface ParagraphsScreenProps {
  shown: Shown
  story: ShownPart & { title: string; demo?: DemoShare | undefined }
  /** The generation that writes one of the paragraphs, or did not. */
  writing: GenerationSnapshot | null
  /** Where the paragraph begins that was written last. */
  changed: number | null
  /** What has the former one: the generation before, or the one that wrote the new one into a novel. */
  former: { generation: string } | { written: string; wish: string } | null
  formKey: string
  answer: FormAnswer<"rewrite" | "undo", Parameters<typeof paragraphProblem>[0], unknown> | undefined
}

/** Undoing is a form of its own: the button stands in the other one. */
const UNDO_FORM_ID = "undo"

/** A story whose paragraphs can be chosen one at a time, each a radio button, and the wish for the chosen one. */
export function ParagraphsScreen(props: ParagraphsScreenProps) {
  const { shown, story, writing, changed, former, formKey, answer } = props
  const path = paragraphsPath(shown)
  const here = paragraphsPath(shown, { part: story.part })
  const navigate = useNavigate()
  const navigation = useLiveNavigation()
  const live = useGenerationStream(writing, href("/generations/:id/events", { id: writing?.id ?? "none" }))
  const order = live?.request.paragraph
  const isWriting = live !== null && isBeingWritten(live.status)
  const isBusy = isWriting || navigation.state !== "idle"

  const isDone = live?.status === "done"
  const next = isDone ? placeOfNew(live) : null
  useEffect(() => {
    if (next) void navigate(next, { replace: true, preventScrollReset: true })
  }, [next, navigate])
  const sent = live ? live.request.direction : former && "written" in former ? former.wish : null
  const done = former && ("written" in former ? former.written : former.generation)
  // While a paragraph is written, there is no field.
  useForgottenWish(path, sent)

  const focused = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (changed !== null) focused.current?.focus({ preventScroll: true })
  }, [changed])

  const typed = answer?.intent === "rewrite" ? typedIn(answer, "wish") : undefined
  const wish = typed ?? (order && !isWriting && !isDone ? live.request.direction : "")
  const chosen = typed === undefined ? order?.at : Number(typedIn(answer, "paragraph") || Number.NaN)
  const placed = placedParagraphs(story.text, { at: story.at, index: story.first })
  const headings = headedParagraphs(story.text, story.sections).map(({ heading }) => heading)
  // Where the reader of the text goes on.
  const shownIndex = placed.find(({ at }) => at === changed)?.index ?? story.first
  return (
    <>
      <Form
        method="post"
        action={here}
        preventScrollReset
        // The column of a wide screen, and a bar at the foot of a narrow one.
        className="desk"
      >
        <input type="hidden" name="key" value={formKey} />
        {isWriting && <WithoutScript id={live.id} />}
        <div className="desk-reading is-writing is-continuing">
          <section className="sheet max-md:-mt-3 max-md:border-t-0">
            <div className="mx-auto max-w-measure">
              <header>
                <div className="-mt-2 mb-2 flex flex-wrap items-center justify-end gap-x-1">
                  <p className="mr-auto text-sm font-semibold text-soft">{copy.title}</p>
                  <Link to={editPath(shown)} className={buttonClass("quiet")}>
                    {editing.link}
                  </Link>
                  <Link to={textPath(shown, shownIndex)} className={buttonClass("plain")}>
                    {copy.done}
                  </Link>
                </div>
                <h1 className="story-title">{story.title}</h1>
                <p className="mt-1.5 mb-4 text-sm text-soft">{copy.hint}</p>
              </header>
              <fieldset disabled={isBusy} className={`story min-w-0 ${CHOICES}`}>
                <legend className="sr-only">{copy.choose}</legend>
                {placed.map((paragraph, local) => (
                  <Fragment key={paragraph.at}>
                    {headings[local] && <h2>{headings[local]}</h2>}
                    {live && isWriting && paragraph.index === order?.index ? (
                      <NewParagraph live={live} index={paragraph.index} />
                    ) : (
                      <Choice
                        key={`${paragraph.at === changed}`}
                        placed={paragraph}
                        isChosen={paragraph.at === chosen}
                        isNew={paragraph.at === changed}
                      />
                    )}
                    {paragraph.at === changed && (
                      <p
                        ref={focused}
                        tabIndex={-1}
                        role="status"
                        className="flex flex-wrap items-center gap-x-2 font-sans text-sm text-soft outline-none [text-indent:0]"
                      >
                        {copy.changed}
                        {former && <Undo former={former} index={paragraph.index} />}
                      </p>
                    )}
                  </Fragment>
                ))}
              </fieldset>
              <p className="mt-6 border-line border-t pt-3 text-soft text-xs">{storyLabel(story.demo)}</p>
              <PartLinks
                text={copy.pages}
                part={story.part}
                parts={story.parts}
                pathOf={(part) => paragraphsPath(shown, { part })}
              />
            </div>
          </section>
          <div className="bar is-column">
            <div className="flex grow flex-col gap-2 lg:col-span-2">
              <Problem
                title={
                  answer?.failure === "backend-down"
                    ? copy.unanswered
                    : answer?.intent === "undo"
                      ? copy.notUndone
                      : copy.failed
                }
                text={answer?.failure ? paragraphProblem(answer.failure, answer.waitSeconds) : unplaced(live)}
              />
              {live?.failure === "displaced" && <Displaced text={live.text} />}
              {isWriting ? (
                <Writing live={live} />
              ) : (
                // A paragraph that was written before this page saw it being written leaves an empty field, too.
                <Wish key={done} path={path} wish={wish} sent={sent} isBusy={isBusy} />
              )}
            </div>
          </div>
        </div>
      </Form>
      {former && "written" in former && (
        <Form method="post" action={here} id={UNDO_FORM_ID} preventScrollReset>
          <input type="hidden" name="written" value={former.written} />
        </Form>
      )}
    </>
  )
}

function editPath(shown: Shown): string {
  return "novel" in shown
    ? href("/novels/:id/edit", { id: shown.novel })
    : href("/generations/:id/edit", { id: shown.generation })
}

/** One press to the former paragraph. */
function Undo({ former, index }: { former: NonNullable<ParagraphsScreenProps["former"]>; index: number }) {
  const look = "inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
  return "generation" in former ? (
    <Link to={paragraphsPath(former, { index })} className={look}>
      {copy.undo}
    </Link>
  ) : (
    <button type="submit" form={UNDO_FORM_ID} name="intent" value="undo" className={look}>
      {copy.undo}
    </button>
  )
}

function unplaced(live: LiveGeneration | null): string | null {
  if (live?.status === "stopped") return copy.stopped
  return live?.status === "failed" ? unplacedText[live.failure ?? "internal"] : null
}

/** A paragraph whose place is gone: its author may put it where they want. */
function Displaced({ text }: { text: string }) {
  return (
    <div className="story max-h-40 overflow-y-auto rounded-lg bg-wash px-3 py-2">
      <StoryText text={text} />
    </div>
  )
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
      <label className={isNew ? "shadow-[inset_3px_0_0_var(--color-generate-ink)]" : undefined}>
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
      className="story -mx-3 max-w-none scroll-mt-24 rounded-md bg-wash px-3 py-1.5 shadow-[inset_3px_0_0_var(--color-continue-ink)]"
    >
      {written.length === 0 ? (
        <p className="text-soft line-through">{live.request.paragraph?.text}</p>
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
    if (stopping) return
    setStopping(true)
    if (await postQuietly(href("/generations/:id/stop", { id: live.id }))) return
    setStopping(false)
    notify(notices.stopFailed)
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
        aria-disabled={stopping}
        onClick={stop}
      >
        {stopping ? storyText.stopping : storyText.stop}
      </Button>
    </div>
  )
}

/** Forgets the draft of a wish that the server has. */
function useForgottenWish(path: string, sent: string | null) {
  useEffect(() => {
    if (sent !== null) forgetDraft(`wish:${path}`, sent)
  }, [path, sent])
}

interface WishProps {
  path: string
  wish: string
  /** The wish that the server has. */
  sent: string | null
  isBusy: boolean
}

function Wish({ path, wish, sent, isBusy }: WishProps) {
  // Stands before the look for a draft, and so after the former field, as it left, has stored what was typed last.
  useForgottenWish(path, sent)
  const field = useDraft<HTMLTextAreaElement>(`wish:${path}`, "")
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 lg:flex-col lg:items-stretch">
      <div className="wish-field min-w-0 grow basis-64 lg:basis-auto">
        <label htmlFor="wish" className="mb-1.5 flex flex-wrap items-baseline gap-x-2 text-sm font-semibold">
          {copy.wish}
          <span className="wish-hint font-normal text-soft">{copy.wishHint}</span>
        </label>
        <textarea
          ref={field}
          id="wish"
          name="wish"
          rows={1}
          defaultValue={wish}
          className="block max-h-40 min-h-11 w-full resize-none lg:min-h-24 rounded-lg border border-edge bg-sheet px-3 py-2 text-base field-sizing-content"
        />
      </div>
      <Button name="intent" value="rewrite" look="continue" disabled={isBusy} className="grow md:grow-0">
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
