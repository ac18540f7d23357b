import { findBannedContent } from "../domain/content-ban.ts"
import { type ContentLevel, isAdultLevel } from "../domain/content-level.ts"
import { type GenerationRequest, storyLevel } from "../domain/generation.ts"
import type { RefusedPlace } from "../domain/generation-request.ts"
import { env } from "./env.server.ts"
import { moderate } from "./moderation/moderate.server.ts"

/** Why a request is not written, with the HTTP status of each. */
export const REFUSAL_STATUS = {
  minor: 422,
  "real-person": 422,
  "beyond-level": 422,
  "level-above-ceiling": 403,
  "adult-unconfirmed": 403,
  "moderation-away": 503,
} as const

export interface Refusal {
  reason: keyof typeof REFUSAL_STATUS
  /** Which part of the request it is about; null where it is about the whole. */
  place: RefusedPlace | null
}

/** How much of an existing text a continuation goes on from. */
const EXISTING_TAIL_CHARS = 1_500

/**
 * The walls in front of the writing engine, for every door to it: the absolute ban over all that
 * the visitor brings, this deployment's ceiling, the age that levels 4 and 5 need, and the classifier.
 * What goes on from an adult text is as adult as that text.
 */
export async function findRefusal(
  request: GenerationRequest,
  visitor: { confirmedAdult: boolean },
): Promise<Refusal | null> {
  const level = storyLevel(request)
  const banned = findBanned(request, level)
  if (banned) return banned
  if (level > env.MAX_CONTENT_LEVEL) return { reason: "level-above-ceiling", place: null }
  if (isAdultLevel(level) && !visitor.confirmedAdult) return { reason: "adult-unconfirmed", place: null }
  return findModerated(request, level)
}

function placesOf({ prompt, direction, reference, existing }: GenerationRequest) {
  return Object.entries({ prompt, direction, reference, existing }) as [RefusedPlace, string][]
}

function findBanned(request: GenerationRequest, level: ContentLevel): Refusal | null {
  const { prompt, direction, reference, existing } = request
  // What is harmless piece by piece may not be together.
  const together = [prompt, direction, reference, existing.slice(-EXISTING_TAIL_CHARS)].join("\n")
  for (const [place, text] of [...placesOf(request), ["together", together] as const]) {
    const reason = findBannedContent(text, { level })
    if (reason) return { reason, place }
  }
  return null
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
