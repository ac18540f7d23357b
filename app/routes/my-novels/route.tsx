import { data, Form, href, Link, redirect } from "react-router"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { withWait } from "#app/copy/limits.ts"
import { myNovels, novelDate, novelListFailureText, novelState, takenDownReason } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import type { NovelCard } from "#app/domain/novel.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { listOwnNovels } from "#app/server/novels/list-novels.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { NovelSkeletons } from "#app/ui/novel-skeletons.tsx"
import { Problem } from "#app/ui/problem.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = () => [{ title: `${myNovels.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const query = searchParams.get("query")?.trim() ?? ""
  const page = Number.parseInt(searchParams.get("page") ?? "1", 10) || 1
  const list = await listOwnNovels(context, { page: Math.max(1, page), query })
  if (!list.ok && list.failure === "login-required") {
    await flash(context, "loginToList")
    throw redirect("/")
  }
  return data({ query, list }, list.ok ? 200 : FAILURE_STATUS[list.failure])
}

export default function MyNovels({ loaderData }: Route.ComponentProps) {
  const { query, list } = loaderData
  const navigation = useLiveNavigation()
  const loading = navigation.location?.pathname === href("/my-novels")
  return (
    <>
      <header className="mb-5 flex flex-wrap items-center gap-3">
        <h1 className="mr-auto font-serif text-2xl font-bold">{myNovels.title}</h1>
        <Link to={href("/")} className={buttonClass("plain")}>
          {myNovels.back}
        </Link>
        <Link to={href("/")} className={buttonClass("generate")}>
          {myNovels.create}
        </Link>
      </header>
      {(list.ok || list.failure === "too-many-attempts") && <Search query={query} />}
      {!list.ok && <Failed list={list} />}
      {list.ok && list.value.isCut && <p className="mb-4 text-sm text-soft">{myNovels.searchCut}</p>}
      {list.ok && list.value.total === 0 && <Empty searched={query !== ""} />}
      {loading ? (
        <NovelSkeletons />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {list.ok && list.value.novels.map((novel) => <Card key={novel.id} novel={novel} />)}
        </ul>
      )}
      {list.ok && list.value.pages > 1 && <Pages {...list.value} query={query} />}
    </>
  )
}

function Search({ query }: { query: string }) {
  return (
    <Form role="search" className="mb-5 flex max-w-xl gap-2">
      <input
        type="search"
        name="query"
        defaultValue={query}
        aria-label={myNovels.search}
        placeholder={myNovels.search}
        className="min-h-11 min-w-0 grow rounded-lg border border-edge bg-sheet px-3 text-base placeholder:text-soft"
      />
      <Button>{myNovels.searchSubmit}</Button>
    </Form>
  )
}

type ListFailure = Extract<Route.ComponentProps["loaderData"]["list"], { ok: false }>

function Failed({ list }: { list: ListFailure }) {
  const { failure, waitSeconds } = list
  const problem =
    failure === "too-many-attempts"
      ? { title: myNovels.searchFailed, text: withWait(myNovels.searchTooOften, waitSeconds) }
      : { title: myNovels.failed, text: novelListFailureText[failure] }
  return (
    <div className="flex max-w-xl flex-col items-start gap-4">
      <Problem {...problem} />
      <a href={href("/my-novels")} className={buttonClass("plain")}>
        {myNovels.retry}
      </a>
    </div>
  )
}

function Empty({ searched }: { searched: boolean }) {
  if (searched) return <p className="py-10 text-center text-soft">{myNovels.nothingFound}</p>
  return (
    <div className="flex flex-col items-center gap-4 py-16">
      <p className="font-serif text-xl text-soft">{myNovels.empty}</p>
      <Link to={href("/")} className={buttonClass("generate")}>
        {myNovels.start}
      </Link>
    </div>
  )
}

function Card({ novel }: { novel: NovelCard }) {
  const { id } = novel
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-xl border border-line bg-sheet p-4 md:p-5">
      <h2 className="truncate font-serif text-lg font-bold">{novel.title}</h2>
      <p className="text-xs text-soft">
        <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
        {" · "}
        {novelState(novel)}
      </p>
      {novel.takenDown && <p className="text-sm text-danger">{takenDownReason(novel.takenDown.reason)}</p>}
      <p className="grow text-sm">{novel.preview}</p>
      <div className="flex flex-wrap gap-2">
        {/* Public novels link to their share page, private ones to the owner's page. */}
        <Link
          to={novel.isPublic ? href("/shared/:id", { id }) : href("/novels/:id", { id })}
          reloadDocument={novel.isPublic}
          className={buttonClass("plain")}
        >
          {myNovels.viewFull}
        </Link>
        <Link to={href("/novels/:id", { id })} className={buttonClass("plain")}>
          {myNovels.edit}
        </Link>
        {novel.isPublic && (
          <Link to={`${href("/novels/:id", { id })}#share`} className={buttonClass("plain")}>
            {myNovels.share}
          </Link>
        )}
      </div>
    </li>
  )
}

function Pages({ page, pages, query }: { page: number; pages: number; query: string }) {
  const to = (target: number) => `?${new URLSearchParams({ ...(query && { query }), page: String(target) })}`
  return (
    <nav aria-label={myNovels.page(page, pages)} className="mt-6 flex items-center justify-center gap-4">
      {page > 1 && (
        <Link to={to(page - 1)} className={buttonClass("plain")}>
          {myNovels.previous}
        </Link>
      )}
      <span className="text-sm text-soft">{myNovels.page(page, pages)}</span>
      {page < pages && (
        <Link to={to(page + 1)} className={buttonClass("plain")}>
          {myNovels.next}
        </Link>
      )}
    </nav>
  )
}
