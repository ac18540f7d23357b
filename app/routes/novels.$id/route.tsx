import { data, Form, href, Link, redirect } from "react-router"
import type { z } from "zod"
import { useDraft } from "#app/browser/drafts.ts"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { withWait } from "#app/copy/limits.ts"
import { memory } from "#app/copy/memory.ts"
import {
  novelChangeFailureText,
  novelDate,
  novelReadFailureText,
  novelState,
  shared,
  takenDownReason,
  novelPage as text,
} from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { aiMetadata } from "#app/domain/ai-metadata.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { type NovelChange, novelChangeSchema } from "#app/domain/forms/novel-forms.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { storyPath } from "#app/domain/paths.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { ShareLink } from "#app/routes/share-link.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import { requestOrigin } from "#app/server/http/request-origin.server.ts"
import { binNovels } from "#app/server/novels/bin.server.ts"
import {
  addSection,
  editNovel,
  publishNovel,
  removeSection,
  renameNovel,
  renameSection,
} from "#app/server/novels/change-novel.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { Button, buttonClass } from "#app/ui/button.tsx"
import { DownloadLinks } from "#app/ui/download-links.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { Problem } from "#app/ui/problem.tsx"
import { ProblemSummary } from "#app/ui/problem-summary.tsx"
import { QuietLinks } from "#app/ui/quiet-links.tsx"
import { StoryText } from "#app/ui/story-text.tsx"
import { TextField } from "#app/ui/text-field.tsx"
import type { Route } from "./+types/route"
import { NovelSections, SECTION_PLACES } from "./novel-sections.tsx"

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
  return data({ found, link }, found.ok ? 200 : FAILURE_STATUS[found.failure])
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, novelChangeSchema, FORM_MAX_BYTES)
  const { intent } = submission.value
  const changed = await change(context, id, submission.value)
  if (!changed.ok) return refused(submission, changed)
  await flash(context, CHANGED_NOTICE[intent])
  return redirect(intent === "delete" ? href("/my-novels") : href("/novels/:id", { id }), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

const CHANGED_NOTICE = {
  rename: "novelRenamed",
  edit: "novelEdited",
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
  if (intent === "edit") return editNovel(context, id, written)
  return publishNovel(context, id, intent === "publish")
}

export default function OwnNovel({ loaderData, actionData }: Route.ComponentProps) {
  const { found, link } = loaderData
  if (!found.ok) {
    return (
      <MessagePage title={shared.readFailed} text={novelReadFailureText(found.failure)}>
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
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="lg:col-span-2 empty:hidden">
        <ProblemSummary title={text.refused} places={actionData ? [placeOf(actionData.intent)] : []} />
      </div>
      {novel.takenDown && (
        <section className="rounded-xl border border-danger bg-danger-wash p-4 text-sm lg:col-span-2">
          <h2 className="font-semibold">{text.takenDown}</h2>
          <p className="mt-1">{takenDownReason(novel.takenDown.reason)}</p>
          <p className="mt-1">{text.takenDownKept}</p>
        </section>
      )}
      <article className="rounded-xl border border-line bg-sheet px-4 py-6 shadow-sm md:px-10 md:py-10">
        <h1 className="font-serif text-2xl font-bold md:text-3xl">{novel.title}</h1>
        <p className="mt-2 mb-6 border-b border-line pb-4 text-sm text-soft">
          <time dateTime={novel.createdAt}>{novelDate(novel.createdAt)}</time>
          {" · "}
          {novelState(novel)}
        </p>
        <div className="story mx-auto">
          <StoryText text={novel.content} sections={novel.sections} firstParagraph={0} />
        </div>
        <p className="mt-6 text-xs text-soft">{site.aiLabel}</p>
      </article>

      <aside className="flex flex-col gap-4">
        <Link to={storyPath({ novel: novel.id })} className={buttonClass("continue")}>
          {text.continue}
        </Link>
        <DownloadLinks of="novels" id={novel.id} />
        <QuietLinks links={[{ to: href("/novels/:id/memory", { id: novel.id }), label: memory.title }]} />
        {!novel.takenDown && (
          <section id="share" className="flex flex-col gap-3 rounded-xl border border-line bg-sheet p-4">
            {novel.isPublic && <ShareLink link={link} />}
            <Problem text={failureText("publish") ?? failureText("unpublish")} />
            <Form method="post">
              <Button
                name="intent"
                value={novel.isPublic ? "unpublish" : "publish"}
                look={novel.isPublic ? "plain" : "generate"}
                className="w-full"
              >
                {novel.isPublic ? text.unpublish : text.publish}
              </Button>
            </Form>
          </section>
        )}
        <Form
          method="post"
          id="rename"
          className="flex flex-col gap-3 rounded-xl border border-line bg-sheet p-4"
        >
          <TitleField
            title={typedIn(failed("rename"), "text") ?? novel.title}
            held={novel.title}
            draftName={`rename:${novel.id}`}
            error={failureText("rename")}
          />
          <Button name="intent" value="rename">
            {text.rename}
          </Button>
        </Form>
        <NovelSections
          sections={novel.sections}
          answer={actionData}
          failure={
            failureText("rename-section") ?? failureText("remove-section") ?? failureText("add-section")
          }
        />
        <details
          id="edit"
          open={failed("edit") !== undefined}
          className="rounded-xl border border-line bg-sheet p-4"
        >
          <summary className="fold flex min-h-11 items-center font-semibold">{text.edit}</summary>
          <Form method="post" className="flex flex-col gap-3">
            <ContentField
              content={typedIn(failed("edit"), "text") ?? novel.content}
              held={novel.content}
              draftName={`content:${novel.id}`}
            />
            <Problem text={failureText("edit")} />
            <Button name="intent" value="edit">
              {text.saveEdit}
            </Button>
          </Form>
        </details>
        <details
          id="delete"
          open={failed("delete") !== undefined}
          className="rounded-xl border border-line bg-sheet p-4"
        >
          <summary className="fold flex min-h-11 items-center font-semibold text-danger">
            {text.delete}
          </summary>
          <Form method="post" className="flex flex-col gap-3">
            <p className="font-semibold">{text.deleteTitle}</p>
            <p className="text-sm text-soft">{text.deleteText}</p>
            <Problem text={failureText("delete")} />
            <Button name="intent" value="delete" look="danger">
              {text.deleteConfirm}
            </Button>
          </Form>
        </details>
      </aside>
    </div>
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

interface KeptField {
  /** The server's value, and the name of the draft that keeps input over it. */
  held: string
  draftName: string
}

function TitleField({
  title,
  held,
  draftName,
  error,
}: KeptField & { title: string; error: string | null | undefined }) {
  return (
    <TextField
      ref={useDraft<HTMLInputElement>(draftName, held)}
      id="title"
      label={text.rename}
      name="text"
      defaultValue={title}
      error={error}
      required
    />
  )
}

function ContentField({ content, held, draftName }: KeptField & { content: string }) {
  return (
    <textarea
      ref={useDraft<HTMLTextAreaElement>(draftName, held)}
      name="text"
      aria-label={text.content}
      defaultValue={content}
      rows={16}
      required
      className="block w-full rounded-lg border border-edge bg-sheet p-3 font-serif text-base leading-relaxed"
    />
  )
}
