import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { Form, href, Link, useNavigate } from "react-router"
import { useCopyText } from "../../browser/copy-text.ts"
import type { LiveGeneration } from "../../browser/generation-stream.ts"
import { notify } from "../../browser/notices.ts"
import type { HistoryEntry } from "../../browser/novel-history.ts"
import { postQuietly } from "../../browser/post-quietly.ts"
import { notices } from "../../copy/notices.ts"
import { site } from "../../copy/site.ts"
import { failureText, history, story } from "../../copy/story.ts"
import { countCharacters } from "../../domain/count-characters.ts"
import { hasEnded } from "../../domain/generation.ts"
import { targetCharacters } from "../../domain/novel-length.ts"
import { suggestTitle } from "../../domain/novel-title.ts"
import { joinStory } from "../../domain/story.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { PlanList } from "../../ui/plan-list.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { StoryText } from "../../ui/story-text.tsx"
import { SaveButton } from "./save-button.tsx"

interface StoryPanelProps {
  live: LiveGeneration | null
  /** An entry of the history that is looked at instead. */
  entry: HistoryEntry | null
  onCancel(): void
  formKey: string
  signedIn: boolean
  /** The generation this visitor started last, to go back to. */
  last: string | null
}

// Of one height while writing and after, so that the text under it does not move at the end.
const STATUS_BOX = "mb-5 flex min-h-29 flex-col justify-center gap-2 border-b border-line pb-4"

export function StoryPanel({ live, entry, onCancel, formKey, signedIn, last }: StoryPanelProps) {
  const writing = live !== null && !hasEnded(live.status)
  const section = useRef<HTMLElement>(null)
  const focused = useRef(live?.status)
  // The button that was pressed is gone or disabled now: keyboards go on from here instead of from the top.
  useEffect(() => {
    const changed = focused.current !== live?.status
    focused.current = live?.status
    if (changed && live && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true })
  }, [live])

  const text = entry?.text ?? (live ? joinStory(live.request.existing, live.text) : "")
  return (
    <section
      ref={section}
      tabIndex={-1}
      id="story"
      aria-labelledby="story-heading"
      // As tall as a phone's screen from the start, so that going to it shows it whole while it grows.
      className={`scroll-mt-4 rounded-xl outline-none border border-line bg-sheet px-4 py-5 shadow-sm md:px-10 md:py-8 ${live ? "min-h-[94dvh] lg:min-h-96" : ""}`}
    >
      <h2 id="story-heading" className="sr-only">
        {story.heading}
      </h2>
      <p role="status" className="sr-only">
        {live && announcement(live)}
      </p>
      {writing && <Progress live={live} />}
      {!writing && live && <Ending live={live} />}
      {entry && <p className="mb-4 text-sm text-soft">{history.showing}</p>}
      {text === "" && !live ? (
        <Empty last={last} />
      ) : (
        <article aria-busy={writing} className="story mx-auto min-h-40">
          <StoryText text={entry?.text ?? live?.request.existing ?? ""} />
          {live && live.request.existing !== "" && live.text !== "" && <br />}
          {live && <StoryText text={live.text} />}
        </article>
      )}
      {text !== "" && !writing && (
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
              suggestedTitle={suggestTitle(live?.title ?? null, live?.request.prompt ?? text)}
              formKey={formKey}
              signedIn={signedIn}
            />
          }
        />
      )}
    </section>
  )
}

function Empty({ last }: { last: string | null }) {
  return (
    <div className="flex min-h-40 flex-col items-center justify-center gap-2 py-6 text-center lg:min-h-96">
      <p className="font-serif text-xl text-soft">{story.empty.title}</p>
      <p className="text-sm text-soft">{story.empty.text}</p>
      {last && (
        <Link to={`${href("/")}?generation=${last}#story`} className={`mt-3 ${buttonClass("plain")}`}>
          {story.last}
        </Link>
      )}
    </div>
  )
}

function Progress({ live }: { live: LiveGeneration }) {
  const written = countCharacters(live.text)
  const target = targetCharacters(live.request.length)
  const beat = live.plan[live.beat]
  return (
    <div className={STATUS_BOX}>
      <div className="flex items-center justify-between gap-3">
        <p className="flex items-center gap-2 text-sm font-medium tabular-nums">
          <Spinner />
          {story.progress(written, target)}
        </p>
        <StopButton id={live.id} />
      </div>
      <progress
        aria-label={story.progressLabel}
        value={Math.min(written, target)}
        max={target}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-generate [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-generate"
      />
      <details className="text-sm text-soft">
        <summary className="min-h-5 truncate">
          {live.connection !== "open"
            ? story.connection[live.connection]
            : beat
              ? story.beat(live.beat + 1, live.plan.length, beat.summary)
              : story.planning}
        </summary>
        <PlanList beats={live.plan} current={live.beat} />
      </details>
    </div>
  )
}

function StopButton({ id }: { id: string }) {
  const [stopping, setStopping] = useState(false)

  // Not a navigation: that it has stopped is said by the stream, and the page stays as it is.
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
  const text = failed
    ? story.ended.failed
    : live.status === "stopped"
      ? story.ended.stopped
      : story.ended.done
  return (
    <div className={`${STATUS_BOX} text-sm ${failed ? "text-danger" : "text-soft"}`}>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{text}</span>
        <span className="tabular-nums">{story.written(countCharacters(live.text))}</span>
      </p>
      {failed && <p>{failureText[live.failure ?? "internal"]}</p>}
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
        {/* By POST: a browser without script would leave a question mark in the address. */}
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
        {live && (
          <a href={href("/generations/:id/text", { id: live.id })} download className={buttonClass("plain")}>
            {story.download}
          </a>
        )}
        {live && (
          <Form method="post" action={href("/generations/:id/rewrite", { id: live.id })}>
            <input type="hidden" name="key" value={formKey} />
            <Button>{live.request.existing === "" ? story.rewrite : story.rewriteLast}</Button>
          </Form>
        )}
        {live?.request.rewrites && (
          <Link
            to={`${href("/")}?generation=${live.request.rewrites}#story`}
            className={buttonClass("plain")}
          >
            {story.undoRewrite}
          </Link>
        )}
      </div>
      <NoScriptHint>{story.copyBySelection}</NoScriptHint>
    </footer>
  )
}

function NoScriptHint({ children }: { children: ReactNode }) {
  return <p className="hidden text-sm text-soft noscript:block">{children}</p>
}

function announcement(live: LiveGeneration): string {
  if (!hasEnded(live.status)) return story.announce.started
  if (!live.watchedEnd) return ""
  if (live.status === "failed") return story.announce.failed
  if (live.status === "stopped") return story.announce.stopped
  return story.announce.done(countCharacters(live.text))
}
