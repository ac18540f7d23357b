import { data, Form, href, Link, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { withWait } from "#app/copy/limits.ts"
import {
  novelChangeFailureText,
  novelPage,
  novelReadFailureText,
  recentTime,
  shared,
  versions as text,
} from "#app/copy/novels.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { restoreSchema } from "#app/domain/forms/novel-forms.ts"
import { partIn, readingPage, shownPart } from "#app/domain/reading/parts.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { readNovelColumn } from "#app/routes/novel-column.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { restoreVersion } from "#app/server/novels/change-novel.server.ts"
import { compareForAccount } from "#app/server/novels/compare-texts.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { novelMark } from "#app/server/novels/novel-mark.server.ts"
import { findVersion } from "#app/server/novels/novel-versions.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { LoginFor } from "#app/ui/login-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { NovelColumn } from "#app/ui/novel/novel-column.tsx"
import { NovelDesk } from "#app/ui/novel/novel-desk.tsx"
import { TextDiffView } from "#app/ui/novel/text-diff.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { PartLinks } from "#app/ui/reading/part-links.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${text.title} · ${loaderData?.shown?.column.title ?? site.name}` },
]

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

/** An earlier text of a novel: what it has apart from the text as it stands, or all of it. */
export async function loader({ params: { id, version: versionId }, request, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, id)
  if (!found.ok && found.failure === "login-required") {
    await flash(context, "loginToList")
    throw redirect("/")
  }
  const version = found.ok ? await findVersion(context, id, versionId) : found
  if (!found.ok || !version.ok) {
    const { failure } = found.ok ? (version as { failure: "version-gone" }) : found
    return data({ failure, shown: null }, FAILURE_STATUS[failure])
  }
  const novel = found.value
  const { content, sections, demo, writtenAt } = version.value
  const { searchParams } = new URL(request.url)
  const isWhole = searchParams.has("whole")
  const [column, compared] = await Promise.all([
    readNovelColumn(context, novel),
    isWhole ? null : compareForAccount(context, novel.content, content),
  ])
  const diff = compared?.ok ? compared.value : null
  const uncompared = compared?.ok === false ? compared : null
  const page = isWhole ? readingPage(content, sections, partIn(searchParams)) : null
  const whole = page && shownPart(content, sections, page)
  const shown = { column, diff, uncompared, whole, demo, writtenAt, seen: novelMark(novel) }
  return data({ failure: null, shown }, uncompared ? FAILURE_STATUS[uncompared.failure] : 200)
}

/** Puts the version in place of the text, which becomes a version. */
export async function action({ params: { id, version: versionId }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, restoreSchema)
  const version = await findVersion(context, id, versionId)
  if (!version.ok) return refused(submission, version)
  const restored = await restoreVersion(context, id, version.value, submission.value.seen)
  if (!restored.ok) return refused(submission, restored)
  await flash(context, "versionRestored")
  return redirect(href("/novels/:id", { id }), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export default function NovelVersion({ loaderData, actionData, params }: Route.ComponentProps) {
  const { id, version } = params
  const page = href("/novels/:id", { id })
  const here = href("/novels/:id/versions/:version", params)
  if (!loaderData.shown) {
    return (
      <MessagePage title={shared.readFailed} text={novelReadFailureText(loaderData.failure)}>
        <Link to={page} className={buttonClass("plain")}>
          {text.back}
        </Link>
      </MessagePage>
    )
  }
  const { column, diff, uncompared, whole, demo, writtenAt, seen } = loaderData.shown
  const failure = actionData?.failure
  const problem =
    failure === "too-many-attempts"
      ? withWait(novelPage.tooOften, actionData?.waitSeconds)
      : failure && novelChangeFailureText("restore-version", failure)
  return (
    <NovelDesk column={<NovelColumn novel={column} shown="versions" version={version} />}>
      <div className="by-text-size">
        <h1 className="story-title">{column.title}</h1>
        <p className="mt-1.5 text-soft text-xs">
          <time dateTime={writtenAt}>{text.from(recentTime(writtenAt, column.now))}</time>
        </p>
        <div className="version-bar sticky top-0 z-10 mt-3 border-line border-b bg-sheet py-2">
          <Form method="post" action={here} className="flex flex-wrap items-center gap-2">
            <input type="hidden" name="seen" value={seen} />
            <Button look="generate">{text.restore}</Button>
            <Link to={whole ? here : `${here}?whole`} preventScrollReset className={buttonClass("plain")}>
              {whole ? text.compare : text.whole}
            </Link>
            <Link to={page} className="ml-auto inline-flex min-h-11 items-center px-2 text-soft text-sm">
              {text.back}
            </Link>
          </Form>
        </div>
        <div className="mt-3 flex flex-col gap-2">
          <Problem text={problem}>
            {failure === "login-required" && <LoginFor next={here} look="plain" />}
          </Problem>
          <p className="text-soft text-sm">{text.restoreHint}</p>
          {diff && <p className="text-sm">{summary(diff)}</p>}
          {uncompared && (
            <p className="text-sm">{withWait(text.uncompared[uncompared.failure], uncompared.waitSeconds)}</p>
          )}
          {diff && diff.lines.length > 0 && <p className="text-soft text-xs">{text.compareHint}</p>}
        </div>
        <div className="mt-5">
          {whole && (
            <div className="story mx-auto">
              <StoryText text={whole.text} sections={whole.sections} goesOn={whole.parts > 1} />
            </div>
          )}
          {whole && (
            <PartLinks
              part={whole.part}
              parts={whole.parts}
              pathOf={(part) => `${here}?whole&part=${part}`}
            />
          )}
          {diff && <TextDiffView diff={diff} />}
        </div>
        <p className="mt-6 border-line border-t pt-3 text-soft text-xs">{storyLabel(demo)}</p>
      </div>
    </NovelDesk>
  )
}

function summary({ added, removed }: { added: number; removed: number }): string {
  return added === 0 && removed === 0 ? text.sameAsNow : text.changed(added, removed)
}
