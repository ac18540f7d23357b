import { type ContentLevel, highestLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { type GenerationRequest, storyLevel } from "#app/domain/generation.ts"
import type { RefusedPlace } from "#app/domain/generation-request.ts"
import { env } from "#app/server/config/env.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import { moderate } from "./moderate.server.ts"

/** Why a request is not written. */
export interface Refusal {
  reason:
    | "minor"
    | "real-person"
    | "beyond-level"
    | "level-above-ceiling"
    | "adult-unconfirmed"
    | "moderation-away"
    | "scan-busy"
  /** Which part of the request it is about; null where it is about the whole. */
  place: RefusedPlace | null
}

/** How much of an existing text a continuation goes on from. */
const EXISTING_TAIL_CHARS = 1_500

export interface Visit {
  confirmedAdult: boolean
  /** The existing text is the engine's own, and its level is known. Else it may be more than its form says. */
  existingIsOurs: boolean
}

export type Admission = { ok: true; request: GenerationRequest } | { ok: false; refusal: Refusal }

/**
 * The walls in front of the writing engine, for every door to it: the absolute ban over all that
 * the visitor brings, this deployment's ceiling, the age that levels 4 and 5 need, and the classifier.
 * What goes on from an adult text is as adult as that text. The request is admitted with that level.
 */
export async function admit(request: GenerationRequest, visit: Visit): Promise<Admission> {
  const places = placesOf(request)
  const scanned = await scan({
    texts: [...places.map(([, text]) => text), together(request)],
    level: storyLevel(request),
    rated: visit.existingIsOurs ? null : request.existing,
  })
  if (!scanned) return refused("scan-busy", null)
  const { ratedLevel, level, banned } = scanned
  if (banned) return refused(banned.reason, places[banned.index]?.[0] ?? "together")
  if (level > env.MAX_CONTENT_LEVEL) return refused("level-above-ceiling", null)
  if (isAdultLevel(level) && !visit.confirmedAdult) return refused("adult-unconfirmed", null)
  const refusal = await findModerated(request, level)
  if (refusal) return { ok: false, refusal }
  const existingLevel = highestLevel(request.existingLevel, ratedLevel)
  return { ok: true, request: { ...request, existingLevel } }
}

function refused(reason: Refusal["reason"], place: Refusal["place"]): Admission {
  return { ok: false, refusal: { reason, place } }
}

function placesOf({ prompt, direction, reference, existing }: GenerationRequest) {
  return Object.entries({ prompt, direction, reference, existing }) as [RefusedPlace, string][]
}

/** What is harmless piece by piece may not be together. */
function together({ prompt, direction, reference, existing }: GenerationRequest): string {
  return [prompt, direction, reference, existing.slice(-EXISTING_TAIL_CHARS)].join("\n")
}

async function findModerated(request: GenerationRequest, level: ContentLevel): Promise<Refusal | null> {
  const places = placesOf(request).filter(([, text]) => text !== "")
  const problems = await moderate(
    places.map(([, text]) => text),
    { level },
  )
  const index = problems.findIndex((problem) => problem !== null)
  const reason = problems[index]
  if (!reason) return null
  return { reason, place: reason === "moderation-away" ? null : (places[index]?.[0] ?? null) }
}
