import type { ContentLevel } from "#app/domain/content-level.ts"
import type { Refusal } from "#app/domain/generation-request.ts"
import { env } from "#app/server/config/env.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import { findModerationProblem } from "./moderate.server.ts"

interface Around {
  /** The level of the story. */
  level: ContentLevel
  /** All that the engine reads together with the line, without it and with it. */
  before: string
  after: string
}

/**
 * Checks a line that an author adds to what the engine reads beside the story, as a request's own texts are checked:
 * the absolute ban over the line, and over everything with it unless that breaks the ban without it; this deployment's
 * highest level; the classifier. Null if it may stand.
 */
export async function findLineProblem(
  line: string,
  { level, before, after }: Around,
): Promise<Refusal["reason"] | null> {
  if (level > env.MAX_CONTENT_LEVEL) return "level-above-ceiling"
  const scanned = await scan({ texts: [line, after], level, rated: null })
  if (!scanned) return "scan-busy"
  const { banned } = scanned
  if (banned?.index === 0) return banned.reason
  if (banned) {
    const stood = await scan({ texts: [before], level, rated: null })
    if (!stood) return "scan-busy"
    if (!stood.banned) return banned.reason
  }
  return findModerationProblem([line], { level })
}
