import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { findModerationReason, type ModerationReason } from "#app/domain/moderation.ts"
import { env } from "#app/server/config/env.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { createClassifier } from "./classifier.server.ts"

const classifier = env.moderation && createClassifier(env.moderation)

/** After a failure, checks that can do without the classifier skip it for this long. */
const AWAY_MS = 5_000
let awayUntil = 0

export type ModerationProblem = ModerationReason | "moderation-away"

export interface Moderated {
  level: ContentLevel
  /** Others will read the text, so it must not pass unchecked. */
  isPublic?: boolean
}

/** Whether a classifier checks texts in addition to our own rules. */
export const hasClassifier = classifier !== null

/**
 * The classifier's objection to each text; null if it has none. While the classifier is unreachable, texts of
 * levels 4-5 and public texts get "moderation-away"; all others pass, with our own rules alone. Never throws.
 */
export async function moderate(
  texts: string[],
  { level, isPublic = false }: Moderated,
): Promise<(ModerationProblem | null)[]> {
  const failsClosed = isPublic || isAdultLevel(level)
  if (!classifier || (!failsClosed && Date.now() < awayUntil)) return texts.map(() => null)
  try {
    const scores = await classifier.classify(texts)
    return scores.map((score) => findModerationReason(score, level))
  } catch (error) {
    awayUntil = Date.now() + AWAY_MS
    log("error", "the classifier did not answer", { error: describeError(error) })
    return texts.map(() => (failsClosed ? "moderation-away" : null))
  }
}

/** The classifier's first objection to any of the texts; null if it has none. */
export async function findModerationProblem(
  texts: string[],
  moderated: Moderated,
): Promise<ModerationProblem | null> {
  const problems = await moderate(texts.filter(Boolean), moderated)
  return problems.find((problem) => problem !== null) ?? null
}
