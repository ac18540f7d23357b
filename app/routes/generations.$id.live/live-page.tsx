import type { ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { href, StaticRouter } from "react-router"
import { account } from "#app/copy/account.ts"
import { outline } from "#app/copy/outline.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { story } from "#app/copy/story.ts"
import {
  type GenerationRequest,
  type GenerationSnapshot,
  novelTitle,
  storyCount,
} from "#app/domain/generation.ts"
import type { GenerationEnd } from "#app/domain/generation-frame.ts"
import { targetCharacters } from "#app/domain/novel-length.ts"
import { controlsPath, formPath } from "#app/domain/paths.ts"
import { headingsWhileWritten, partNumber } from "#app/domain/sections.ts"
import { InsightLinks } from "#app/routes/insight-links.tsx"
import { Avatar } from "#app/ui/avatar.tsx"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { LoginLink } from "#app/ui/login-link.tsx"
import { renderDocument } from "#app/ui/plain-document.tsx"
import { SiteFrame } from "#app/ui/site/site-frame.tsx"
import { Ending } from "#app/ui/story/ending.tsx"
import { ExistingText } from "#app/ui/story/existing-text.tsx"
import { PartLine } from "#app/ui/story/part-line.tsx"

/** Placeholders in the page's markup for the text and for what follows its end. */
const TEXT_PLACE = "text-place"
const END_PLACE = "end-place"
const CONTROLS = "live-controls"
const REJOIN_SECONDS = 3

interface LiveShell {
  beforeText: string
  beforeEnd: string
  afterEnd: string
}

/** Whoever is signed in. */
export interface LiveVisitor {
  email: string
  avatarSrc: string | null
}

/** Renders the page's markup before, between and after the two parts that are not known yet: the text and its ending. */
export function renderLiveShell(
  snapshot: GenerationSnapshot,
  { isDemo, visitor }: { isDemo: boolean; visitor: LiveVisitor | null },
): LiveShell {
  const page = renderDocument(
    site.title,
    <StaticRouter location={href("/generations/:id/live", { id: snapshot.id })}>
      <SiteFrame isDemo={isDemo} userMenu={visitor ? <ProfileLink {...visitor} /> : <LoginLink />}>
        <LiveStory snapshot={snapshot} />
      </SiteFrame>
    </StaticRouter>,
  )
  const [beforeText = "", behindText = ""] = page.split(`<template id="${TEXT_PLACE}"></template>`)
  const [beforeEnd = "", afterEnd = ""] = behindText.split(`<template id="${END_PLACE}"></template>`)
  return { beforeText, beforeEnd, afterEnd }
}

/**
 * Renders what stands above the new text: the title of its section, if it has one, or that of a novel whose page was
 * opened before its title was known.
 */
export function renderLiveBeginning(opened: GenerationSnapshot, title: string | null): string {
  const { own } = headingsWhileWritten({ request: opened.request, title })
  if (own !== null) return renderToStaticMarkup(<h2>{own}</h2>)
  const late = novelTitle(opened) === null ? novelTitle({ request: opened.request, title }) : null
  return late === null ? "" : renderToStaticMarkup(<h1 className="story-title mt-4 mb-6">{late}</h1>)
}

/** Renders what follows the text after the stream. Null means that the stream ended without a last frame. */
export function renderLiveEnd(live: LiveEnd): string {
  const { end } = live
  if (end === null || end.type === "paused") return renderToStaticMarkup(<Rejoin id={live.id} />)
  if (end.type === "outlined") return renderToStaticMarkup(<ToOutline id={live.id} nonce={live.nonce} />)
  return renderToStaticMarkup(<Ended {...live} end={end} />)
}

/** Instead of the menu, whose form needs a router. */
function ProfileLink({ email, avatarSrc }: LiveVisitor) {
  return (
    <a
      href={href("/profile")}
      aria-label={account.profile}
      className="grid size-11 place-items-center rounded-full hover:bg-wash"
    >
      <Avatar src={avatarSrc} name={email} size="small" />
    </a>
  )
}

interface LiveEnd {
  id: string
  request: GenerationRequest
  /** The new text, without the existing text. */
  text: string
  end: GenerationEnd | null
  nonce: string
}

function LiveStory({ snapshot }: { snapshot: GenerationSnapshot }) {
  const { id, request } = snapshot
  const { sections, own } = headingsWhileWritten(snapshot)
  const continues = request.existing !== ""
  const target = targetCharacters(request.length)
  const title = novelTitle(snapshot)
  return (
    <div className="live-desk">
      <section className={`sheet min-h-[94dvh] pb-28 lg:pb-8 ${continues ? "is-continuing" : ""}`}>
        <div className="mx-auto max-w-measure">
          {title !== null && <h1 className="story-title mb-1.5">{title}</h1>}
          <div id={CONTROLS} className="text-xs text-soft">
            <p className="flex flex-wrap gap-x-3">
              <span>{continues ? story.goingOn : story.writing}</span>
              <span>{storyLabel(request.demo)}</span>
            </p>
            <p className="flex flex-wrap gap-x-5">
              <a href={href("/generations/:id/live", { id })} className={QUIET_LINK}>
                {story.reload}
              </a>
              <a href={href("/generations/:id/outline", { id })} className={QUIET_LINK}>
                {outline.changed.summary}
              </a>
            </p>
          </div>
          {/* Fixed, because it is sent before the text below which it stands. */}
          <div className="live-bar">
            <div className="live-done" />
            <div className="live-words">
              <p className="live-step truncate text-sm font-semibold">
                <span>{story.loading(target)}</span>
              </p>
              <p className="live-count truncate text-xs text-soft tabular-nums">{story.ofTarget(target)}</p>
            </div>
            <form method="post" action={href("/generations/:id/stop", { id })}>
              <Button look="danger">{story.stop}</Button>
            </form>
          </div>
          <article className="story mt-4 min-h-40">
            {continues ? (
              <>
                <ExistingText
                  text={request.existing}
                  sections={sections}
                  goesOn={own !== null}
                  generation={id}
                />
                <div className="new-part">
                  <PartLine number={partNumber(request)} opensHere />
                  <template id={TEXT_PLACE} />
                </div>
              </>
            ) : (
              <template id={TEXT_PLACE} />
            )}
          </article>
          <template id={END_PLACE} />
        </div>
      </section>
    </div>
  )
}

const QUIET_LINK = "inline-flex min-h-11 items-center text-soft underline underline-offset-4"

function Ended({ id, request, text, end, nonce }: LiveEnd & { end: GenerationEnd }) {
  const counts = storyCount(request, text)
  const isNothing = text === ""
  return (
    <Tail>
      {/* The top of the page has already been sent, so hide its controls, which no longer apply. */}
      <style nonce={nonce}>{`.live-bar,#${CONTROLS}{display:none}`}</style>
      <Ending
        status={end.type}
        failure={end.type === "failed" ? end.failure : null}
        request={request}
        text={text}
        counts={counts}
      />
      {isNothing && (
        <p className="text-sm text-soft">
          {request.existing === "" ? story.nothing.kept : story.nothing.existingKept}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isNothing && (
          <form method="post" action={href("/generations/:id/rewrite", { id })}>
            <input type="hidden" name="key" value={crypto.randomUUID()} />
            <Button look="generate">{story.nothing.retry}</Button>
          </form>
        )}
        {counts.whole === 0 ? (
          <a href={formPath(id)} className={buttonClass("quiet")}>
            {story.backToForm}
          </a>
        ) : (
          <>
            <a href={controlsPath(id)} className={buttonClass("continue")}>
              {story.backToDesk}
            </a>
            <form action={href("/save")}>
              <input type="hidden" name="generation" value={id} />
              <Button>{story.save}</Button>
            </form>
          </>
        )}
      </div>
      {counts.whole > 0 && <DownloadLinks of="generations" id={id} />}
      <InsightLinks id={id} />
      {counts.whole > 0 && <p className="text-sm text-soft">{story.copyBySelection}</p>}
    </Tail>
  )
}

/** Hands over to the page with the form, because the plan waits for its author. */
function ToOutline({ id, nonce }: Pick<LiveEnd, "id" | "nonce">) {
  const address = href("/generations/:id/outline", { id })
  return (
    <Tail>
      <style nonce={nonce}>{`.live-bar,#${CONTROLS}{display:none}`}</style>
      <meta httpEquiv="refresh" content={`0;url=${address}`} />
      <p className="text-sm text-soft">{outline.ready}</p>
      <a href={address} className={buttonClass("generate")}>
        {outline.toOutline}
      </a>
    </Tail>
  )
}

/** Reloads the page, because the generation was paused or moved to another process. */
function Rejoin({ id }: { id: string }) {
  return (
    <Tail isEnd={false}>
      <meta httpEquiv="refresh" content={`${REJOIN_SECONDS};url=${href("/generations/:id/live", { id })}`} />
      <p className="text-sm text-soft">{story.rejoining}</p>
    </Tail>
  )
}

function Tail({ isEnd = true, children }: { isEnd?: boolean; children: ReactNode }) {
  return (
    <div className={`${isEnd ? "live-end " : ""}mt-6 flex flex-col gap-3 border-t border-line pt-4`}>
      {children}
    </div>
  )
}
