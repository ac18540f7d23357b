import { type ContentLevel, isAdultLevel } from "#app/domain/content-level.ts"
import { findModerationReason, type ModerationReason } from "#app/domain/moderation.ts"
import { env } from "#app/server/config/env.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { createClassifier } from "./classifier.server.ts"

const classifier = env.moderation && createClassifier(env.moderation)

/** One that did not answer is left alone for this long by all who can go on without it. */
const AWAY_MS = 5_000
let awayUntil = 0

export type ModerationProblem = ModerationReason | "moderation-away"

export interface Moderated {
  level: ContentLevel
  /** For others to read: then nothing passes unseen. */
  isPublic?: boolean
}

/** Whether a classifier looks at texts besides the rules. */
export const hasClassifier = classifier !== null

/**
 * What the classifier has against each text; null where it has nothing. While it cannot be reached, levels 4-5
 * and what is published are "moderation-away", and all else is left to the rules. Never fails.
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

/** The first thing that the classifier has against any of them. */
export async function findModerationProblem(
  texts: string[],
  moderated: Moderated,
): Promise<ModerationProblem | null> {
  const problems = await moderate(texts.filter(Boolean), moderated)
  return problems.find((problem) => problem !== null) ?? null
}
