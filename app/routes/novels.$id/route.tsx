import type { ReactNode } from "react"
import { data, href, Link, redirect } from "react-router"
import type { z } from "zod"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { contentLevelText } from "#app/copy/generator.ts"
import { withWait } from "#app/copy/limits.ts"
import {
  novelChangeFailureText,
  novelDate,
  novelReadFailureText,
  novelState,
  recentTime,
  shared,
  takenDownReason,
  novelPage as text,
  versions,
} from "#app/copy/novels.ts"
import { reading as readingText } from "#app/copy/reading.ts"
import { site, storyLabel } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { isAdultLevel } from "#app/domain/content-level.ts"
import { type NovelChange, novelChangeSchema } from "#app/domain/forms/novel-forms.ts"
import { success } from "#app/domain/outcome.ts"
import { novelPath } from "#app/domain/paths.ts"
import { partIn, placeIn, readingPage, shownPart } from "#app/domain/reading/parts.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { readNovelColumn } from "#app/routes/novel-column.server.ts"
import { ParagraphMenu } from "#app/routes/paragraphs/paragraph-menu.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import { novelDraft } from "#app/server/drafts/draft-places.server.ts"
import { findDraft } from "#app/server/drafts/kept-drafts.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { qrCode } from "#app/server/images/qr-code.server.ts"
import { binNovels } from "#app/server/novels/bin.server.ts"
import {
  addSection,
  publishNovel,
  removeSection,
  renameNovel,
  renameSection,
} from "#app/server/novels/change-novel.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { novelMark } from "#app/server/novels/novel-mark.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { readingOf } from "#app/server/visitor/reading-cookie.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { NovelColumn } from "#app/ui/novel/novel-column.tsx"
import { NovelDesk } from "#app/ui/novel/novel-desk.tsx"
import { ProblemSummary } from "#app/ui/problem-summary.tsx"
import { PartLinks } from "#app/ui/reading/part-links.tsx"
import { StoryText } from "#app/ui/story/story-text.tsx"
import type { Route } from "./+types/route"
import { NovelSections, SECTION_PLACES } from "./novel-sections.tsx"
import { NovelTools } from "./novel-tools.tsx"

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData?.found.ok) return [{ title: site.title }]
  const { id, title } = loaderData.found.value
  return [{ title: `${title} · ${site.name}` }, { name: "AIGC", content: aiMetadata(site.name, id) }]
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, params.id)
  if (!found.ok && found.failure === "login-required") {
    await flash(context, "loginToList")
    throw redirect("/")
  }
  const link = new URL(href("/shared/:id", { id: params.id }), requestOrigin(request)).href
  const qr = qrCode(link)
  if (!found.ok)
    return data(
      { found, link, qr, shown: null, column: null, draft: null, reading: undefined, formKey: "" },
      FAILURE_STATUS[found.failure],
    )
  const { content, sections, ...novel } = found.value
  const page = readingPage(content, sections, placeIn(new URL(request.url).searchParams))
  const shown = shownPart(content, sections, page)
  const [column, kept, reading] = await Promise.all([
    readNovelColumn(context, found.value, page),
    findDraft(context, novelDraft(context, params.id)),
    readingOf(request),
  ])
  const draft =
    kept.ok && kept.value && kept.value.mark !== novelMark(found.value)
      ? { discarded: kept.value.discarded, updatedAt: kept.value.updatedAt }
      : null
  return data({
    found: success({ ...novel, sections }),
    link,
    qr,
    shown,
    column,
    draft,
    reading,
    formKey: crypto.randomUUID(),
  })
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, novelChangeSchema)
  const { intent } = submission.value
  const changed = await change(context, id, submission.value)
  if (!changed.ok) return refused(submission, changed)
  await flash(context, CHANGED_NOTICE[intent])
  const { searchParams } = new URL(request.url)
  return redirect(intent === "delete" ? href("/my-novels") : novelPath(id, partIn(searchParams)), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

const CHANGED_NOTICE = {
  rename: "novelRenamed",
  publish: "novelPublished",
  unpublish: "novelUnpublished",
  delete: "novelBinned",
  "rename-section": "sectionRenamed",
  "remove-section": "sectionRemoved",
  "add-section": "sectionAdded",
} as const

function change(
  context: Route.ActionArgs["context"],
  id: string,
  { intent, text: written, at, start }: z.output<typeof novelChangeSchema>,
) {
  if (intent === "rename-section") return renameSection(context, id, at, written)
  if (intent === "remove-section") return removeSection(context, id, at)
  if (intent === "add-section") return addSection(context, id, { title: written, start })
  if (intent === "delete") return binNovels(context, [id])
  if (intent === "rename") return renameNovel(context, id, written)
  return publishNovel(context, id, intent === "publish")
}

export default function OwnNovel({ loaderData, actionData }: Route.ComponentProps) {
  const { found, link, qr, shown, column, draft, reading, formKey } = loaderData
  if (!found.ok || !column || !shown) {
    return (
      <MessagePage title={shared.readFailed} text={found.ok ? "" : novelReadFailureText(found.failure)}>
        <Link to={href("/my-novels")} className={buttonClass("plain")}>
          {text.back}
        </Link>
      </MessagePage>
    )
  }
  const novel = found.value
  const failed = (intent: NovelChange) => (actionData?.intent === intent ? actionData : undefined)
  const failureText = (intent: NovelChange) => {
    const refused = failed(intent)
    if (!refused?.failure) return undefined
    const { failure, waitSeconds } = refused
    return failure === "too-many-attempts"
      ? withWait(text.tooOften, waitSeconds)
      : novelChangeFailureText(intent, failure)
  }
  const isAtSections = actionData !== undefined && actionData.intent in SECTION_PLACES
  return (
    <NovelDesk
      notice={
        <>
          <ProblemSummary title={text.refused} places={actionData ? [placeOf(actionData.intent)] : []} />
          {novel.takenDown && (
            <section className="rounded-xl border border-danger bg-danger-wash p-4 text-sm">
              <h2 className="font-semibold">{text.takenDown}</h2>
              <p className="mt-1">{takenDownReason(novel.takenDown.reason)}</p>
              <p className="mt-1">{text.takenDownKept}</p>
            </section>
          )}
        </>
      }
      column={
        <NovelColumn
          novel={column}
          shown="sections"
          part={shown.part}
          discarded={draft?.discarded && <UnsavedEdit draft={draft} id={novel.id} now={column.now} />}
          manageSections={
            <NovelSections
              sections={novel.sections}
              answer={actionData}
              failure={
                isAtSections
                  ? (failureText("rename-section") ??
                    failureText("remove-section") ??
                    failureText("add-section"))
                  : undefined
              }
            />
          }
        />
      }
    >
      <h1 className="story-title">{novel.title}</h1>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-xs">
        <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
        <span className="tabular-nums">
          {text.letters(column.letters)}
          {column.sections.length > 1 && ` · ${text.sectionCount(column.sections.length)}`}
        </span>
        <span className="flex gap-1.5">
          <Badge look={novel.isPublic ? "bg-generate-wash text-generate-ink" : "bg-wash"}>
            {novelState(novel)}
          </Badge>
          <Badge look={isAdultLevel(novel.contentLevel) ? "bg-danger-wash text-danger" : "bg-wash"}>
            {text.level(contentLevelText[novel.contentLevel].label)}
          </Badge>
        </span>
      </p>
      <NovelTools
        novel={novel}
        shown={shown}
        link={link}
        reading={reading}
        qr={qr}
        renamed={failed("rename")}
        failures={{
          share: failureText("publish") ?? failureText("unpublish"),
          rename: failureText("rename"),
          delete: failureText("delete"),
        }}
      />
      {draft && !draft.discarded && (
        <div className="mt-3">
          <UnsavedEdit draft={draft} id={novel.id} now={column.now} />
        </div>
      )}
      {shown.parts > 1 && (
        <p className="mt-4 text-soft text-sm">{readingText.part(shown.part, shown.parts)}</p>
      )}
      <ParagraphMenu
        key={shown.part}
        shown={{ novel: novel.id }}
        text={shown.text}
        from={{ at: shown.at, index: shown.first }}
        formKey={formKey}
      >
        <div className="story reading-text mx-auto mt-4 [&_p:target]:scroll-mt-28">
          <StoryText
            text={shown.text}
            sections={shown.sections}
            goesOn={shown.parts > 1}
            firstParagraph={shown.first}
          />
        </div>
      </ParagraphMenu>
      <PartLinks part={shown.part} parts={shown.parts} pathOf={(part) => novelPath(novel.id, part)} />
      <p className="mt-6 border-line border-t pt-3 text-soft text-xs">{storyLabel(novel.demo)}</p>
    </NovelDesk>
  )
}

function Badge({ look, children }: { look: string; children: ReactNode }) {
  return <span className={`rounded-full px-2.5 py-0.5 ${look}`}>{children}</span>
}

/** An edit that waits to be saved, or was thrown away. */
function UnsavedEdit({
  draft: { discarded, updatedAt },
  id,
  now,
}: {
  draft: { discarded: boolean; updatedAt: string }
  id: string
  now: string
}) {
  const page = href("/novels/:id/edit", { id })
  return (
    <p className="mb-2 flex items-center justify-between gap-3 rounded-lg bg-wash px-2.5 text-sm">
      <span>
        {discarded ? versions.discarded : versions.unsaved} · {recentTime(updatedAt, now)}
      </span>
      <a
        href={discarded ? `${page}?take-back` : page}
        className="inline-flex min-h-11 shrink-0 items-center underline underline-offset-4"
      >
        {discarded ? versions.takeBack : versions.goOn}
      </a>
    </p>
  )
}

const PLACES: Partial<Record<NovelChange, string>> = {
  publish: "share",
  unpublish: "share",
  ...SECTION_PLACES,
}

/** The element that shows an action's result, by intent. */
function placeOf(intent: NovelChange): { id: string; label: string } {
  return { id: PLACES[intent] ?? intent, label: text[intent] }
}
