import { data, href, Link } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { memoryReadFailureText, memory as text } from "#app/copy/memory.ts"
import { novelPage } from "#app/copy/novels.ts"
import { site } from "#app/copy/site.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { answerMemoryForm } from "#app/routes/memory/memory-form.server.ts"
import { MemoryScreen, UnreadMemory } from "#app/routes/memory/memory-screen.tsx"
import { novelMemory } from "#app/server/story-memory/memory-places.server.ts"
import { memoryView } from "#app/server/story-memory/memory-view.server.ts"
import { buttonClass } from "#app/ui/button.tsx"
import type { Route } from "./+types/route"

/** What the engine remembers of a saved novel, for its author to change. Redirects nobody: a refused form shows what was typed. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await novelMemory(context, params.id).find()
  if (!found.ok) return data({ failure: found.failure, view: null, newId: "" }, FAILURE_STATUS[found.failure])
  return data({ failure: null, view: memoryView(found.value), newId: crypto.randomUUID() })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return await answerMemoryForm(request, context, novelMemory(context, params.id))
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export default function NovelMemory({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { view, failure, newId } = loaderData
  const page = href("/novels/:id/memory", { id })
  if (!view) {
    return (
      <UnreadMemory
        answered={actionData}
        failure={memoryReadFailureText[failure]}
        page={page}
        isLoggedOut={failure === "login-required"}
      >
        <Link to={href("/my-novels")} className={`${buttonClass("plain")} self-start`}>
          {novelPage.back}
        </Link>
      </UnreadMemory>
    )
  }
  return (
    <MemoryScreen
      view={view}
      newId={newId}
      answered={actionData}
      page={page}
      shown={{ novel: id }}
      back={href("/novels/:id", { id })}
    />
  )
}
