import { redirect } from "react-router"
import { hasEnded } from "#app/domain/generation.ts"
import { rewriteSchema } from "#app/domain/generation-request.ts"
import { writingPath } from "#app/domain/paths.ts"
import { refuse, refuseMethod } from "#app/routes/refuse.server.ts"
import { findNovelOf } from "#app/routes/saved-novel.server.ts"
import { takeFields } from "#app/routes/take-form.server.ts"
import { findRemembered, startGeneration } from "#app/server/generation/generations.server.ts"
import { flash } from "#app/server/visitor/flash.server.ts"
import { isConfirmedAdult, ownerOf, rememberGeneration } from "#app/server/visitor/visitor.server.ts"
import type { Route } from "./+types/route"

/** Starts a new version of the last part, and keeps the former one to return to, unless it is empty. */
export async function action({ params: { id }, request, context }: Route.ActionArgs) {
  const { value } = await takeFields(request, rewriteSchema)
  const remembered = await findRemembered(id, ownerOf(context))
  if (typeof remembered === "string") return refuse(remembered)
  const { snapshot: found, memoryBefore, approved } = remembered
  if (!hasEnded(found.status)) return goTo(id, found.request.existing)

  const { edits: _, ...asked } = found.request
  const rewriting = {
    ...asked,
    novel: await findNovelOf(context, found),
    rewrites: found.text === "" ? asked.rewrites : id,
    version: (asked.version ?? 0) + (found.text === "" ? 0 : 1),
  }
  const started = await startGeneration(context, value.key, rewriting, {
    confirmedAdult: await isConfirmedAdult(request),
    existingIsOurs: true,
    memory: memoryBefore,
    // What came to nothing is tried again by the outline that its author has approved.
    plan: found.text === "" ? approved : null,
  })
  if (!started.ok) {
    await flash(context, LIMIT_NOTICE[started.failure])
    return goTo(id, found.request.existing)
  }
  await rememberGeneration(context, started.value)
  return goTo(started.value, found.request.existing)
}

const LIMIT_NOTICE = {
  refused: "rewriteRefused",
  "too-many-attempts": "rewriteTooOften",
  "too-many-running": "rewriteTooMany",
} as const

export const loader = refuseMethod("POST")

function goTo(id: string, existing: string) {
  return redirect(writingPath(id, existing), 303)
}
