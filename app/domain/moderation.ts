import type { ContentLevel } from "./content-level.ts"

/** A classifier's result for one text. Scores are its confidence, from 0 to 1. */
export interface ModerationScores {
  /** The classifier's own verdict on sexual content with minors. */
  isAboutMinors: boolean
  minors: number
  sexual: number
  graphic: number
}

/** "minor": banned at every level; "beyond-level": allowed only at a higher level. */
export type ModerationReason = "minor" | "beyond-level"

/** Lower than the classifier's own threshold, because the absolute ban also covers doubtful cases. */
const MINORS_FROM = 0.2

interface ScoreLimits {
  /** Refuse `sexual` and `violence/graphic` of OpenAI's moderation from this score on; null: never. */
  sexual: number | null
  graphic: number | null
}

/**
 * The scores from which on a level refuses a text. OpenAI's scores mean confidence, not severity, and its guide says
 * to recalibrate custom thresholds when the model changes. The numbers are our own choice: they rise to where the
 * model is sure at level 3, so that an embrace at level 2 or a wound in a war story passes.
 */
const SCORE_LIMITS: Record<ContentLevel, ScoreLimits> = {
  1: { sexual: 0.5, graphic: 0.5 },
  2: { sexual: 0.6, graphic: 0.6 },
  3: { sexual: 0.8, graphic: 0.7 },
  4: { sexual: null, graphic: 0.9 },
  5: { sexual: null, graphic: 0.95 },
}

/** Why a level refuses a text with these scores; null if it allows the text. */
export function findModerationReason(scores: ModerationScores, level: ContentLevel): ModerationReason | null {
  if (scores.isAboutMinors || scores.minors >= MINORS_FROM) return "minor"
  const { sexual, graphic } = SCORE_LIMITS[level]
  return reaches(scores.sexual, sexual) || reaches(scores.graphic, graphic) ? "beyond-level" : null
}

function reaches(score: number, limit: number | null): boolean {
  return limit !== null && score >= limit
}
