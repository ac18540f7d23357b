import { type ContentLevel, highestLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { type GenerationRequest, storyLevel } from "#app/domain/generation.ts"
import type { Refusal, RefusedPlace } from "#app/domain/generation-request.ts"
import { lastCharacters } from "#app/domain/text.ts"
import { env } from "#app/server/config/env.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import { moderate } from "./moderate.server.ts"

const EXISTING_TAIL_CHARS = 1_500

export interface Visit {
  confirmedAdult: boolean
  /** Our engine wrote the existing text, so its level is known. Otherwise the form may state it too low. */
  existingIsOurs: boolean
}

export type Admission = { ok: true; request: GenerationRequest } | { ok: false; refusal: Refusal }

/**
 * Checks a request before the engine may write it, for pages and API alike: the absolute ban over all of its texts,
 * this deployment's highest level, the confirmed age for levels 4 and 5, and the classifier. A continuation has at
 * least the level of its existing text, so an admitted request carries that text's rated level.
 */
export async function admit(request: GenerationRequest, visit: Visit): Promise<Admission> {
  const parts = partsOf(request)
  const scanned = await scan({
    texts: [...parts.map(([, text]) => text), together(request)],
    level: storyLevel(request),
    rated: visit.existingIsOurs ? null : existingOf(request),
  })
  if (!scanned) return refused("scan-busy", null)
  const { ratedLevel, level, banned } = scanned
  if (banned) return refused(banned.reason, parts[banned.index]?.[0] ?? "together")
  if (level > env.MAX_CONTENT_LEVEL) return refused("level-above-ceiling", null)
  if (isAdultLevel(level) && !visit.confirmedAdult) return refused("adult-unconfirmed", null)
  const refusal = await findModerated(request, level)
  if (refusal) return { ok: false, refusal }
  const existingLevel = highestLevel(request.existingLevel, ratedLevel)
  return { ok: true, request: { ...request, existingLevel } }
}

/** The end of an existing text, 1,500 code points, beside which what continues it is checked. */
export function endOfExisting(existing: string): string {
  return lastCharacters(existing, EXISTING_TAIL_CHARS)
}

function refused(reason: Refusal["reason"], place: Refusal["place"]): Admission {
  return { ok: false, refusal: { reason, place } }
}

/** What the request consists of, without what it lacks. */
function partsOf(request: GenerationRequest) {
  const { prompt, direction, reference, sections } = request
  const headed = [...sections.map(({ title }) => title), existingOf(request)].join("\n")
  const parts = Object.entries({ prompt, direction, reference, existing: headed }) as [RefusedPlace, string][]
  return parts.filter(([, text]) => text !== "")
}

/** All parts as one text: parts that are harmless alone may be banned together. */
function together(request: GenerationRequest): string {
  const { prompt, direction, reference } = request
  return [prompt, direction, reference, endOfExisting(existingOf(request))].join("\n")
}

/** What stands already, with all that a paragraph's model is shown: whoever saves a novel may write anything into it. */
function existingOf({ existing, paragraph }: GenerationRequest): string {
  return paragraph ? [paragraph.recall, existing, paragraph.text, paragraph.after].join("\n") : existing
}

async function findModerated(request: GenerationRequest, level: ContentLevel): Promise<Refusal | null> {
  const parts = partsOf(request)
  const problems = await moderate(
    parts.map(([, text]) => text),
    { level },
  )
  const index = problems.findIndex((problem) => problem !== null)
  const reason = problems[index]
  if (!reason) return null
  return { reason, place: reason === "moderation-away" ? null : (parts[index]?.[0] ?? null) }
}
