import { data, Form, href, Link, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import {
  adultLevelText,
  myNovels,
  novelChangeFailedTitle,
  novelChangeFailureText,
  novelListFailureText,
  novelSize,
  bin as text,
} from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { shelfSchema } from "#app/domain/forms/novel-forms.ts"
import type { BinnedNovel } from "#app/domain/novel.ts"
import { readShelfView, type ShelfView, shelfQuery } from "#app/domain/paths.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { revalidateWhenGone } from "#app/routes/revalidate-when-gone.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { deleteBinnedNovels, listBinnedNovels, restoreNovels } from "#app/server/novels/bin.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { FoldOut } from "#app/ui/fold-out.tsx"
import { LoginFor } from "#app/ui/login-link.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ChosenNovels, NovelBox } from "#app/ui/shelf/chosen-novels.tsx"
import { SHELF_LINK, ShelfHead, ShelfPages } from "#app/ui/shelf/shelf.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const view = readShelfView(new URL(request.url).searchParams)
  const list = await listBinnedNovels(context, view.page)
  if (!list.ok && list.failure === "login-required") {
    await flash(context, "loginToList")
    throw redirect("/")
  }
  return data({ view, list }, list.ok ? 200 : FAILURE_STATUS[list.failure])
}

/** Restores novels from the bin, or deletes them for good. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, shelfSchema)
  const { intent, id } = submission.value
  const isRestored = intent === "restore"
  const moved = await (isRestored ? restoreNovels(context, id) : deleteBinnedNovels(context, id))
  if (!moved.ok) return refused(submission, moved)
  await flash(context, isRestored ? "novelRestored" : "novelDeleted")
  return redirect(href("/my-novels/bin"), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export const shouldRevalidate = revalidateWhenGone

export default function Bin({ loaderData, actionData }: Route.ComponentProps) {
  const { view, list } = loaderData
  const novels = list.ok ? list.value.novels : []
  const choosing = novels.length > 0 && view.choose !== null
  return (
    <div className="mx-auto max-w-3xl">
      <ShelfHead title={text.title} back={{ to: href("/my-novels"), label: text.back }}>
        {novels.length > 1 && (
          <Link
            to={shelfQuery({ page: view.page, choose: choosing ? null : "some" }) || href("/my-novels/bin")}
            preventScrollReset
            replace
            className={SHELF_LINK}
          >
            {choosing ? myNovels.chooseEnd : myNovels.choose}
          </Link>
        )}
      </ShelfHead>
      <p className="mb-4 text-sm text-pretty text-soft">{text.hint}</p>
      {actionData?.failure && (
        <div className="mb-4">
          <Problem
            title={novelChangeFailedTitle(actionData.failure)}
            text={novelChangeFailureText(actionData.intent, actionData.failure)}
          >
            {actionData.failure === "login-required" && (
              <LoginFor next={href("/my-novels/bin")} look="plain" />
            )}
          </Problem>
        </div>
      )}
      {!list.ok && (
        <div className="flex flex-col items-start gap-4">
          <Problem title={text.failed} text={novelListFailureText[list.failure]} />
          <a href={href("/my-novels/bin")} className={buttonClass("plain")}>
            {myNovels.retry}
          </a>
        </div>
      )}
      {list.ok && novels.length === 0 && (
        <p className="py-16 text-center font-serif text-xl text-soft">{text.empty}</p>
      )}
      {novels.length > 0 && (
        <ul
          key={view.choose}
          className="divide-y divide-line rounded-xl border border-line bg-sheet px-4 md:px-5"
        >
          {novels.map((novel) => (
            <Row key={novel.id} novel={novel} choose={view.choose} />
          ))}
        </ul>
      )}
      {choosing && (
        <ChosenNovels all={shelfQuery({ page: view.page, choose: "all" })}>
          <Button name="intent" value="restore">
            {text.restoreChosen}
          </Button>
          <DeleteForGood label={text.deleteChosen} />
        </ChosenNovels>
      )}
      {list.ok && list.value.pages > 1 && (
        <ShelfPages
          page={list.value.page}
          pages={list.value.pages}
          to={(page) => shelfQuery({ page }) || href("/my-novels/bin")}
        />
      )}
    </div>
  )
}

function Row({ novel, choose }: { novel: BinnedNovel; choose: ShelfView["choose"] }) {
  const { id, title, contentLevel, isTakenDown, daysLeft } = novel
  const said = [
    novelSize(novel),
    text.daysLeft(daysLeft),
    adultLevelText(contentLevel),
    isTakenDown ? text.isTakenDown : null,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="flex min-w-0 grow basis-60 items-start gap-1">
        {choose && <NovelBox id={id} title={title} isTicked={choose === "all"} />}
        <div className="min-w-0">
          <h2 className="line-clamp-2 font-serif text-lg/[1.4] font-bold">{title}</h2>
          <p className="mt-0.5 text-xs text-soft tabular-nums">{said.filter(Boolean).join(" · ")}</p>
        </div>
      </div>
      <Form method="post" className="-mr-2 ml-auto flex items-center gap-0.5">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="restore" look="tint" aria-label={text.restoreOne(title)}>
          {text.restore}
        </Button>
        <DeleteForGood label={text.delete} name={myNovels.of(text.delete, title)} />
      </Form>
    </li>
  )
}

/** Asks once more. The button belongs to the form around it. */
function DeleteForGood({ label, name }: { label: string; name?: string }) {
  return (
    <FoldOut
      summary={label}
      label={name}
      summaryClass="min-h-11 rounded-lg px-3 text-[0.9375rem] text-danger"
    >
      <div className="absolute right-0 bottom-full z-20 mb-1 flex w-56 flex-col gap-2 rounded-xl border border-line bg-raised p-3 shadow-float">
        <p className="text-sm">{text.deleteText}</p>
        <Button name="intent" value="delete-for-good" look="danger">
          {text.deleteConfirm}
        </Button>
      </div>
    </FoldOut>
  )
}
