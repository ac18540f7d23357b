import { data, Form, href, redirect } from "react-router"
import { paragraphs as copy, rewriteFailureText } from "#app/copy/editing.ts"
import { site } from "#app/copy/site.ts"
import { story } from "#app/copy/story.ts"
import { isBeingWritten } from "#app/domain/generation.ts"
import { paragraphsPath, placeOfNew } from "#app/domain/paths.ts"
import { paragraphsOf } from "#app/domain/story.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { followGeneration } from "#app/server/generation/generations.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import { Button } from "#app/ui/button.tsx"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"
import type { Route } from "./+types/route"

const REFRESH_SECONDS = 2
/** So many paragraphs before and after leave the one that is written on the screen of a phone. */
const NEIGHBOURS = 2

/** The paragraph that is being written anew, among its neighbours, for browsers without script. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  // Followed and not only found: if its process died, this one goes on with it.
  const feed = await followGeneration(id, ownerOf(context), null, AbortSignal.abort())
  if (typeof feed === "string") return data({ failure: feed, shown: null }, FAILURE_STATUS[feed])
  const { status, request, text } = feed.snapshot
  const { paragraph } = request
  if (!paragraph) {
    return data({ failure: "unknown-generation" as const, shown: null }, FAILURE_STATUS["unknown-generation"])
  }
  if (status === "done") throw redirect(placeOfNew(request))
  const { of, index, after } = paragraph
  if (!isBeingWritten(status)) throw redirect(paragraphsPath(of, { writing: id, index }))
  const before = paragraphsOf(request.existing).slice(-NEIGHBOURS).join("\n")
  const next = paragraphsOf(after).slice(0, NEIGHBOURS).join("\n")
  return data({ failure: null, shown: { before, text, former: paragraph.text, after: next } })
}

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: Route.MetaFunction = ({ data: found }) => [
  { title: `${copy.writing} · ${site.name}` },
  { name: "robots", content: "noindex" },
  ...((found as { shown: unknown } | undefined)?.shown
    ? [{ httpEquiv: "refresh", content: String(REFRESH_SECONDS) }]
    : []),
]

export default function WrittenParagraph({ loaderData, params: { id } }: Route.ComponentProps) {
  const { shown, failure } = loaderData
  if (!shown) {
    return (
      <MessagePage title={copy.title} text={rewriteFailureText[failure]}>
        <HomeLink />
      </MessagePage>
    )
  }
  return (
    <section className="-mx-4 max-w-[48rem] border-line bg-sheet md:mx-auto md:rounded-xl md:border md:shadow-sm">
      <header className="sticky top-0 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-sheet px-4 py-3 md:rounded-t-xl md:px-10">
        <div>
          <h1 className="font-semibold">{copy.writing}</h1>
          <p className="text-sm text-soft">{copy.waiting}</p>
        </div>
        <Form method="post" action={href("/generations/:id/stop", { id })}>
          <Button look="danger">{story.stop}</Button>
        </Form>
      </header>
      <article className="story mx-auto px-4 py-6 md:px-10">
        <StoryText text={shown.before} />
        <div className="-mx-3 bg-wash px-3 py-1.5 shadow-[inset_3px_0_0_var(--color-continue)]">
          {shown.text === "" ? (
            <p className="text-soft line-through opacity-70">{shown.former}</p>
          ) : (
            <StoryText text={shown.text} />
          )}
        </div>
        <StoryText text={shown.after} />
      </article>
    </section>
  )
}
