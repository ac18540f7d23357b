import { data, href, Link, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { useLiveNavigation } from "#app/browser/lost-line.ts"
import { withWait } from "#app/copy/limits.ts"
import {
  myNovels,
  novelChangeFailedTitle,
  novelChangeFailureText,
  novelListFailureText,
} from "#app/copy/novels.ts"
import { badRequestText } from "#app/copy/problems.ts"
import { site } from "#app/copy/site.ts"
import { shelfSchema } from "#app/domain/forms/novel-forms.ts"
import { readShelfView, type ShelfView, shelfQuery } from "#app/domain/paths.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { MoveTexts } from "#app/routes/move-texts.tsx"
import { revalidateWhenGone } from "#app/routes/revalidate-when-gone.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { listMovable } from "#app/server/moved-texts/move-texts.server.ts"
import { binNovels } from "#app/server/novels/bin.server.ts"
import { unpublishNovels } from "#app/server/novels/change-novel.server.ts"
import { listOwnNovels } from "#app/server/novels/list-novels.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ChosenNovels } from "#app/ui/shelf/chosen-novels.tsx"
import {
  NovelSkeletons,
  OwnShelfHead,
  SHELF_GRID,
  SHELF_LINK,
  ShelfPages,
  ShelfSearch,
} from "#app/ui/shelf/shelf.tsx"
import type { Route } from "./+types/route"
import { Backup } from "./backup.tsx"
import { NovelCard } from "./novel-card.tsx"

export const meta: Route.MetaFunction = () => [{ title: `${myNovels.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = readShelfView(new URL(request.url).searchParams)
  const list = await listOwnNovels(context, view)
  if (!list.ok && list.failure === "login-required") {
    await flash(context, "loginToList")
    throw redirect("/")
  }
  return data(
    { view, list, begun: await listMovable(request, context) },
    list.ok ? 200 : FAILURE_STATUS[list.failure],
  )
}

/** Moves one novel or several to the bin, or makes them private. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST")
    throw data(badRequestText.method, { status: 405, headers: { Allow: "GET, HEAD, POST" } })
  const submission = await takeFields(request, shelfSchema)
  const { intent, id } = submission.value
  const isBin = intent === "bin"
  const changed = await (isBin ? binNovels(context, id) : unpublishNovels(context, id))
  if (!changed.ok) return refused(submission, changed)
  await flash(context, isBin ? "novelBinned" : "novelsPrivate")
  const view = readShelfView(new URL(request.url).searchParams)
  return redirect(href("/my-novels") + shelfQuery({ ...view, choose: null }), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export const shouldRevalidate = revalidateWhenGone

export default function MyNovels({ loaderData, actionData }: Route.ComponentProps) {
  const { view, list, begun } = loaderData
  const { location: to, formMethod = "GET" } = useLiveNavigation()
  const opensAnother = formMethod === "GET" && isAnotherList(to, view)
  const isListed = list.ok && list.value.total > 0
  const choosing = isListed && view.choose !== null
  return (
    <>
      <OwnShelfHead />
      {(list.ok || list.failure === "too-many-attempts") && (
        <ShelfSearch view={view}>
          {isListed && (
            <Link
              to={shelfQuery({ ...view, choose: choosing ? null : "some" }) || href("/my-novels")}
              preventScrollReset
              replace
              className={SHELF_LINK}
            >
              {choosing ? myNovels.chooseEnd : myNovels.choose}
            </Link>
          )}
          {list.ok && (
            <Link to={href("/my-novels/bin")} className={SHELF_LINK}>
              {myNovels.binned(list.value.binned)}
            </Link>
          )}
        </ShelfSearch>
      )}
      {actionData?.failure && (
        <div className="mb-4 max-w-xl">
          <Problem
            title={novelChangeFailedTitle(actionData.failure)}
            text={novelChangeFailureText(actionData.intent, actionData.failure)}
          />
        </div>
      )}
      {list.ok && <MoveTexts begun={begun} />}
      {!list.ok && <Failed list={list} />}
      {list.ok && list.value.isCut && <p className="mb-4 text-sm text-soft">{myNovels.searchCut}</p>}
      {list.ok && list.value.total === 0 && <Empty searched={view.query !== ""} />}
      {opensAnother ? (
        <NovelSkeletons />
      ) : (
        list.ok && (
          <ul key={view.choose} className={SHELF_GRID}>
            {list.value.novels.map((novel) => (
              <NovelCard key={novel.id} novel={novel} choose={view.choose} />
            ))}
          </ul>
        )
      )}
      {choosing && (
        <ChosenNovels all={shelfQuery({ ...view, choose: "all" })}>
          <Button name="intent" value="bin">
            {myNovels.toBin}
          </Button>
          <Button name="intent" value="unpublish">
            {myNovels.makePrivate}
          </Button>
        </ChosenNovels>
      )}
      {isListed && list.value.pages > 1 && (
        <ShelfPages
          page={list.value.page}
          pages={list.value.pages}
          to={(page) => shelfQuery({ ...view, page, choose: null }) || href("/my-novels")}
        />
      )}
      {list.ok && <Backup />}
    </>
  )
}

/** Whether a page with other novels is on its way; the boxes to choose some of the same come without a trace. */
function isAnotherList(to: { pathname: string; search: string } | undefined, view: ShelfView): boolean {
  if (to?.pathname !== href("/my-novels")) return false
  const next = readShelfView(new URLSearchParams(to.search))
  return (
    shelfQuery({ ...next, choose: null }) !== shelfQuery({ ...view, choose: null }) ||
    next.choose === view.choose
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
