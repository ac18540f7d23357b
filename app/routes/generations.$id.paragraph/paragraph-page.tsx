import { renderToStaticMarkup } from "react-dom/server"
import { href, StaticRouter } from "react-router"
import { paragraphs as copy } from "#app/copy/editing.ts"
import { site } from "#app/copy/site.ts"
import { story } from "#app/copy/story.ts"
import type { GenerationSnapshot, ParagraphOrder } from "#app/domain/generation.ts"
import type { GenerationEnd } from "#app/domain/generation-frame.ts"
import { placeOfNew, placeOfWriting } from "#app/domain/paths.ts"
import { paragraphsOf } from "#app/domain/story.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { LoginLink } from "#app/ui/login-link.tsx"
import { renderDocument } from "#app/ui/plain-document.tsx"
import { SiteFrame } from "#app/ui/site/site-frame.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"

/** So many paragraphs before and after leave the one that is written on the screen of a phone. */
const NEIGHBOURS = 2
/** Placeholders in the page's markup for the new paragraph and for what follows its end. */
const TEXT_PLACE = "text-place"
const END_PLACE = "end-place"
const FORMER = "former"
const CONTROLS = "live-controls"
const REJOIN_SECONDS = 3

/** Renders the page's markup before, between and after the two parts that are not known yet: the new paragraph and its end. */
export function renderParagraphShell(snapshot: GenerationSnapshot, order: ParagraphOrder, isDemo: boolean) {
  const page = renderDocument(
    `${copy.writing} · ${site.name}`,
    <StaticRouter location={href("/generations/:id/paragraph", { id: snapshot.id })}>
      <SiteFrame isDemo={isDemo} userMenu={<LoginLink />}>
        <WrittenParagraph snapshot={snapshot} order={order} />
      </SiteFrame>
    </StaticRouter>,
  )
  const [beforeText = "", behindText = ""] = page.split(`<template id="${TEXT_PLACE}"></template>`)
  const [beforeEnd = "", afterEnd = ""] = behindText.split(`<template id="${END_PLACE}"></template>`)
  return { beforeText, beforeEnd, afterEnd }
}

/** Hides the former paragraph, or shows it again where the new one was withdrawn: markup that was sent stays. */
export function renderSwap(isWritten: boolean, nonce: string): string {
  return renderToStaticMarkup(
    <style nonce={nonce}>{`#${FORMER}{display:${isWritten ? "none" : "block"}}`}</style>,
  )
}

interface ParagraphEnd {
  snapshot: GenerationSnapshot
  order: ParagraphOrder
  /** Null where the stream ended without one, or another process goes on. */
  end: GenerationEnd | null
  nonce: string
}

/** Renders what follows the new paragraph, and leads back to its story. */
export function renderParagraphEnd({ snapshot, order, end, nonce }: ParagraphEnd): string {
  const isDone = end?.type === "done"
  const here = href("/generations/:id/paragraph", { id: snapshot.id })
  const to = isDone ? placeOfNew(snapshot) : end ? placeOfWriting(snapshot.id, order) : here
  return renderToStaticMarkup(
    <>
      <StoryText text={paragraphsOf(order.after).slice(0, NEIGHBOURS).join("\n")} />
      {/* The bar has already been sent. */}
      {end && <style nonce={nonce}>{`.live-bar,#${CONTROLS}{display:none}`}</style>}
      <meta httpEquiv="refresh" content={`${end ? 0 : REJOIN_SECONDS};url=${to}`} />
      <p className="mt-6 flex flex-wrap items-center gap-3 border-line border-t pt-4 font-sans text-sm text-soft [text-indent:0]">
        {isDone ? copy.written : end ? copy.ended : story.rejoining}
        <a href={to} className={buttonClass("continue")}>
          {isDone ? copy.toNew : copy.toText}
        </a>
      </p>
    </>,
  )
}

function WrittenParagraph({ snapshot, order }: { snapshot: GenerationSnapshot; order: ParagraphOrder }) {
  const { id, request } = snapshot
  return (
    <div className="mx-auto max-w-[52rem]">
      <section className="sheet is-continuing pb-28 max-md:-mt-3 max-md:border-t-0">
        <div className="mx-auto max-w-measure">
          <h1 className="font-semibold">{copy.title}</h1>
          <p id={CONTROLS} className="text-xs text-soft">
            <a
              href={href("/generations/:id/paragraph", { id })}
              className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4"
            >
              {story.reload}
            </a>
          </p>
          {/* Fixed, because it is sent before the text below which it stands. */}
          <div className="live-bar">
            <p className="live-words text-sm font-semibold">{copy.writing}</p>
            <form method="post" action={href("/generations/:id/stop", { id })}>
              <Button look="danger">{story.stop}</Button>
            </form>
          </div>
          <article className="story mt-2 min-h-40">
            <StoryText text={paragraphsOf(request.existing).slice(-NEIGHBOURS).join("\n")} />
            <div className="-mx-3 rounded-md bg-wash px-3 py-1.5 shadow-[inset_3px_0_0_var(--color-continue)]">
              <p id={FORMER} className="text-soft line-through">
                {order.text}
              </p>
              <template id={TEXT_PLACE} />
            </div>
            <template id={END_PLACE} />
          </article>
        </div>
      </section>
    </div>
  )
}
