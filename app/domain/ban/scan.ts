import { type ContentLevel, highestLevel } from "#app/domain/content-level.ts"
import { type BanReason, findBannedContent } from "./ban.ts"
import { rateText } from "./rating.ts"

/** Texts that belong together, and the level to judge them at. */
export interface Scan {
  /** Checked one by one, in this order. */
  texts: string[]
  /** The level that their author states; the result is never lower. */
  level: ContentLevel
  /** A text whose own words may raise that level; null if nothing needs rating. */
  rated: string | null
}

export interface Scanned {
  /** The level that the rated text's own words need; the lowest if there is no such text. */
  ratedLevel: ContentLevel
  /** The higher of the stated and the rated level. */
  level: ContentLevel
  /** The first text that breaks the ban at that level; null if none does. */
  banned: { index: number; reason: BanReason } | null
}

/** Rates `rated`, then looks for banned content in `texts`. Linear but slow: scan.server.ts runs it for long texts. */
export function scanTexts({ texts, level: stated, rated }: Scan): Scanned {
  const ratedLevel = rated ? rateText(rated) : highestLevel()
  const level = highestLevel(stated, ratedLevel)
  for (const [index, text] of texts.entries()) {
    const reason = findBannedContent(text, { level })
    if (reason) return { ratedLevel, level, banned: { index, reason } }
  }
  return { ratedLevel, level, banned: null }
}
