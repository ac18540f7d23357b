import { data, href, redirect } from "react-router"
import { authorFailureText, author as text } from "#app/copy/authors.ts"
import { adultLevelText, novelDate, novelSize } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { ageSchema } from "#app/domain/forms/novel-forms.ts"
import type { Author, AuthorNovel } from "#app/domain/novel.ts"
import { authorPath } from "#app/domain/paths.ts"
import { avatarSrc } from "#app/domain/profile.ts"
import { excerpt, toSingleLine } from "#app/domain/text.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { pageMeta } from "#app/routes/page-meta.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { findPublicAuthor } from "#app/server/novels/find-author.server.ts"
import { confirmAdult, isConfirmedAdult } from "#app/server/visitor/visitor.server.ts"
import { Avatar } from "#app/ui/avatar.tsx"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

const CONFIRM = "confirm-adult"
const DESCRIPTION_CHARS = 100

/** As share links, without framework script. */
export const handle = { script: false }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = Number.parseInt(new URL(request.url).searchParams.get("page") ?? "1", 10)
  const found = await findPublicAuthor(context, params.id, { page, isAdult: await isConfirmedAdult(request) })
  return data(found, found.ok ? 200 : FAILURE_STATUS[found.failure])
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { intent } = await takeFields(request, ageSchema)
  if (intent === CONFIRM) await confirmAdult(context)
  return redirect(href("/authors/:id", { id: encodeURIComponent(params.id) }), 303)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.ok) return [{ title: site.title }]
  const { value: author } = loaderData
  const name = author.name ?? text.nameless
  const about = excerpt(toSingleLine(author.about), DESCRIPTION_CHARS)
  return pageMeta({
    title: `${name} · ${site.name}`,
    heading: name,
    ...(about && { description: about }),
    type: "profile",
    path: authorPath(author.id, author.page),
    matches,
  })
}

export default function AuthorScreen({ loaderData }: Route.ComponentProps) {
  if (!loaderData.ok) {
    return (
      <MessagePage {...authorFailureText[loaderData.failure]}>
        <HomeLink />
      </MessagePage>
    )
  }
  const { name, avatarUrl, about, novels, hidesAdult } = loaderData.value
  const shown = name ?? text.nameless
  return (
    <article className="mx-auto flex max-w-3xl flex-col gap-6 rounded-xl border border-line bg-sheet p-5 md:p-8">
      <header className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar src={avatarSrc(avatarUrl)} name={shown} size="large" />
        <div className="min-w-[min(100%,14rem)] flex-1">
          <h1 className="font-serif text-2xl font-bold wrap-anywhere">{shown}</h1>
          {about && <p className="mt-2 whitespace-pre-line text-soft wrap-anywhere">{about}</p>}
        </div>
      </header>
      <section>
        <h2 className="border-b border-line pb-2 font-semibold">{text.novels}</h2>
        <ul className="divide-y divide-line">
          {novels.map((novel) => (
            <NovelLine key={novel.id} {...novel} />
          ))}
        </ul>
      </section>
      {hidesAdult && (
        <form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-sm text-soft">{text.hidesAdult}</p>
          <Button name="intent" value={CONFIRM}>
            {text.confirmAge}
          </Button>
        </form>
      )}
      <Pages {...loaderData.value} />
    </article>
  )
}

function NovelLine({ id, title, createdAt, characters, contentLevel }: AuthorNovel) {
  const facts = [novelDate(createdAt), novelSize({ characters }), adultLevelText(contentLevel)]
  return (
    <li className="py-3">
      <a
        href={href("/shared/:id", { id })}
        className="inline-flex min-h-11 items-center font-serif text-lg wrap-anywhere hover:underline"
      >
        {title}
      </a>
      <p className="text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
    </li>
  )
}

function Pages({ id, page, hasMore }: Pick<Author, "id" | "page" | "hasMore">) {
  if (page === 1 && !hasMore) return null
  return (
    <nav aria-label={text.pages} className="flex gap-3">
      {page > 1 && (
        <a href={authorPath(id, page - 1)} rel="prev" className={buttonClass("plain")}>
          {text.newer}
        </a>
      )}
      {hasMore && (
        <a href={authorPath(id, page + 1)} rel="next" className={buttonClass("plain")}>
          {text.older}
        </a>
      )}
    </nav>
  )
}
