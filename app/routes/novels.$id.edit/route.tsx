import { data, href, Link, redirect } from "react-router"
import { forgetEdit } from "#app/browser/edit-draft.ts"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { novelPage, novelReadFailureText, shared, novelEditor as text } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { novelEditSchema } from "#app/domain/forms/novel-forms.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { loginPath } from "#app/domain/paths.ts"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { readNovelColumn } from "#app/routes/novel-column.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { editNovel } from "#app/server/novels/change-novel.server.ts"
import { findOwnNovel } from "#app/server/novels/find-novel.server.ts"
import { dropDraft, findDraft, keepDraft } from "#app/server/novels/novel-drafts.server.ts"
import { novelMark } from "#app/server/novels/novel-mark.server.ts"
import { compareInThread } from "#app/server/scan/scan.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"
import { Editor } from "./editor.tsx"

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

/** A novel's text to edit, or what was typed over it before. Redirects nobody: a refused form shows what was typed. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const found = await findOwnNovel(context, id)
  const editor = crypto.randomUUID()
  if (!found.ok)
    return data({ failure: found.failure, editor, edit: null, column: null }, FAILURE_STATUS[found.failure])
  const novel = found.value
  const [kept, column] = await Promise.all([findDraft(context, id), readNovelColumn(context, novel)])
  const mark = novelMark(novel)
  const draft = kept.ok && kept.value?.mark !== mark ? kept.value : null
  const takesBack = new URL(request.url).searchParams.has("take-back")
  const shown = draft && (takesBack || !draft.discarded) ? draft : null
  const { title, content } = shown ?? novel
  const edit = {
    title,
    content,
    seen: shown?.base ?? mark,
    draft: (kept.ok && kept.value?.mark) || "",
    isRestored: shown !== null,
    isBehind: shown !== null && shown.base !== mark,
  }
  return data({ failure: null, editor, edit, column })
}

/** Saves the edit, or throws it away in a way that can be taken back. */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, novelEditSchema, FORM_MAX_BYTES)
  const { intent, title, text: content, seen, draft, editor } = submission.value
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
    const kept = isEdited ? await keepDraft(context, id, edit) : null
    if (!kept?.ok) await dropDraft(context, id, { editor, marks: [draft] })
    if (kept?.ok) await flash(context, "editDiscarded")
    return redirect(href("/novels/:id", { id }), 303)
  }
  const saved = await editNovel(context, id, content, { title, seen })
  if (!saved.ok) {
    const result = saved.failure === "novel-changed" ? await standing(context, id, content) : null
    return refused(submission, saved, { result })
  }
  await dropDraft(context, id, {
    editor,
    marks: [draft, novelMark(edited({ title: title ?? "", content }))],
  })
  await flash(context, "novelEdited")
  return redirect(href("/novels/:id", { id }), 303)
}

export async function clientAction(args: Route.ClientActionArgs) {
  try {
    return await keepFormWhenLost(args)
  } catch (answer) {
    // The edit is saved or thrown away.
    if (answer instanceof Response && answer.status < 400) forgetEdit(args.params.id)
    throw answer
  }
}

type Standing = Awaited<ReturnType<typeof standing>>

/** The novel as it stands by now, and what the edit has apart from it. */
async function standing(context: Route.ActionArgs["context"], id: string, content: string) {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return null
  const diff = await compareInThread(found.value.content, normaliseText(content))
  return { mark: novelMark(found.value), title: found.value.title, diff }
}

function edited({ title, content }: { title: string; content: string }) {
  return { title: toSingleLine(title), content: normaliseText(content) }
}

export default function EditNovel({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { failure, editor, edit, column } = loaderData
  if (!edit && !actionData) {
    const isLoggedOut = failure === "login-required"
    return (
      <MessagePage
        title={isLoggedOut ? site.login : shared.readFailed}
        text={isLoggedOut ? text.loggedOutBefore : novelReadFailureText(failure)}
      >
        {isLoggedOut && (
          <Link
            to={loginPath({ next: href("/novels/:id/edit", { id }) })}
            className={buttonClass("generate")}
          >
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
  const standing = actionData?.result
  return (
    <Editor
      id={id}
      held={{ title: edit?.title ?? "", content: edit?.content ?? "" }}
      shown={{ title: typed("title") ?? edit?.title ?? "", content: typed("text") ?? edit?.content ?? "" }}
      seen={standing?.mark ?? typed("seen") ?? edit?.seen ?? ""}
      draft={typed("draft") ?? edit?.draft ?? ""}
      editor={typed("editor") ?? editor}
      refusal={actionData?.failure ? { ...actionData, failure: actionData.failure } : null}
      standing={standing ?? null}
      hint={edit?.isBehind ? text.behind : edit?.isRestored ? text.restored : null}
      column={column}
    />
  )
}
