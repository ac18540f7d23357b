import { data, href, redirect } from "react-router"
import { generator } from "../../copy/generator.ts"
import { novelDate, shared, sharedFailureText } from "../../copy/novels.ts"
import { site } from "../../copy/site.ts"
import { story } from "../../copy/story.ts"
import { isAdultLevel } from "../../domain/content-level.ts"
import { findSharedNovel } from "../../server/novels/find-novel.server.ts"
import { confirmAdult, isConfirmedAdult } from "../../server/visitor.server.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { MessagePage } from "../../ui/message-page.tsx"
import { StoryText } from "../../ui/story-text.tsx"
import type { Route } from "./+types/route"

/** Readers by link get a page without framework script. */
export const handle = { script: false }

const STATUS = { "id-invalid": 400, "not-found": 404, "backend-missing": 503, "backend-down": 503 } as const
const PRIVATE = { "Cache-Control": "private, no-store" }
const ADULT = { ...PRIVATE, "X-Robots-Tag": "noindex, noarchive", Vary: "Cookie" }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = await findSharedNovel(context, params.id)
  if (!found.ok) {
    return data(
      { view: "failed" as const, failure: found.failure },
      { status: STATUS[found.failure], headers: PRIVATE },
    )
  }
  const adult = isAdultLevel(found.value.contentLevel)
  // Nothing of an unconfirmed adult page is in the answer, not even its title.
  if (adult && !(await isConfirmedAdult(request))) return data({ view: "gate" as const }, { headers: ADULT })
  return data({ view: "novel" as const, adult, novel: found.value }, { headers: adult ? ADULT : PRIVATE })
}

export async function action({ params }: Route.ActionArgs) {
  const headers = { "Set-Cookie": await confirmAdult() }
  return redirect(href("/shared/:id", { id: encodeURIComponent(params.id ?? "") }), { status: 303, headers })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (loaderData?.view !== "novel") return [{ title: site.title }]
  const { novel, adult } = loaderData
  return [
    { title: adult ? site.title : `${novel.title} · ${site.name}` },
    ...(adult ? [{ name: "rating", content: "adult" }] : []),
  ]
}

export default function Shared({ loaderData }: Route.ComponentProps) {
  if (loaderData.view === "gate") return <AgeGate />
  if (loaderData.view === "failed") {
    return (
      <MessagePage title={shared.gone} text={sharedFailureText[loaderData.failure]}>
        <HomeLink />
      </MessagePage>
    )
  }
  const { novel } = loaderData
  return (
    <article className="mx-auto max-w-3xl rounded-xl border border-line bg-sheet px-4 py-6 shadow-sm md:px-10 md:py-10">
      <h1 className="font-serif text-2xl font-bold md:text-3xl">{novel.title}</h1>
      <p className="mt-2 mb-6 border-b border-line pb-4 text-sm text-soft">
        {shared.author(novel.authorName)}
        {" · "}
        {shared.created} <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
      </p>
      <div id="novel-text" className="story mx-auto">
        <StoryText text={novel.content} />
      </div>
      <footer className="mt-8 flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-xs text-soft">{site.aiLabel}</p>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            data-copy="#novel-text p"
            data-copied={shared.copied}
            data-failed={shared.copyFailed}
            aria-live="polite"
            className={`${buttonClass("plain")} noscript:!hidden`}
          >
            {shared.copy}
          </button>
          <HomeLink />
        </div>
        <p className="hidden text-sm text-soft noscript:block">{story.copyBySelection}</p>
      </footer>
      <script defer src="/behaviours.js" />
    </article>
  )
}

function AgeGate() {
  return (
    <MessagePage title={generator.adult.title} text={shared.gate}>
      <form method="post">
        <Button look="continue">{shared.confirmAge}</Button>
      </form>
      <HomeLink />
    </MessagePage>
  )
}

function HomeLink() {
  return (
    <a href={href("/")} className={buttonClass("plain")}>
      {shared.home}
    </a>
  )
}
