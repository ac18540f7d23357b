import { findBannedContent } from "../domain/content-ban.ts"
import { isAdultLevel } from "../domain/content-level.ts"
import type { GenerationRequest } from "../domain/generation.ts"
import { env } from "./env.server.ts"

/** Why a request is not written, with the HTTP status of each. */
export const REFUSAL_STATUS = {
  minor: 422,
  "real-person": 422,
  "level-above-ceiling": 403,
  "adult-unconfirmed": 403,
} as const
export type Refusal = keyof typeof REFUSAL_STATUS

/** How much of an existing text a continuation goes on from. */
const EXISTING_TAIL_CHARS = 1_500

/**
 * The walls in front of the writing engine, for every door to it: the absolute ban over all that
 * the visitor brings, this deployment's ceiling, and the age that levels 4 and 5 need.
 */
export function findRefusal(
  request: GenerationRequest,
  visitor: { confirmedAdult: boolean },
): Refusal | null {
  const { prompt, direction, reference, existing, contentLevel: level } = request
  // What is harmless piece by piece may not be together.
  const together = [prompt, direction, reference, existing.slice(-EXISTING_TAIL_CHARS)].join("\n")
  for (const text of [prompt, direction, reference, existing, together]) {
    const reason = findBannedContent(text, { level })
    if (reason) return reason
  }
  if (level > env.MAX_CONTENT_LEVEL) return "level-above-ceiling"
  if (isAdultLevel(level) && !visitor.confirmedAdult) return "adult-unconfirmed"
  return null
}
