import { data, redirect } from "react-router"
import { keepOwnFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { paragraphs as copy, paragraphProblem } from "#app/copy/editing.ts"
import { site } from "#app/copy/site.ts"
import { paragraphSchema } from "#app/domain/forms/edit-forms.ts"
import { hasEnded, novelTitle } from "#app/domain/generation.ts"
import { suggestTitle } from "#app/domain/novel-title.ts"
import { paragraphsPath, placeOfNew, placeOfWriting } from "#app/domain/paths.ts"
import { storySections } from "#app/domain/sections.ts"
import { joinStory } from "#app/domain/story.ts"
import { refused } from "#app/routes/answer-form.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { paragraphsPart } from "#app/routes/paragraphs/paragraphs-part.ts"
import { ParagraphsScreen } from "#app/routes/paragraphs/paragraphs-screen.tsx"
import { takeFields } from "#app/routes/take-form.server.ts"
import { findSnapshot } from "#app/server/generation/generations.server.ts"
import { type RewriteFailure, rewriteOne } from "#app/server/generation/rewrite-one.server.ts"
import { isConfirmedAdult, ownerOf, rememberGeneration } from "#app/server/visitor/visitor.server.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import { MessagePage } from "#app/ui/message-page.tsx"
import type { Route } from "./+types/route"

/** The paragraphs of an ended generation, and the one that is being written anew. */
export async function loader({ params: { id }, request, context }: Route.LoaderArgs) {
  const owner = ownerOf(context)
  const found = await findSnapshot(id, owner)
  if (typeof found === "string") return refuseRewriting(found)
  if (found.request.paragraph || found.text === "") return refuseRewriting("unknown-generation")
  if (!hasEnded(found.status)) return refuseRewriting("still-writing")

  const { searchParams } = new URL(request.url)
  const asked = await findSnapshot(searchParams.get("writing") ?? "", owner)
  const writing = typeof asked !== "string" && asked.request.paragraph?.of === id ? asked : null
  const text = joinStory(found.request.existing, found.text)
  if (writing?.status === "done") throw redirect(placeOfNew(writing))
  const at = searchParams.get("changed") ?? ""
  const changed = /^\d{1,9}$/.test(at) ? Number(at) : null
  if (changed !== null) await rememberGeneration(context, id)
  const story = {
    title: suggestTitle(novelTitle(found), found.request.prompt),
    demo: found.request.demo,
    ...paragraphsPart(text, storySections(found), searchParams, writing),
  }
  const former = found.request.edits ? { generation: found.request.edits } : null
  return data({ failure: null, story, writing, changed, former, formKey: crypto.randomUUID() })
}

export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const submission = await takeFields(request, paragraphSchema)
  const started = await rewriteOne(context, id, submission.value, await isConfirmedAdult(request))
  if (!started.ok) return refused(submission, started)
  const written = await findSnapshot(started.value, ownerOf(context))
  const order = typeof written === "string" ? undefined : written.request.paragraph
  const shown = { generation: id }
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

function refuseRewriting(failure: RewriteFailure) {
  const nothing = { story: null, writing: null, changed: null, former: null, formKey: "" }
  return data({ failure, ...nothing }, FAILURE_STATUS[failure])
}

export default function Paragraphs({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { story, failure, ...page } = loaderData
  if (!story) {
    return (
      <MessagePage title={copy.title} text={paragraphProblem(failure ?? "unknown-generation", undefined)}>
        <HomeLink />
      </MessagePage>
    )
  }
  return <ParagraphsScreen key={id} shown={{ generation: id }} story={story} answer={actionData} {...page} />
}
