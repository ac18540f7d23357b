import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { Form, href, Link } from "react-router"
import type { LiveGeneration } from "#app/browser/generation-stream.ts"
import { outline } from "#app/copy/outline.ts"
import { storyLabel } from "#app/copy/site.ts"
import { endingText, failureReason, history, story } from "#app/copy/story.ts"
import {
  type BegunGeneration,
  isBeingWritten,
  linesOfPlan,
  novelTitle,
  type StoryCount,
} from "#app/domain/generation.ts"
import { FORM_ID, PART_ID, type Shown, storyPath } from "#app/domain/paths.ts"
import { headingsWhileWritten, partNumber } from "#app/domain/sections.ts"
import { countParagraphs, historyPreview, joinStory } from "#app/domain/story.ts"
import { OutlineForm } from "#app/routes/outline-form.tsx"
import { ParagraphMenu } from "#app/routes/paragraphs/paragraph-menu.tsx"
import { ContinuedNovel } from "#app/routes/save-button.tsx"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Ending } from "#app/ui/story/ending.tsx"
import { ExistingText } from "#app/ui/story/existing-text.tsx"
import { PartLine } from "#app/ui/story/part-line.tsx"
import { PlanList } from "#app/ui/story/plan-list.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"
import { BlankSheet } from "./blank-sheet.tsx"
import { DeskControls, type DeskControlsProps, FinishedBar } from "./desk-controls.tsx"
import { OutlineBar, OutlineColumn } from "./outline-column.tsx"
import { useStoryCount } from "./story-count.ts"
import { WritingBar } from "./writing-bar.tsx"

interface StoryPanelProps
  extends Omit<DeskControlsProps, "text" | "characters" | "needsLogin" | "onNeedsLogin"> {
  ref: RefObject<HTMLElement | null>
  /** The page's loader knows that the outline waits. */
  isOutlineLoaded: boolean
  /** The id of the generation that this visitor started last. */
  last: string | null
  /** Another generation of this visitor that has not ended. */
  stillWriting: BegunGeneration | null
}

/** The sheet with the text, and the controls below or beside it. */
export function StoryPanel(props: StoryPanelProps) {
  const { ref: section, isOutlineLoaded, last, stillWriting, ...controls } = props
  const { live, entry, novel, memory, formKey, maxLevel, desk, signedIn } = controls
  const [unsaved, setUnsaved] = useState<string | null>(null)
  const needsLogin = unsaved === desk && !signedIn
  const writing = live !== null && isBeingWritten(live.status)
  const continues = live !== null && live.request.existing !== ""
  const focused = useRef(live?.status)
  useEffect(() => {
    const former = focused.current
    const changed = former !== live?.status
    focused.current = live?.status
    if (!changed || !live) return
    const begins = isBeingWritten(live.status)
    const part = begins ? document.getElementById(PART_ID) : null
    // The approved outline gave way to the text, of which its author has read all but the new part.
    if (former === "outlined" && begins) (part ?? section.current)?.scrollIntoView()
    // The pressed button is now gone or disabled, so move keyboard focus here instead of to the top. Those of an
    // outline have left before the writing begins, and the page has moved the focus to its heading.
    const isLost = document.activeElement === document.body || former === "outlined"
    if (isLost) (part ?? section.current)?.focus({ preventScroll: true })
  }, [live, section])

  const waits = live?.status === "outlined"
  const isNothing = live !== null && !writing && !waits && live.text === ""
  const text = entry?.text ?? (live ? joinStory(live.request.existing, live.text) : "")
  const isFinished = text !== "" && !writing && !waits
  const counts = useStoryCount(entry?.text ?? live?.request.existing ?? "", entry ? "" : (live?.text ?? ""))
  return (
    <>
      <div className={`desk-reading ${writing ? "is-writing" : ""} ${continues ? "is-continuing" : ""}`}>
        <section
          ref={section}
          tabIndex={-1}
          id="story"
          aria-label={story.heading}
          // As tall as a phone's screen from the start, so that scrolling to it shows all of it while it grows.
          className={`sheet outline-none ${writing ? "min-h-[94dvh]" : ""}`}
        >
          <p role="status" className="sr-only">
            {live && announcement(live)}
          </p>
          <div className="mx-auto max-w-measure">
            {stillWriting && !live && <StillWriting {...stillWriting} isLast={stillWriting.id === last} />}
            {text === "" && !live && <BlankSheet last={last} />}
            {waits && <Outline live={live} isLoaded={isOutlineLoaded} />}
            {live && !waits && (writing || text !== "") && <StoryHead live={live} counts={counts} />}
            {entry && novel && <ContinuedNovel novel={novel} />}
            {entry && <EntryHead characters={counts.whole} isHistory={!novel} />}
            {(isFinished || writing) && (
              <ParagraphMenu shown={rewritable(props, isFinished)} text={text} formKey={formKey}>
                <article aria-busy={writing} className="story mt-4 min-h-40">
                  {entry && novel && (
                    <ExistingText text={entry.text} sections={entry.sections} isNumbered novel={novel.id} />
                  )}
                  {entry && !novel && (
                    <StoryText text={entry.text} sections={entry.sections} firstParagraph={0} />
                  )}
                  {live && <LiveText live={live} writing={writing} />}
                </article>
              </ParagraphMenu>
            )}
            {isNothing && <Nothing live={live} formKey={formKey} />}
            {live && isFinished && !isNothing && <EndRow live={live} counts={counts} />}
            {entry && (
              <p className="mt-6 border-t border-line pt-3 text-xs text-soft">{storyLabel(entry.demo)}</p>
            )}
          </div>
          {writing && continues && (
            <a href={`#${PART_ID}`} className="to-part no-underline">
              <Down />
              {story.toPart}
            </a>
          )}
        </section>
        {writing && <WritingBar live={live} counts={counts} memory={memory} maxLevel={maxLevel} />}
        {isFinished && (
          <FinishedBar
            live={live}
            memory={memory}
            characters={counts.whole}
            isSaved={entry !== null && novel !== null}
            needsLogin={needsLogin}
          />
        )}
        {waits && isOutlineLoaded && <OutlineBar id={live.id} memory={memory} maxLevel={maxLevel} />}
      </div>
      {waits && isOutlineLoaded && <OutlineColumn id={live.id} memory={memory} maxLevel={maxLevel} />}
      {isFinished && (
        <DeskControls
          {...controls}
          text={text}
          characters={counts.whole}
          needsLogin={needsLogin}
          onNeedsLogin={() => setUnsaved(desk)}
        />
      )}
      {live && live.connection !== "open" && <Connection connection={live.connection} />}
    </>
  )
}

/** What a paragraph of the text can be rewritten in: this device's own entries are nowhere else. */
function rewritable({ live, entry, novel }: StoryPanelProps, isFinished: boolean): Shown | null {
  if (!isFinished) return null
  if (entry) return novel && { novel: novel.id }
  return live && { generation: live.id }
}

/** The title and the length of the whole. */
function StoryHead({ live, counts }: { live: LiveGeneration; counts: StoryCount }) {
  const drafted = live.draft.find(({ kind }) => kind === "title")?.text ?? null
  const title = live.request.existing === "" ? (live.title ?? drafted) : novelTitle(live)
  return (
    <header>
      {title !== null && <h2 className="story-title">{title}</h2>}
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-xs text-soft tabular-nums">
        <span>{isBeingWritten(live.status) ? story.growing(counts) : story.whole(counts.whole)}</span>
        <span>{storyLabel(live.request.demo)}</span>
      </p>
    </header>
  )
}

function EntryHead({ characters, isHistory }: { characters: number; isHistory: boolean }) {
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-soft tabular-nums">
      {isHistory && <span role="status">{history.showing}</span>}
      <span>{story.whole(characters)}</span>
    </p>
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
    () => (writing ? undefined : countParagraphs(request.existing)),
    [request.existing, writing],
  )
  const number = useMemo(() => partNumber(request), [request])
  const fresh = (
    <>
      {text === "" && writing && <Plan live={live} />}
      <StoryText text={text} firstParagraph={counted} />
    </>
  )
  if (request.existing === "") return fresh
  return (
    <>
      <ExistingText
        text={request.existing}
        sections={sections}
        goesOn={own !== null && begins}
        isNumbered={!writing}
        generation={live.id}
      />
      <div className="new-part">
        <PartLine number={number} />
        {own !== null && begins && <h2>{own}</h2>}
        {fresh}
      </div>
    </>
  )
}

/** Until there is text, the plan is what there is to read. */
function Plan({ live }: { live: LiveGeneration }) {
  const lines = live.plan.length > 0 ? linesOfPlan({ ...live, beats: live.plan }) : live.draft
  if (lines.length === 0) return null
  return (
    <div className="font-sans">
      <PlanList lines={lines} current={live.plan.length > 0 ? live.beat : undefined} />
    </div>
  )
}

/** How it ended, with the length of the new part and of the whole. */
function EndRow({ live, counts }: { live: LiveGeneration; counts: StoryCount }) {
  return (
    <footer className="mt-6 border-t border-line pt-3">
      <Ending {...live} counts={counts} />
    </footer>
  )
}

/** The generation ended before its first new word: one press tries again. */
function Nothing({ live, formKey }: { live: LiveGeneration; formKey: string }) {
  const { id, status, failure, request } = live
  const failed = status === "failed"
  return (
    <section
      className={`mt-2 flex flex-col gap-3 rounded-xl border p-4 text-sm ${failed ? "border-danger/40 bg-danger-wash" : "border-line bg-wash"}`}
    >
      <div className="flex flex-col gap-1">
        <h2 className={`text-base font-semibold ${failed ? "text-danger" : ""}`}>{endingText(status, "")}</h2>
        {failed && <p>{failureReason(failure, request.existing === "")}</p>}
        <p>{request.existing === "" ? story.nothing.kept : story.nothing.existingKept}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Form method="post" action={href("/generations/:id/rewrite", { id })}>
          <input type="hidden" name="key" value={formKey} />
          <Button look={request.existing === "" ? "generate" : "continue"}>{story.nothing.retry}</Button>
        </Form>
        <a href={`#${FORM_ID}`} className={buttonClass("quiet")}>
          {story.changeWish}
        </a>
      </div>
    </section>
  )
}

function Down() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 5v14M6 13l6 6 6-6" />
    </svg>
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

interface OutlineProps {
  live: LiveGeneration
  isLoaded: boolean
}

/** The plan that waits for its author, under the end of the text that it continues. */
function Outline({ live, isLoaded }: OutlineProps) {
  const { existing } = live.request
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <h2 className="font-semibold">{outline.title}</h2>
        <p className="text-soft">{outline.intro}</p>
      </div>
      {existing !== "" && (
        <details className="text-sm">
          <summary className="fold flex min-h-11 items-center text-soft">{outline.existing}</summary>
          <article className="story max-h-96 overflow-y-auto">
            <ExistingText text={existing} generation={live.id} />
          </article>
        </details>
      )}
      {isLoaded ? (
        <OutlineForm key={JSON.stringify([live.plan, live.former])} id={live.id} plan={live} />
      ) : (
        <Link to={href("/generations/:id/outline", { id: live.id })} className={buttonClass("plain")}>
          {outline.toOutline}
        </Link>
      )}
    </div>
  )
}

/** What a voice says of it. A notice tells how it ended. */
function announcement(live: LiveGeneration): string {
  if (live.status === "outlined") return outline.ready
  return isBeingWritten(live.status) ? story.announce.started : ""
}
