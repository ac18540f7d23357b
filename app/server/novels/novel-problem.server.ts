import type { ContentLevel } from "#app/domain/content-level.ts"
import { findContentProblem, findTitleProblem, type NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { findModerationProblem } from "#app/server/moderation/moderate.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"

interface KeptNovel {
  title: string
  content: string
  /** What it was kept or sent as: its words may make it more. */
  contentLevel: ContentLevel
  isPublic: boolean
}

/** What is wrong with a novel's bounds; to be asked before anything that takes long. */
export function findBoundsProblem(title: string, content: string): NovelFailure | null {
  return findTitleProblem(title) ?? findContentProblem(content)
}

/**
 * The level of a novel within its bounds, or why it is not kept as it is: the ban that holds whatever its level,
 * and what the classifier has against the parts that are new to it.
 */
export async function rateNovel(
  { title, content, contentLevel, isPublic }: KeptNovel,
  unseen: string[],
): Promise<Outcome<ContentLevel, NovelFailure>> {
  const whole = `${title}\n${content}`
  const scanned = await scan({ texts: [whole], level: contentLevel, rated: whole })
  if (!scanned) return refusal("scan-busy")
  const { level, banned } = scanned
  const problem = banned?.reason ?? (await findModerationProblem(unseen, { level, isPublic }))
  return problem ? refusal(problem) : success(level)
}

/** What is written with a novel that was looked at: its level, and that it was. */
export function reviewed(contentLevel: ContentLevel) {
  return { content_level: contentLevel, reviewed_at: new Date().toISOString() }
}
