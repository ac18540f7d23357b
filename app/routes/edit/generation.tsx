import { data, href, redirect } from "react-router"
import { keepEditWhenLost } from "#app/browser/edit-draft.ts"
import { draftFailureText, editFailureText, editor as text } from "#app/copy/editing.ts"
import { withWait } from "#app/copy/limits.ts"
import { memory as memoryText } from "#app/copy/memory.ts"
import { recentTime } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { keptText } from "#app/domain/edits/edition.ts"
import { textEditSchema } from "#app/domain/forms/edit-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { novelTitle } from "#app/domain/generation.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { storyPath } from "#app/domain/paths.ts"
import { joinStory } from "#app/domain/story.ts"
import { normaliseText } from "#app/domain/text.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { generationDraft, storyMark } from "#app/server/drafts/draft-places.server.ts"
import { dropDraft, findDraft, keepDraft } from "#app/server/drafts/kept-drafts.server.ts"
import { editText, findEditable } from "#app/server/generation/edit-text.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { findAccount } from "#app/server/visitor/session.server.ts"
import { isConfirmedAdult, ownerOf, rememberGeneration } from "#app/server/visitor/visitor.server.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import { MemoryList } from "#app/ui/novel/memory-list.tsx"
import type { Route } from "./+types/generation"
import { Editor } from "./editor.tsx"

/** The whole text of an ended generation, or what its author typed over it before. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const found = await findEditable(id, ownerOf(context))
  const editor = crypto.randomUUID()
  if (!found.ok)
    return data({ failure: found.failure, editor, edit: null, column: null }, FAILURE_STATUS[found.failure])
  const { snapshot, memory } = found.value
  const story = snapshot.request
  const content = joinStory(story.existing, snapshot.text)
  const isSignedIn = findAccount(context) !== null
  const kept = isSignedIn ? await findDraft(context, generationDraft(context, id)) : null
  const mark = storyMark(content)
  const draft = kept?.ok && kept.value?.mark !== mark ? kept.value : null
  const takesBack = new URL(request.url).searchParams.has("take-back")
  const shown = draft && (takesBack || !draft.discarded) ? draft : null
  const edit = {
    heading: suggestTitle(novelTitle(snapshot), story.prompt),
    original: content,
    held: shown?.content ?? content,
    seen: isSignedIn ? mark : "",
    draft: (kept?.ok && kept.value?.mark) || "",
    keptAt: shown?.updatedAt ?? null,
    discardedAt: draft && !shown ? draft.updatedAt : null,
    isSignedIn,
  }
  const column = { entries: memory.entries, now: new Date().toISOString() }
  return data({ failure: null, editor, edit, column })
}

/** Keeps the edit as a text of its own, or throws it away, which its author can take back if they are signed in. */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, textEditSchema, FORM_MAX_BYTES)
  const { intent, text: content, seen, draft, editor } = submission.value
  const place = generationDraft(context, id)
  const isSignedIn = findAccount(context) !== null
  // Without its session, an account's text belongs to nobody. Only a page that was opened with one sends a mark.
  const isLoggedOut = Boolean(seen) && !isSignedIn
  const withLogin = <Failed extends { failure: string }>(failed: Failed) =>
    isLoggedOut && failed.failure === "unknown-generation" ? { failure: "login-required" as const } : failed

  if (intent === "discard") {
    const found = await findEditable(id, ownerOf(context))
    if (!found.ok) return refused(submission, withLogin(found))
    const { request: story, text: written } = found.value.snapshot
    const base = storyMark(joinStory(story.existing, written))
    const edit = {
      title: "",
      content,
      base,
      editor: editor || crypto.randomUUID(),
      before: draft,
      discarded: true,
    }
    const isEdited = storyMark(normaliseText(content)) !== base
    const kept = isEdited ? await keepDraft(context, place, edit) : null
    if (!kept?.ok) await dropDraft(context, place, { editor, marks: [draft] })
    if (kept?.ok) await flash(context, "textDiscarded")
    return redirect(storyPath({ generation: id }), 303)
  }
  const typed = { key: editor, text: content }
  const saved = await editText(context, id, typed, await isConfirmedAdult(request))
  if (!saved.ok) return refused(submission, withLogin(saved))
  const text = normaliseText(content)
  await dropDraft(context, place, { editor, marks: [draft, storyMark(text), storyMark(keptText(text))] })
  if (saved.value !== id) {
    await rememberGeneration(context, saved.value)
    await flash(context, "textEdited")
  }
  return redirect(storyPath({ generation: saved.value }), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepEditWhenLost(args.params.id, args)

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: Route.MetaFunction = () => [
  { title: `${text.title} · ${site.name}` },
  { name: "robots", content: "noindex" },
]

export default function EditGeneration({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { failure, editor, edit, column } = loaderData
  if (!edit && !actionData) {
    return (
      <MessagePage title={text.title} text={editFailureText[failure ?? "unknown-generation"]}>
        <HomeLink />
      </MessagePage>
    )
  }
  const typed = (field: string) => typedIn(actionData, field)
  const why = actionData?.failure
  const path = href("/generations/:id/edit", { id })
  const held = edit?.held ?? ""
  return (
    <Editor
      key={id}
      id={id}
      page={storyPath({ generation: id })}
      draftPath={edit?.isSignedIn ? href("/generations/:id/draft", { id }) : null}
      heading={edit?.heading ?? text.title}
      original={{ title: null, content: edit?.original ?? "" }}
      held={{ title: null, content: held }}
      shown={{ title: null, content: typed("text") ?? held }}
      seen={typed("seen") ?? edit?.seen ?? ""}
      draft={typed("draft") ?? edit?.draft ?? ""}
      editor={typed("editor") ?? editor}
      keptAt={edit?.keptAt ?? null}
      refusal={
        why
          ? {
              text: withWait(editFailureText[why], actionData.waitSeconds),
              isLoggedOut: why === "login-required",
              answer: actionData,
            }
          : null
      }
      draftFailureText={(failed) => draftFailureText[failed] ?? ""}
      hint={edit?.keptAt ? text.restored : null}
      discarded={
        edit?.discardedAt
          ? { time: recentTime(edit.discardedAt, column.now), path: `${path}?take-back` }
          : null
      }
      column={
        column && (
          <>
            <h2 className="mb-2 font-semibold">{memoryText.title}</h2>
            <MemoryList entries={column.entries} page={href("/generations/:id/memory", { id })} />
          </>
        )
      }
    />
  )
}
