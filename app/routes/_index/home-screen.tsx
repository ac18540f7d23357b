import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { href, useNavigate, useRevalidator, useSearchParams } from "react-router"
import { forgetDraft } from "#app/browser/drafts.ts"
import { type LiveGeneration, useGenerationStream } from "#app/browser/generation-stream.ts"
import { findUnfinished, useKeptGeneration, useUnwatchedGenerations } from "#app/browser/kept-generations.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { notify } from "#app/browser/notices.ts"
import type { HistoryEntry, HistoryItem } from "#app/browser/novel-history.ts"
import { type NoticeText, notices } from "#app/copy/notices.ts"
import { novelReadFailureText } from "#app/copy/novels.ts"
import { badRequestText } from "#app/copy/problems.ts"
import { failureReason, story } from "#app/copy/story.ts"
import type { ContentLevel } from "#app/domain/content-level.ts"
import {
  type BegunGeneration,
  type GenerationRequest,
  type GenerationSnapshot,
  hasEnded,
  isBeingWritten,
  storyCount,
  storyLevel,
} from "#app/domain/generation.ts"
import type { MemoryEntry } from "#app/domain/memory/story-memory.ts"
import type { Novel, NovelFailure, SavedNovel } from "#app/domain/novel.ts"
import { deskPath, storyPath } from "#app/domain/paths.ts"
import { storySections } from "#app/domain/sections.ts"
import { historyPreview, joinStory } from "#app/domain/story.ts"
import { MoveTexts } from "#app/routes/move-texts.tsx"
import { forgetOutlineDraft } from "#app/routes/outline-form.tsx"
import type { Unreadable } from "#app/server/generation/generations.server.ts"
import { LoginElsewhere } from "#app/ui/login-link.tsx"
import { LandingNotice, Notice } from "#app/ui/notice.tsx"
import type { Route } from "./+types/route"
import { GeneratorForm } from "./generator-form.tsx"
import { HistoryList } from "./history-list.tsx"
import { memoryPage, useDeskMemory } from "./memory-panel.tsx"
import { StoryPanel } from "./story-panel.tsx"

/** Without script, a notice appears on this page only, so delay the redirect until the reader has read it. */
const NOTICE_SECONDS = 5

/** The actions that start a generation: the generator form's and the rewrite button's. */
const ASKS_FOR_STORY = /^\/(\?|$)|\/rewrite$/

interface HomeScreenProps {
  generation: GenerationSnapshot | null
  unreadable: Unreadable | null
  formKey: string
  example: string
  maxLevel: ContentLevel
  signedIn: boolean
  last: string | null
  /** This visitor's newest generations that the server has. */
  begun: BegunGeneration[]
  /** Those of them from before the login that have ended, while the page shows no text. */
  movable: BegunGeneration[]
  /** The page shows a notice that a redirect left for it. */
  hasNotice: boolean
  /** A saved novel to continue. */
  novel: (HistoryEntry & Pick<Novel, "id" | "title" | "isPublic"> & { prompt: string }) | null
  /** Why the one that the address names is not shown. */
  novelFailure: NovelFailure | null
  /** The saved novel that the generation belongs to. */
  saved: SavedNovel | null
  /** What the engine remembers of the generation or of the saved novel. */
  entries: readonly MemoryEntry[]
  answer: Route.ComponentProps["actionData"]
}

interface Chosen {
  entry: HistoryEntry
  /** The id of the generation that the page showed when the reader chose the entry. */
  besides: string | undefined
  prompt: string
  /** Names the drafts of what continues it. */
  desk: string
}

export function HomeScreen(props: HomeScreenProps) {
  const { generation, unreadable, formKey, example, maxLevel, signedIn, last, begun, movable } = props
  const { hasNotice, novel, novelFailure, saved, entries, answer } = props
  const navigation = useLiveNavigation()
  const navigate = useNavigate()
  const live = useGenerationStream(
    generation,
    href("/generations/:id/events", { id: generation?.id ?? "none" }),
  )
  useKeptGeneration(live)
  useUnwatchedGenerations(begun, live?.id, textUrl)
  const [search] = useSearchParams()
  const asked = search.get("generation")
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const sheet = useRef<HTMLElement>(null)
  // A new generation replaces the chosen entry, which does not come back when that generation goes.
  const isOver = chosen !== null && chosen.besides !== live?.id
  if (isOver) setChosen(null)
  const entry = chosen && !isOver ? chosen.entry : live ? null : novel
  const hasText = entry ? entry.text !== "" : live !== null && (live.text || live.request.existing) !== ""
  const writing = entry === null && live !== null && isBeingWritten(live.status)
  const submitting = ASKS_FOR_STORY.test(navigation.formAction ?? "")

  const isNovel = novel !== null && entry === novel
  const shown = entry === chosen?.entry ? chosen : null
  const desk = shown?.desk ?? live?.id ?? (isNovel ? `novel:${novel.id}` : "")
  // The page shows a new generation, so the form that started it was sent.
  const lastDesk = useRef(desk)
  useEffect(() => {
    if (lastDesk.current === desk) return
    if (live?.id === desk) forgetSentDrafts(lastDesk.current, live.request)
    lastDesk.current = desk
  }, [desk, live])

  const waits = live?.status === "outlined"
  const revalidator = useRevalidator()
  const hasCome = waits && generation?.status !== "outlined"
  useEffect(() => {
    // Only then does the form appear: a button pressed before would not start a new stream.
    if (hasCome) void revalidator.revalidate()
  }, [hasCome, revalidator])
  const begunId = live && !waits ? live.id : null
  useEffect(() => {
    if (begunId) forgetOutlineDraft(begunId)
  }, [begunId])

  const ended = live && hasEnded(live.status) ? live : null
  useEffect(() => {
    if (!ended) return undefined
    const entry = {
      text: joinStory(ended.request.existing, ended.text),
      level: storyLevel(ended.request),
      sections: storySections(ended),
      demo: ended.request.demo,
    }
    // The server no longer knows the id, so treat the text as an entry of this device.
    if (ended.gone && entry.text !== "") {
      const { id, request } = ended
      setChosen({ entry, besides: id, prompt: request.prompt, desk: id })
    }
    // The notice goes as soon as the next part begins, or another page opens.
    return ended.watchedEnd ? notify(endNotice(ended, entry.text)) : undefined
  }, [ended])

  function isShown(item: HistoryItem): boolean {
    if (entry !== null) return item === entry || (item.text === entry.text && item.text !== "")
    return item.id !== null && item.id === live?.id
  }

  function select(item: HistoryItem) {
    const hasText = hasEnded(item.status) && item.text !== ""
    const isLive = live !== null && item.id === live.id
    if (!isLive && item.id !== null && !hasText) return void navigate(storyPath({ generation: item.id }))
    // The form folds over a text, which moves the sheet.
    flushSync(() => setChosen(isLive ? null : choice(item, live?.id)))
    sheet.current?.scrollIntoView()
    sheet.current?.focus({ preventScroll: true })
  }

  function leave(item: HistoryItem) {
    if (!isShown(item)) return
    setChosen(null)
    // A navigation would cancel a form that is on its way, and the next text replaces this one anyway.
    if (!submitting && (live?.id === item.id || entry === novel)) void navigate(href("/"))
  }

  useEffect(() => {
    if (!unreadable) return
    const kept = asked && findUnfinished(asked)
    if (kept) setChosen(choice(kept, undefined))
    notify(kept ? notices.unfinishedHere : unreadableNotice(unreadable))
  }, [unreadable, asked])

  const isBlank = entry === null && live === null
  // A refused form keeps the novel that it goes on with, though the page cannot show it.
  const refusedNovel = novelFailure && answer ? search.get("novel") : null
  const below = (
    <div key="below" className="desk-below">
      <HistoryList begun={begun} isShown={isShown} onSelect={select} onDelete={leave}>
        {isBlank && signedIn && <MoveTexts begun={movable} look="line" />}
      </HistoryList>
    </div>
  )

  const ownNovel = entry === null ? savedAs(live, { generation, saved }) : null
  const shownNovel = isNovel ? { ...novel, isSaved: true } : ownNovel
  const remembering = isNovel ? memoryPage("novels", novel.id) : live && memoryPage("generations", live.id)
  const memory = useDeskMemory(
    remembering === null || (entry !== null && !isNovel)
      ? null
      : { entries, page: remembering, isWriting: writing },
    live?.watchedEnd ?? false,
  )
  const panel = (
    <StoryPanel
      key="sheet"
      ref={sheet}
      live={entry === null ? live && withPlan(live, generation) : null}
      maxLevel={maxLevel}
      isOutlineLoaded={!hasCome}
      entry={entry}
      novel={shownNovel}
      memory={memory}
      answer={answer}
      loading={submitting}
      desk={desk}
      onCancel={() => setChosen(null)}
      formKey={formKey}
      signedIn={signedIn}
      last={last}
      stillWriting={begun.find(({ id, status }) => id !== live?.id && isBeingWritten(status)) ?? null}
    />
  )

  return (
    <>
      {writing && <WithoutScript id={live.id} afterSeconds={hasNotice ? NOTICE_SECONDS : 0} />}
      {unreadable && <LandingNotice {...unreadableNotice(unreadable)} />}
      {novelFailure && (
        <div role="status" className="mb-4 max-w-xl">
          <Notice title={novelReadFailureText(novelFailure)} tone="error" />
          {/* Where the form itself was refused, the link stands there. */}
          {refusedNovel && novelFailure === "login-required" && !answer?.result.needsLogin && (
            <div className="mt-2 flex">
              <LoginElsewhere next={deskPath({ novel: refusedNovel })} />
            </div>
          )}
        </div>
      )}
      <div className="desk">
        <GeneratorForm
          formKey={formKey}
          answer={answer}
          request={shown && shown.desk !== live?.id ? null : (live?.request ?? null)}
          example={example || (shown?.prompt ?? (isNovel ? novel.prompt : ""))}
          maxLevel={maxLevel}
          continues={entry === null && !writing && hasText ? (live?.id ?? null) : null}
          entry={entry}
          novelId={isNovel ? novel.id : refusedNovel}
          continuing={writing ? live.request.existing !== "" : hasText || refusedNovel !== null}
          asksDirection={hasText && !writing && (entry !== null || !waits)}
          desk={desk}
          loading={writing || submitting}
          isLost={writing && live.connection === "lost"}
          isFolded={!isBlank}
        >
          {isBlank ? [below, panel] : [panel, below]}
        </GeneratorForm>
      </div>
    </>
  )
}

function choice(item: HistoryItem, besides: string | undefined): Chosen {
  return { entry: item, besides, prompt: item.prompt, desk: item.id ?? `text:${historyPreview(item.text)}` }
}

/** What is written since the page was loaded is not saved. */
function savedAs(
  live: LiveGeneration | null,
  { generation, saved }: Pick<HomeScreenProps, "generation" | "saved">,
): SavedNovel | null {
  return saved && { ...saved, isSaved: saved.isSaved && live?.text === generation?.text }
}

/** A revalidated page knows the cards that have been changed since the stream sent the plan. */
function withPlan(live: LiveGeneration, loaded: GenerationSnapshot | null): LiveGeneration {
  const isSamePlan = loaded?.id === live.id && loaded.plan.length === live.plan.length
  return isSamePlan ? { ...live, plan: loaded.plan } : live
}

/** Forgets the drafts that the generation's request contains; later input stays. */
function forgetSentDrafts(desk: string, sent: GenerationRequest): void {
  forgetDraft(`prompt:${desk}`, sent.prompt)
  forgetDraft(`direction:${desk}`, sent.direction)
  forgetDraft(`level:${desk}`, String(sent.contentLevel))
  forgetDraft(`length:${desk}`, String(sent.length))
  forgetDraft(`outline-first:${desk}`)
  forgetDraft(`reference:${desk}`, sent.reference)
  forgetDraft(`reference:${desk}:name`)
  forgetDraft(`own:${desk}`, sent.existing)
}

function textUrl(id: string): string {
  return href("/generations/:id/text", { id })
}

function unreadableNotice(unreadable: Unreadable): NoticeText {
  return { title: badRequestText[unreadable], tone: "error" }
}

function endNotice(ended: LiveGeneration, text: string): NoticeText {
  if (ended.gone) return text ? notices.unfinishedHere : unreadableNotice("unknown-generation")
  if (ended.status === "stopped")
    return ended.text === "" ? { title: story.nothing.stopped } : notices.stopped
  if (ended.status === "failed") {
    const isBlank = ended.text === "" && ended.request.existing === ""
    return notices.generationFailed(failureReason(ended.failure, isBlank))
  }
  const written = story.announce.written(storyCount(ended.request, ended.text))
  return ended.request.existing ? notices.continued(written) : notices.generated(written)
}

/** Redirects a browser without script, or whose script does not load, to the page that streams the text. */
function WithoutScript({ id, afterSeconds }: { id: string; afterSeconds: number }) {
  const live = href("/generations/:id/live", { id })
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`${afterSeconds};url=${live}`} />
      </noscript>
      <script defer src="/late-script.js" data-live={live} />
    </>
  )
}
