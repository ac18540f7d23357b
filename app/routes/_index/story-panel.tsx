import { type FormEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { Form, href, Link, useNavigate } from "react-router"
import { useCopyText } from "#app/browser/copy-text.ts"
import type { LiveGeneration } from "#app/browser/generation-stream.ts"
import { notify } from "#app/browser/notices.ts"
import type { HistoryEntry } from "#app/browser/novel-history.ts"
import { postQuietly } from "#app/browser/post-quietly.ts"
import { useSecondsSince } from "#app/browser/seconds-since.ts"
import { editing } from "#app/copy/editing.ts"
import { notices } from "#app/copy/notices.ts"
import { outline } from "#app/copy/outline.ts"
import { site } from "#app/copy/site.ts"
import { endingText, failureText, history, story } from "#app/copy/story.ts"
import {
  type BegunGeneration,
  beatText,
  isBeingWritten,
  linesOfPlan,
  novelTitle,
  storyCount,
} from "#app/domain/generation.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { storyPath } from "#app/domain/paths.ts"
import { headingsWhileWritten } from "#app/domain/sections.ts"
import { historyPreview, joinStory, paragraphsOf } from "#app/domain/story.ts"
import { InsightLinks } from "#app/routes/insight-links.tsx"
import { LaterCards } from "#app/routes/later-cards.tsx"
import { OutlineForm } from "#app/routes/outline-form.tsx"
import { SaveButton } from "#app/routes/save-button.tsx"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { PlanList } from "#app/ui/plan-list.tsx"
import { Spinner } from "#app/ui/spinner.tsx"
import { StoryText } from "#app/ui/story-text.tsx"

interface StoryPanelProps {
  ref: RefObject<HTMLElement | null>
  live: LiveGeneration | null
  /** The history entry that the reader chose instead. */
  entry: HistoryEntry | null
  onCancel(): void
  formKey: string
  maxLevel: number
  /** The page's loader knows that the outline waits. */
  isOutlineLoaded: boolean
  signedIn: boolean
  /** The id of the generation that this visitor started last. */
  last: string | null
  /** Another generation of this visitor that has not ended. */
  stillWriting: BegunGeneration | null
}

// The same height while writing and afterwards, so that the text below does not move at the end.
const STATUS_BOX = "mb-5 flex min-h-29 flex-col justify-center gap-2 border-b border-line pb-4"

export function StoryPanel(props: StoryPanelProps) {
  const { ref: section, live, entry, onCancel, formKey, maxLevel, signedIn, last, stillWriting } = props
  const { isOutlineLoaded } = props
  const writing = live !== null && isBeingWritten(live.status)
  const focused = useRef(live?.status)
  // The pressed button is now gone or disabled, so move keyboard focus here instead of to the top.
  useEffect(() => {
    const changed = focused.current !== live?.status
    focused.current = live?.status
    if (changed && live && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true })
  }, [live, section])

  const waits = live?.status === "outlined"
  const isNothing = live !== null && !writing && !waits && live.text === ""
  const text = entry?.text ?? (live ? joinStory(live.request.existing, live.text) : "")
  return (
    <section
      ref={section}
      tabIndex={-1}
      id="story"
      aria-labelledby="story-heading"
      // As tall as a phone's screen from the start, so that scrolling to it shows all of it while it grows.
      className={`rounded-xl outline-none border border-line bg-sheet px-4 py-5 shadow-sm md:px-10 md:py-8 ${live && (writing || text !== "") ? "min-h-[94dvh] lg:min-h-96" : ""}`}
    >
      <h2 id="story-heading" className="sr-only">
        {story.heading}
      </h2>
      <p role="status" className="sr-only">
        {live && announcement(live)}
      </p>
      {writing && <Progress live={live} maxLevel={maxLevel} />}
      {waits && <Outline live={live} maxLevel={maxLevel} isLoaded={isOutlineLoaded} />}
      {!writing && !waits && live && <Ending live={live} />}
      {entry && (
        <p role="status" className="mb-4 text-sm text-soft">
          {history.showing}
        </p>
      )}
      {stillWriting && !live && <StillWriting {...stillWriting} isLast={stillWriting.id === last} />}
      {text === "" && !live && <Empty last={last} />}
      {isNothing && text === "" && (
        <RewriteButton id={live.id} formKey={formKey} label={story.nothing.retry} />
      )}
      {((text !== "" && !waits) || writing) && (
        <article aria-busy={writing} className="story mx-auto min-h-40 lg:mx-0">
          {entry && <StoryText text={entry.text} sections={entry.sections} firstParagraph={0} />}
          {live && <LiveText live={live} writing={writing} />}
        </article>
      )}
      {text !== "" && !writing && !waits && (
        <OutputActions
          text={text}
          live={live}
          formKey={formKey}
          onCancel={onCancel}
          saveButton={
            <SaveButton
              key={live?.id ?? text}
              generationId={live?.id ?? null}
              entry={entry}
              suggestedTitle={suggestTitle(live && novelTitle(live), live?.request.prompt ?? text)}
              formKey={formKey}
              signedIn={signedIn}
            />
          }
        />
      )}
      {live && live.connection !== "open" && <Connection connection={live.connection} />}
    </section>
  )
}

/** The text that is being written, behind the one that it continues. Only the new part renders again as it grows. */
function LiveText({ live, writing }: { live: LiveGeneration; writing: boolean }) {
  const { request, text } = live
  const drafted = live.draft.find(({ kind }) => kind === "title")?.text ?? null
  const title = live.title ?? drafted
  const { sections, own } = useMemo(() => headingsWhileWritten({ request, title }), [request, title])
  const begins = writing || text !== ""
  // No link leads to a paragraph of a text that still grows.
  const counted = useMemo(
    () => (writing ? undefined : paragraphsOf(request.existing).length),
    [request.existing, writing],
  )
  return (
    <>
      <StoryText
        text={request.existing}
        sections={sections}
        goesOn={own !== null && begins}
        firstParagraph={writing ? undefined : 0}
      />
      {own !== null && begins && <h2>{own}</h2>}
      {own === null && request.existing !== "" && text !== "" && <br />}
      <StoryText text={text} firstParagraph={counted} />
    </>
  )
}

/** The connection's status, visible from anywhere in the text without covering anything to press. */
function Connection({ connection }: { connection: "lost" | "restored" }) {
  const look = connection === "lost" ? "border-danger bg-danger-wash" : "border-edge bg-sheet"
  return (
    <p
      role="status"
      className={`pointer-events-none fixed inset-x-4 top-3 z-20 mx-auto w-fit rounded-lg border px-4 py-2 text-sm font-medium shadow-md ${look}`}
    >
      {story.connection[connection]}
    </p>
  )
}

/** A link to a generation that is in progress, for a second tab or beside another text. */
function StillWriting({ id, prompt, isLast }: BegunGeneration & { isLast: boolean }) {
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge bg-wash px-4 py-2 text-sm">
      {story.stillWriting(historyPreview(prompt))}
      {!isLast && (
        <Link to={storyPath({ generation: id })} className={buttonClass("plain")}>
          {story.toWriting}
        </Link>
      )}
    </p>
  )
}

function RewriteButton({ id, formKey, label }: { id: string; formKey: string; label: string }) {
  return (
    <Form method="post" action={href("/generations/:id/rewrite", { id })}>
      <input type="hidden" name="key" value={formKey} />
      <Button>{label}</Button>
    </Form>
  )
}

function Empty({ last }: { last: string | null }) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-2 py-6 text-center lg:min-h-96">
      <p className="font-serif text-xl text-soft">{story.empty.title}</p>
      <p className="text-sm text-soft">{story.empty.text}</p>
      {last && (
        <Link to={storyPath({ generation: last })} className={`mt-3 ${buttonClass("plain")}`}>
          {story.last}
        </Link>
      )}
    </div>
  )
}

interface OutlineProps {
  live: LiveGeneration
  maxLevel: number
  isLoaded: boolean
}

/** The plan that waits for its author, under the end of the text that it continues. */
function Outline({ live, maxLevel, isLoaded }: OutlineProps) {
  const { existing } = live.request
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="font-serif text-2xl font-bold">{outline.title}</h2>
        <p className="mt-1 text-sm text-soft">{outline.intro}</p>
      </div>
      {existing !== "" && (
        <details className="text-sm">
          <summary className="fold flex min-h-11 items-center text-soft">{outline.existing}</summary>
          <article className="story mx-auto max-h-96 overflow-y-auto lg:mx-0">
            <StoryText text={existing} />
          </article>
        </details>
      )}
      {isLoaded ? (
        <OutlineForm
          key={JSON.stringify([live.plan, live.former])}
          id={live.id}
          plan={live}
          maxLevel={maxLevel}
        />
      ) : (
        <Link to={href("/generations/:id/outline", { id: live.id })} className={buttonClass("plain")}>
          {outline.toOutline}
        </Link>
      )}
    </div>
  )
}

function Progress({ live, maxLevel }: { live: LiveGeneration; maxLevel: number }) {
  const counts = storyCount(live.request, live.text)
  const target = targetCharacters(live.request.length)
  const beat = live.plan[live.beat]
  const lines = beat ? linesOfPlan({ ...live, beats: live.plan }) : live.draft
  const thinks = useSecondsSince(live.thinkingSince)
  const step = beat ? story.beat(live.beat + 1, live.plan.length, beatText(beat)) : preparing(live)
  return (
    <div className={STATUS_BOX}>
      <div className="flex items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-sm font-medium tabular-nums">
          {live.connection === "lost" ? (
            <span aria-hidden="true" className="size-2 rounded-full bg-danger" />
          ) : (
            <Spinner />
          )}
          {story.progress(counts, target)}
        </p>
        <StopButton id={live.id} />
      </div>
      <progress
        aria-label={story.progressLabel}
        value={Math.min(counts.fresh, target)}
        max={target}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-generate [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-generate"
      />
      {/* Until there is text, the plan is what there is to read. */}
      <details open={lines.length > 0 && live.text === ""} className="text-sm text-soft">
        <summary className="min-h-5 truncate tabular-nums">
          {thinks === null ? step : story.thinking(thinks)}
        </summary>
        <PlanList lines={lines} current={beat && live.beat} />
      </details>
      {beat && live.beat < live.plan.length - 1 && (
        <details className="text-sm text-soft">
          <summary className="fold flex min-h-11 items-center">{outline.changed.summary}</summary>
          <LaterCards id={live.id} plan={live.plan} current={live.beat} maxLevel={maxLevel} />
        </details>
      )}
    </div>
  )
}

/** What the engine does before there is a plan. */
function preparing({ reading, text }: LiveGeneration): string {
  if (reading && reading.done < reading.all) return story.reading(reading)
  return text === "" ? story.planning : story.planningOn
}

function StopButton({ id }: { id: string }) {
  const [stopping, setStopping] = useState(false)

  // Not a navigation: the page stays as it is, and the stream reports the stop.
  async function stop(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setStopping(true)
    if (await postQuietly(event.currentTarget.action)) return
    setStopping(false)
    notify(notices.stopFailed)
  }

  return (
    <form method="post" action={href("/generations/:id/stop", { id })} onSubmit={stop}>
      <Button look="danger" disabled={stopping}>
        {stopping ? story.stopping : story.stop}
      </Button>
    </form>
  )
}

function Ending({ live }: { live: LiveGeneration }) {
  const failed = live.status === "failed"
  const counts = storyCount(live.request, live.text)
  return (
    <div className={`${STATUS_BOX} text-sm text-soft`}>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className={failed ? "font-semibold text-danger" : ""}>
          {endingText(live.status, live.text)}
        </span>
        {counts.whole > 0 && <span className="tabular-nums">{story.written(counts)}</span>}
      </p>
      {failed && <p className="text-ink">{failureText[live.failure ?? "internal"]}</p>}
      {live.text === "" && (
        <p>{live.request.existing === "" ? story.nothing.kept : story.nothing.existingKept}</p>
      )}
    </div>
  )
}

interface OutputActionsProps {
  text: string
  live: LiveGeneration | null
  formKey: string
  onCancel(): void
  saveButton: ReactNode
}

function OutputActions({ text, live, formKey, onCancel, saveButton }: OutputActionsProps) {
  const { copied, copy } = useCopyText()
  const navigate = useNavigate()

  function cancel(event: FormEvent) {
    event.preventDefault()
    onCancel()
    navigate(href("/"))
  }

  return (
    <footer className="mt-6 flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-xs text-soft">{site.aiLabel}</p>
      <div className="flex flex-wrap gap-2">
        {/* POST, because a GET form would append "?" to the URL without script. */}
        <Form method="post" action={href("/")} onSubmit={cancel}>
          <Button name="intent" value="cancel">
            {story.cancel}
          </Button>
        </Form>
        <Button
          type="button"
          className="noscript:hidden"
          onClick={async () => notify((await copy(text)) ? notices.copied : notices.copyFailed)}
        >
          {copied ? story.copied : story.copy}
        </Button>
        {saveButton}
        {live && <DownloadLinks of="generations" id={live.id} />}
        {live && <RewriteButton id={live.id} formKey={formKey} label={rewriteLabel(live)} />}
        {live?.request.edits && (
          <Link to={storyPath({ generation: live.request.edits })} className={buttonClass("plain")}>
            {editing.undo}
          </Link>
        )}
        {live?.request.rewrites && (
          <Link to={storyPath({ generation: live.request.rewrites })} className={buttonClass("plain")}>
            {story.undoRewrite}
          </Link>
        )}
      </div>
      {live && <InsightLinks id={live.id} />}
      <NoScriptHint>{story.copyBySelection}</NoScriptHint>
    </footer>
  )
}

function NoScriptHint({ children }: { children: ReactNode }) {
  return <p className="hidden text-sm text-soft noscript:block">{children}</p>
}

function rewriteLabel({ text, request }: LiveGeneration): string {
  if (text === "") return story.nothing.retry
  return request.existing === "" ? story.rewrite : story.rewriteLast
}

function announcement(live: LiveGeneration): string {
  if (live.status === "outlined") return outline.ready
  if (isBeingWritten(live.status)) return story.announce.started
  if (!live.watchedEnd) return ""
  if (live.status === "failed") return story.announce.failed
  if (live.status === "stopped") return story.announce.stopped
  return story.announce.done(storyCount(live.request, live.text))
}
