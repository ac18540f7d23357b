import type { SupabaseClient } from "@supabase/supabase-js"
import type { ContentLevel } from "#app/domain/content-level.ts"
import { findContentProblem, findTitleProblem, type NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { headedText, type Section } from "#app/domain/sections.ts"
import { findModerationProblem } from "#app/server/moderation/moderate.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { refuseTakenDownText } from "./taken-down-text.server.ts"

interface KeptNovel {
  title: string
  content: string
  sections: readonly Section[]
  /** Its stored or submitted level, which its own words may raise. */
  contentLevel: ContentLevel
  isPublic: boolean
}

/** Checks the lengths of a title and a text, which is fast; null if they are valid. */
export function findBoundsProblem(title: string, content: string): NovelFailure | null {
  return findTitleProblem(title) ?? findContentProblem(content)
}

/**
 * Rates a novel of valid length, or refuses it: by the absolute ban over the whole novel, or by the classifier's
 * objection to the `unseen` parts, which it has not checked yet. Refuses a public one that the operator took down, which
 * only the secret key can tell.
 */
export async function rateNovel(
  secret: SupabaseClient<Database> | null,
  { title, content, sections, contentLevel, isPublic }: KeptNovel,
  unseen: string[],
): Promise<Outcome<ContentLevel, NovelFailure>> {
  const titles = [title, ...sections.map((section) => section.title)].join("\n")
  const whole = `${titles}\n${content}`
  // A heading may mean something else with the paragraphs beside it than on its own.
  const headed = sections.length > 0 ? [headedText(content, sections)] : []
  const scanned = await scan({ texts: [whole, ...headed], level: contentLevel, rated: whole })
  if (!scanned) return refusal("scan-busy")
  const { level, banned } = scanned
  const problem = banned?.reason ?? (await findModerationProblem(unseen, { level, isPublic }))
  if (problem) return refusal(problem)
  const allowed = isPublic ? await refuseTakenDownText(secret, content) : success(null)
  return allowed.ok ? success(level) : allowed
}

/** The columns that mark a novel as checked at this level. */
export function reviewed(contentLevel: ContentLevel) {
  return { content_level: contentLevel, reviewed_at: new Date().toISOString() }
}
