import { z } from "zod"
import { CONTENT_LEVELS } from "#app/domain/content-level.ts"
import { findStanding, type PlacedParagraph, withParagraph } from "#app/domain/edits/paragraph.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { movedSections, readSections } from "#app/domain/sections.ts"
import { normaliseText } from "#app/domain/text.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"
import { contentHash } from "./novel-mark.server.ts"
import { findBoundsProblem, rateNovel } from "./novel-problem.server.ts"
import { SHELF_FULL, sectionsColumn } from "./novel-row.server.ts"

/** How often a novel is read again that its author changes at the same moment. */
const TRIES_MAX = 3

const novelRow = z.object({
  title: z.string(),
  content: z.string(),
  sections: z.json(),
  is_public: z.boolean(),
  reviewed_at: z.unknown(),
  content_level: z.literal(CONTENT_LEVELS),
})
const placed = z.enum(["placed", "changed"]).nullable()

type Put = Promise<Outcome<null, NovelFailure>>

/**
 * Puts a paragraph that a generation has written into a saved novel, in place of the former one. All of it is checked as
 * an edit is. Uses the secret key, because the novel's author may be away by then: the database compares the novel's
 * author with the generation's owner, and puts a generation's paragraph there once, whichever process asks. Throws if
 * the database is down.
 */
export async function putParagraph(
  novelId: string,
  paragraph: Pick<PlacedParagraph, "at" | "text"> & { written: string },
  by: { generation: string; owner: string },
): Put {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const put = await tryToPut(novelId, paragraph, by)
    if (put) return put
  }
  return refusal("novel-changed")
}

/** Null if the novel was changed after it was read. */
async function tryToPut(
  novelId: string,
  { at, text, written }: Parameters<typeof putParagraph>[1],
  { generation, owner }: Parameters<typeof putParagraph>[2],
): Promise<Awaited<Put> | null> {
  if (!adminSupabase) return refusal("backend-missing")
  const before = await adminSupabase
    .from("generations")
    .select("saved_as")
    .eq("id", generation)
    .maybeSingle()
    .throwOnError()
  if (before.data?.saved_as) return success(null)
  const found = await adminSupabase
    .from("novels")
    .select("title, content, sections, is_public, reviewed_at, content_level")
    .eq("id", novelId)
    .is("binned_at", null)
    .maybeSingle()
    .throwOnError()
  if (!found.data) return refusal("not-found")
  const novel = novelRow.parse(found.data)
  const standsAt = findStanding(novel.content, { at, text })
  const edited = standsAt === null ? null : withParagraph(novel.content, { at: standsAt, text }, written)
  if (edited === null) return refusal("novel-changed")

  const content = normaliseText(edited)
  const sections = movedSections(novel.content, content, readSections(novel.sections))
  const problem = findBoundsProblem(novel.title, content)
  if (problem) return refusal(problem)
  const isPublic = novel.is_public && novel.reviewed_at !== null
  const { title, content_level: contentLevel } = novel
  const rated = await rateNovel(adminSupabase, { title, content, sections, contentLevel, isPublic }, [
    written,
  ])
  if (!rated.ok) return rated

  const { data, error } = await adminSupabase.rpc("place_paragraph", {
    p_id: generation,
    p_owner: owner,
    p_novel: novelId,
    p_over: {
      title,
      content_hash: contentHash(novel.content),
      sections: novel.sections,
      is_public: isPublic,
    },
    p_content: content,
    p_sections: sectionsColumn(sections),
    p_level: rated.value,
  })
  if (error?.code === SHELF_FULL) return refusal("shelf-full")
  if (error) throw error
  const answer = placed.parse(data)
  if (answer === null) return refusal("not-found")
  if (answer === "placed" && isPublic) await closeOldPages()
  return answer === "placed" ? success(null) : null
}
