import { data, href, Link, redirect } from "react-router"
import { keepOwnFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { paragraphs as copy, editor } from "#app/copy/editing.ts"
import { novelPage, novelReadFailureText } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { paragraphSchema } from "#app/domain/forms/edit-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { loginPath, paragraphsPath, placeOfNew, placeOfWriting } from "#app/domain/paths.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { paragraphsPart } from "#app/routes/paragraphs/paragraphs-part.ts"
import { ParagraphsScreen } from "#app/routes/paragraphs/paragraphs-screen.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import { findSnapshot } from "#app/server/generation/generations.server.ts"
import { rewriteInNovel } from "#app/server/generation/rewrite-one.server.ts"
import { findWritten, undoParagraph } from "#app/server/generation/undo-paragraph.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { isConfirmedAdult, ownerOf } from "#app/server/visitor/visitor.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

/** The paragraphs of a saved novel, and the one that is being written anew. Redirects nobody who typed a wish. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, id)
  if (!found.ok) {
    const nothing = { story: null, writing: null, changed: null, former: null, formKey: "" }
    return data({ failure: found.failure, ...nothing }, FAILURE_STATUS[found.failure])
  }
  const { title, content, sections, demo } = found.value
  const { searchParams } = new URL(request.url)
  const asked = await findSnapshot(searchParams.get("writing") ?? "", ownerOf(context))
  const order = typeof asked === "string" ? undefined : asked.request.paragraph
  const writing = typeof asked !== "string" && order?.inNovel && order.of === id ? asked : null
  if (writing?.status === "done") throw redirect(placeOfNew(writing))
  const generation = searchParams.get("written")
  const written = generation ? await findWritten(context, found.value, generation) : null
  return data({
    failure: null,
    story: { title, demo, ...paragraphsPart(content, sections, searchParams, writing) },
    writing,
    changed: written?.at ?? null,
    former: written && generation ? { written: generation, wish: written.wish } : null,
    formKey: crypto.randomUUID(),
  })
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, paragraphSchema)
  const { intent, written } = submission.value
  if (intent === "undo") {
    const undone = await undoParagraph(context, id, written)
    if (!undone.ok) return refused(submission, undone)
    await flash(context, "paragraphUndone")
    return redirect(paragraphsPath({ novel: id }, { index: undone.value }), 303)
  }
  const started = await rewriteInNovel(context, id, submission.value, await isConfirmedAdult(request))
  if (!started.ok) return refused(submission, started)
  const asked = await findSnapshot(started.value, ownerOf(context))
  const order = typeof asked === "string" ? undefined : asked.request.paragraph
  const shown = { novel: id }
  const place = order
    ? placeOfWriting(started.value, order)
    : paragraphsPath(shown, { writing: started.value })
  return redirect(place, 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepOwnFormWhenLost(args)

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: Route.MetaFunction = () => [
  { title: `${copy.title} · ${site.name}` },
  { name: "robots", content: "noindex" },
]

export default function NovelParagraphs({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { story, failure, ...page } = loaderData
  if (story) {
    return <ParagraphsScreen key={id} shown={{ novel: id }} story={story} answer={actionData} {...page} />
  }
  const isLoggedOut = failure === "login-required"
  const wish = typedIn(actionData, "wish")
  return (
    <MessagePage
      title={isLoggedOut ? site.login : copy.title}
      text={isLoggedOut ? editor.loggedOutBefore : novelReadFailureText(failure ?? "not-found")}
    >
      {isLoggedOut && wish && (
        <label className="flex w-full flex-col gap-1 text-left text-sm">
          {copy.typed}
          <textarea
            readOnly
            rows={3}
            defaultValue={wish}
            className="w-full rounded-lg border border-edge bg-sheet px-3 py-2 text-base"
          />
        </label>
      )}
      {isLoggedOut && (
        <Link to={loginPath({ next: paragraphsPath({ novel: id }) })} className={buttonClass("generate")}>
          {site.login}
        </Link>
      )}
      <Link to={href("/my-novels")} className={buttonClass("plain")}>
        {novelPage.back}
      </Link>
    </MessagePage>
  )
}
