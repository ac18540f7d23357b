import { data, href, redirect } from "react-router"
import { generator } from "#app/copy/generator.ts"
import { novelDate, shared } from "#app/copy/novels.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { story } from "#app/copy/story.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { ageSchema } from "#app/domain/forms/novel-forms.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { openShared } from "#app/routes/open-shared.server.ts"
import { pageMeta } from "#app/routes/page-meta.ts"
import { SharedFailure } from "#app/routes/shared-failure.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import { findAuthorLinks } from "#app/server/novels/find-author.server.ts"
import { confirmAdult } from "#app/server/visitor/visitor.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"
import type { Route } from "./+types/route"
import { AuthorName, OthersByAuthor } from "./by-author.tsx"
import { novelMeta } from "./novel-meta.ts"

const CONFIRM = "confirm-adult"

/** Share links get a page without framework script. */
export const handle = { script: false }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { headers, ...opened } = await openShared(request, context, params.id)
  const status = opened.view === "failed" ? FAILURE_STATUS[opened.failure] : 200
  const links = opened.view === "novel" ? await findAuthorLinks(context, opened.novel) : null
  return data({ ...opened, links, id: params.id }, { status, headers })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { intent } = await takeFields(request, ageSchema)
  // Only the button's value counts; any other submission shows the question again.
  if (intent === CONFIRM) await confirmAdult(context)
  return redirect(href("/shared/:id", { id: encodeURIComponent(params.id ?? "") }), 303)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData || loaderData.view === "failed") return [{ title: site.title }]
  const ai =
    loaderData.view === "novel" ? [{ name: "AIGC", content: aiMetadata(site.name, loaderData.novel.id) }] : []
  // Link previews show nothing of an adult novel, whether or not this visitor has confirmed their age.
  if (loaderData.view === "gate" || loaderData.adult) {
    const adult = [
      { name: "rating", content: "adult" },
      { name: "robots", content: "noindex, noarchive" },
    ]
    return [...pageMeta({ title: site.title, matches }), ...adult, ...ai]
  }
  return [...novelMeta(loaderData.novel, matches), ...ai]
}

export default function Shared({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === "gate") return <AgeGate id={loaderData.id} />
  if (loaderData.view === "failed") return <SharedFailure failure={loaderData.failure} />
  const { novel, links } = loaderData
  return (
    <article className="sheet max-md:-mt-3 max-md:border-t-0 md:mx-auto md:max-w-3xl">
      <div className="mx-auto max-w-measure">
        <h1 className="story-title">{novel.title}</h1>
        <p className="mt-1.5 mb-5 text-xs text-soft">
          <AuthorName name={novel.authorName} links={links} />
          {" · "}
          {shared.created} <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
        </p>
        <div id="novel-text" className="story">
          <StoryText text={novel.content} sections={novel.sections} />
        </div>
        <footer className="mt-8 flex flex-col gap-3 border-t border-line pt-2">
          <OthersByAuthor links={links} />
          <div className="flex items-center justify-between gap-4">
            <p className="text-xs text-soft">{storyLabel(novel.demo)}</p>
            <ReportLink id={novel.id} />
          </div>
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              data-copy="#novel-text h2, #novel-text p"
              data-copied={story.copied}
              data-failed={shared.copyFailed}
              aria-live="polite"
              className={`${buttonClass("plain")} noscript:!hidden`}
            >
              {story.copy}
            </button>
            <HomeLink />
          </div>
          <DownloadLinks of="shared" id={novel.id} />
          <p className="hidden text-sm text-soft noscript:block">{story.copyBySelection}</p>
        </footer>
      </div>
      <script defer src="/behaviours.js" />
    </article>
  )
}

function AgeGate({ id }: { id: string | undefined }) {
  return (
    <MessagePage title={generator.adult.title} text={shared.gate}>
      <form method="post">
        <Button name="intent" value={CONFIRM} look="continue">
          {shared.confirmAge}
        </Button>
      </form>
      <HomeLink />
      <ReportLink id={id} />
    </MessagePage>
  )
}

function ReportLink({ id = "" }: { id: string | undefined }) {
  return (
    <a
      href={href("/shared/:id/report", { id })}
      rel="nofollow"
      className="inline-flex min-h-11 shrink-0 items-center px-1 text-sm text-soft underline underline-offset-4"
    >
      {shared.report}
    </a>
  )
}
