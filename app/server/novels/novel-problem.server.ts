import { findBannedContent } from "../../domain/content-ban.ts"
import type { ContentLevel } from "../../domain/content-level.ts"
import { findContentProblem, findTitleProblem } from "../../domain/novel.ts"

/** Why a novel is not kept as it is: its bounds, and the ban that holds whatever its level. */
export function findNovelProblem(novel: { title: string; content: string; contentLevel: ContentLevel }) {
  const { title, content, contentLevel: level } = novel
  return (
    findTitleProblem(title) ??
    findContentProblem(content) ??
    findBannedContent(`${title}\n${content}`, { level })
  )
}

/** What is written with a novel that was looked at: its level, and that it was. */
export function reviewed(contentLevel: ContentLevel) {
  return { content_level: contentLevel, reviewed_at: new Date().toISOString() }
}
