import { data, redirect } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { editFailureText, editing } from "#app/copy/editing.ts"
import { withWait } from "#app/copy/limits.ts"
import { site } from "#app/copy/site.ts"
import { textEditSchema } from "#app/domain/forms/edit-forms.ts"
import { typedIn } from "#app/domain/forms/form-answer.ts"
import { type GenerationSnapshot, hasEnded, novelTitle } from "#app/domain/generation.ts"
import { FORM_MAX_BYTES } from "#app/domain/limits.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { storyPath } from "#app/domain/paths.ts"
import { joinStory } from "#app/domain/story.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { type EditFailure, editText } from "#app/server/generation/edit-text.server.ts"
import { findSnapshot } from "#app/server/generation/generations.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { isConfirmedAdult, ownerOf, rememberGeneration } from "#app/server/visitor/visitor.server.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"
import { TextEditor } from "./text-editor.tsx"

/** The whole text of an ended generation, for its author to edit. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const found = await findSnapshot(id, ownerOf(context))
  if (typeof found === "string") return refuseEditing(found)
  const failure = uneditable(found)
  if (failure) return refuseEditing(failure)
  const { request, text } = found
  const title = suggestTitle(novelTitle(found), request.prompt)
  const story = { title, text: joinStory(request.existing, text) }
  return data({ failure: null, story, formKey: crypto.randomUUID() })
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, textEditSchema, FORM_MAX_BYTES)
  const kept = await editText(context, id, submission.value, await isConfirmedAdult(request))
  if (!kept.ok) return refused(submission, kept)
  if (kept.value !== id) {
    await rememberGeneration(context, kept.value)
    await flash(context, "textEdited")
  }
  return redirect(storyPath({ generation: kept.value }), 303)
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: Route.MetaFunction = () => [
  { title: `${editing.title} · ${site.name}` },
  { name: "robots", content: "noindex" },
]

function refuseEditing(failure: EditFailure) {
  return data({ failure, story: null, formKey: "" }, FAILURE_STATUS[failure])
}

/** Why there is no text to edit; null if there is. */
function uneditable({ status, request, text }: GenerationSnapshot): EditFailure | null {
  if (request.paragraph || text === "") return "unknown-generation"
  return hasEnded(status) ? null : "still-writing"
}

export default function EditGeneration({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { story, failure, formKey } = loaderData
  if (!story) {
    return (
      <MessagePage title={editing.title} text={editFailureText[failure ?? "unknown-generation"]}>
        <HomeLink />
      </MessagePage>
    )
  }
  const why = actionData?.failure
  return (
    <TextEditor
      key={id}
      title={story.title}
      held={story.text}
      shown={typedIn(actionData, "text") ?? story.text}
      draftName={`edit:${id}`}
      back={storyPath({ generation: id })}
      problem={why && withWait(editFailureText[why], actionData.waitSeconds)}
    >
      <input type="hidden" name="key" value={typedIn(actionData, "key") ?? formKey} />
    </TextEditor>
  )
}
