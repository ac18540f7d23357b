import { data, href, Link, redirect } from "react-router"
import { keepEditWhenLost } from "#app/browser/edit-draft.ts"
import { editor as text } from "#app/copy/editing.ts"
import { withWait } from "#app/copy/limits.ts"
import {
  novelChangeFailureText,
  novelPage,
  novelReadFailureText,
  recentTime,
  shared,
} from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { textEditSchema } from "#app/domain/forms/edit-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { loginPath } from "#app/domain/paths.ts"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { readNovelColumn } from "#app/routes/novel-column.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { novelDraft } from "#app/server/drafts/draft-places.server.ts"
import { dropDraft, findDraft, keepDraft } from "#app/server/drafts/kept-drafts.server.ts"
import { editNovel } from "#app/server/novels/change-novel.server.ts"
import { compareForAccount } from "#app/server/novels/compare-texts.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { novelMark } from "#app/server/novels/novel-mark.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { NovelColumn } from "#app/ui/novel/novel-column.tsx"
import type { Route } from "./+types/novel"
import { Editor } from "./editor.tsx"

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

/** A novel's text to edit, or what was typed over it before. Redirects nobody: a refused form shows what was typed. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, id)
  const editor = crypto.randomUUID()
  if (!found.ok)
    return data({ failure: found.failure, editor, edit: null, column: null }, FAILURE_STATUS[found.failure])
  const novel = found.value
  const [kept, column] = await Promise.all([
    findDraft(context, novelDraft(context, id)),
    readNovelColumn(context, novel),
  ])
  const mark = novelMark(novel)
  const draft = kept.ok && kept.value?.mark !== mark ? kept.value : null
  const takesBack = new URL(request.url).searchParams.has("take-back")
  const shown = draft && (takesBack || !draft.discarded) ? draft : null
  const original = { title: novel.title, content: novel.content }
  const edit = {
    original,
    held: shown ? { title: shown.title, content: shown.content } : original,
    seen: shown?.base ?? mark,
    draft: (kept.ok && kept.value?.mark) || "",
    keptAt: shown?.updatedAt ?? null,
    isBehind: shown !== null && shown.base !== mark,
    discardedAt: draft && !shown ? draft.updatedAt : null,
  }
  return data({ failure: null, editor, edit, column })
}

/** Saves the edit, or throws it away in a way that can be taken back. */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, textEditSchema, FORM_MAX_BYTES)
  const { intent, title, text: content, seen, draft, editor } = submission.value
  const place = novelDraft(context, id)
  if (intent === "discard") {
    const found = await findOwnNovel(context, id)
    if (!found.ok) return refused(submission, found, { result: null as Standing })
    const edit = {
      title: title ?? found.value.title,
      content,
      base: seen || novelMark(found.value),
      editor: editor || crypto.randomUUID(),
      before: draft,
      discarded: true,
    }
    const isEdited = novelMark(edited(edit)) !== novelMark(found.value)
    const kept = isEdited ? await keepDraft(context, place, edit) : null
    if (!kept?.ok) await dropDraft(context, place, { editor, marks: [draft] })
    if (kept?.ok) await flash(context, "editDiscarded")
    return redirect(href("/novels/:id", { id }), 303)
  }
  const saved = await editNovel(context, id, content, { title, seen })
  if (!saved.ok) {
    const result = saved.failure === "novel-changed" ? await standing(context, id, content) : null
    return refused(submission, saved, { result })
  }
  await dropDraft(context, place, {
    editor,
    marks: [draft, novelMark(edited({ title: title ?? "", content }))],
  })
  await flash(context, "novelEdited")
  return redirect(href("/novels/:id", { id }), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepEditWhenLost(args.params.id, args)

type Standing = Awaited<ReturnType<typeof standing>>

/** The novel as it stands by now, and what the edit has apart from it. */
async function standing(context: Route.ActionArgs["context"], id: string, content: string) {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return null
  const compared = await compareForAccount(context, found.value.content, normaliseText(content))
  return { mark: novelMark(found.value), diff: compared.ok ? compared.value : null }
}

function edited({ title, content }: { title: string; content: string }) {
  return { title: toSingleLine(title), content: normaliseText(content) }
}

export default function EditNovel({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { failure, editor, edit, column } = loaderData
  const page = href("/novels/:id", { id })
  const path = href("/novels/:id/edit", { id })
  if (!edit && !actionData) {
    const isLoggedOut = failure === "login-required"
    return (
      <MessagePage
        title={isLoggedOut ? site.login : shared.readFailed}
        text={isLoggedOut ? text.loggedOutBefore : novelReadFailureText(failure)}
      >
        {isLoggedOut && (
          <Link to={loginPath({ next: path })} className={buttonClass("generate")}>
            {site.login}
          </Link>
        )}
        <Link to={href("/my-novels")} className={buttonClass("plain")}>
          {novelPage.back}
        </Link>
      </MessagePage>
    )
  }
  const typed = (field: string) => typedIn(actionData, field)
  const { held, original } = edit ?? NOTHING
  return (
    <Editor
      id={id}
      page={page}
      draftPath={href("/novels/:id/draft", { id })}
      original={original}
      held={held}
      shown={{ title: typed("title") ?? held.title, content: typed("text") ?? held.content }}
      seen={actionData?.result?.mark ?? typed("seen") ?? edit?.seen ?? ""}
      draft={typed("draft") ?? edit?.draft ?? ""}
      editor={typed("editor") ?? editor}
      keptAt={edit?.keptAt ?? null}
      refusal={
        actionData?.failure
          ? { ...refusalOf(actionData.failure, actionData.waitSeconds), answer: actionData }
          : null
      }
      draftFailureText={(why) => novelChangeFailureText("draft", why as NovelFailure)}
      diff={actionData?.result?.diff ?? null}
      hint={edit?.isBehind ? text.behind : edit?.keptAt ? text.restored : null}
      discarded={
        edit?.discardedAt
          ? { time: recentTime(edit.discardedAt, column.now), path: `${path}?take-back` }
          : null
      }
      column={column && <NovelColumn novel={column} shown="versions" />}
    />
  )
}

const NOTHING = { original: { title: "", content: "" }, held: { title: "", content: "" } }

function refusalOf(failure: NovelFailure, waitSeconds: number | undefined) {
  if (failure === "login-required") return { text: text.loggedOut, isLoggedOut: true }
  const isTooOften = failure === "too-many-attempts"
  const sentence = isTooOften
    ? withWait(novelPage.tooOften, waitSeconds)
    : novelChangeFailureText("edit", failure)
  return { text: sentence, isLoggedOut: false }
}
