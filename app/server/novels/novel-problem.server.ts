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
