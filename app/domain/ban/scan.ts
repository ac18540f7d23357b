import { type ContentLevel, highestLevel } from "#app/domain/content-level.ts"
import { type BanReason, findBannedContent } from "./ban.ts"
import { rateText } from "./rating.ts"

/** What is to be found out about texts that belong together. */
export interface Scan {
  /** Looked at one by one, in this order. */
  texts: string[]
  /** What their writer says of them: they are never rated lower. */
  level: ContentLevel
  /** A text whose own words may raise that level; null where they are known not to. */
  rated: string | null
}

export interface Scanned {
  /** What the rated text's own words need; the lowest level where there is none. */
  ratedLevel: ContentLevel
  /** The higher of what was said and that. */
  level: ContentLevel
  /** The first of the texts that breaks the ban at that level. */
  banned: { index: number; reason: BanReason } | null
}

/** Rates what is to be rated and looks for banned content. Linear, but slow: see scan.server.ts for long texts. */
export function scanTexts({ texts, level: stated, rated }: Scan): Scanned {
  const ratedLevel = rated ? rateText(rated) : highestLevel()
  const level = highestLevel(stated, ratedLevel)
  for (const [index, text] of texts.entries()) {
    const reason = findBannedContent(text, { level })
    if (reason) return { ratedLevel, level, banned: { index, reason } }
  }
  return { ratedLevel, level, banned: null }
}
