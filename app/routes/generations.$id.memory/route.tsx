import { data, href } from "react-router"
import { keepFormWhenLost } from "#app/browser/keep-form-when-lost.ts"
import { memoryReadFailureText, memory as text } from "#app/copy/memory.ts"
import { site } from "#app/copy/site.ts"
import { storyPath } from "#app/domain/paths.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { answerMemoryForm } from "#app/routes/memory/memory-form.server.ts"
import { MemoryScreen, UnreadMemory } from "#app/routes/memory/memory-screen.tsx"
import { generationMemory } from "#app/server/story-memory/memory-places.server.ts"
import { memoryView } from "#app/server/story-memory/memory-view.server.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { HomeLink } from "#app/ui/home-link.tsx"
import type { Route } from "./+types/route"

/** What the engine remembers of a generation, for its owner to change. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await generationMemory(context, params.id).find()
  const isLoggedOut = !findSignedIn(context).ok
  if (!found.ok)
    return data({ failure: found.failure, isLoggedOut, view: null, newId: "" }, FAILURE_STATUS[found.failure])
  return data({ failure: null, isLoggedOut, view: memoryView(found.value), newId: crypto.randomUUID() })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  return await answerMemoryForm(request, context, generationMemory(context, params.id))
}

export const clientAction = (args: Route.ClientActionArgs) => keepFormWhenLost(args)

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const meta: Route.MetaFunction = () => [{ title: `${text.title} · ${site.name}` }]

export default function GenerationMemory({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { view, failure, newId, isLoggedOut } = loaderData
  const page = href("/generations/:id/memory", { id })
  if (!view) {
    return (
      <UnreadMemory
        answered={actionData}
        failure={memoryReadFailureText[failure]}
        page={page}
        isLoggedOut={isLoggedOut && failure === "unknown-generation"}
      >
        <HomeLink />
      </UnreadMemory>
    )
  }
  return (
    <MemoryScreen
      view={view}
      newId={newId}
      answered={actionData}
      page={page}
      shown={{ generation: id }}
      back={storyPath({ generation: id })}
    />
  )
}
