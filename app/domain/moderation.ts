import type { ContentLevel } from "./content-level.ts"

/** What a classifier says of one text; scores are its confidence, from 0 to 1. */
export interface ModerationScores {
  /** The classifier's own word on sexual content with minors. */
  isAboutMinors: boolean
  minors: number
  sexual: number
  graphic: number
}

/** "minor": banned at every level; "beyond-level": not at this one. */
export type ModerationReason = "minor" | "beyond-level"

/** Below the classifier's own mark: what is banned absolutely is banned in doubt. */
const MINORS_FROM = 0.2

interface ScoreLimits {
  /** `sexual` and `violence/graphic` of OpenAI's moderation, from this score on; null: never. */
  sexual: number | null
  graphic: number | null
}

/**
 * From which score on a level does not have it. The scale is OpenAI's (confidence, not severity; its guide says
 * that limits of one's own need calibrating again when the model changes), the numbers are this project's own: by
 * level 3 they stand where the model is sure, so that an embrace at level 2 or a wound in a war story passes.
 */
const SCORE_LIMITS: Record<ContentLevel, ScoreLimits> = {
  1: { sexual: 0.5, graphic: 0.5 },
  2: { sexual: 0.6, graphic: 0.6 },
  3: { sexual: 0.8, graphic: 0.7 },
  4: { sexual: null, graphic: 0.9 },
  5: { sexual: null, graphic: 0.95 },
}

/** Why a text with these scores is not for this level; null where it is. */
export function findModerationReason(scores: ModerationScores, level: ContentLevel): ModerationReason | null {
  if (scores.isAboutMinors || scores.minors >= MINORS_FROM) return "minor"
  const { sexual, graphic } = SCORE_LIMITS[level]
  return reaches(scores.sexual, sexual) || reaches(scores.graphic, graphic) ? "beyond-level" : null
}

function reaches(score: number, limit: number | null): boolean {
  return limit !== null && score >= limit
}
