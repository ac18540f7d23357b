import { redirect } from "react-router"
import { storyPath } from "#app/domain/paths.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { stopGeneration } from "#app/server/generation/generations.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"

/** Stops a generation, from any tab, and redirects to its text. */
export async function action({ params, request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return refuse("method", { Allow: "POST" })
  const problem = await stopGeneration(params.id, ownerOf(context))
  return problem ? refuse(problem) : redirect(storyPath({ generation: params.id }), 303)
}

export const loader = refuseMethod("POST")
