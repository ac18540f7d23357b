import { findBannedContent } from "../../domain/content-ban.ts"
import type { ContentLevel } from "../../domain/content-level.ts"
import { findContentProblem, findTitleProblem, type NovelFailure } from "../../domain/novel.ts"
import { findModerationProblem } from "../moderation/moderate.server.ts"

interface KeptNovel {
  title: string
  content: string
  contentLevel: ContentLevel
  isPublic: boolean
}

/**
 * Why a novel is not kept as it is: its bounds, the ban that holds whatever its level, and what the classifier
 * has against the parts that are new to it.
 */
export async function findNovelProblem(
  { title, content, contentLevel: level, isPublic }: KeptNovel,
  unseen: string[],
): Promise<NovelFailure | null> {
  return (
    findTitleProblem(title) ??
    findContentProblem(content) ??
    findBannedContent(`${title}\n${content}`, { level }) ??
    findModerationProblem(unseen, { level, isPublic })
  )
}

/** What is written with a novel that was looked at: its level, and that it was. */
export function reviewed(contentLevel: ContentLevel) {
  return { content_level: contentLevel, reviewed_at: new Date().toISOString() }
}
