import { editedParts, editedRequest } from "#app/domain/edits/edition.ts"
import { withParagraph } from "#app/domain/edits/paragraph.ts"
import { type GenerationFailure, type ParagraphOrder, storyLevel } from "#app/domain/generation.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { joinStory } from "#app/domain/story.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { putParagraph } from "#app/server/novels/put-paragraph.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import type { ActiveGeneration } from "./active-generation.server.ts"
import { createEdition, findGeneration } from "./generation-rows.server.ts"
import { findNovelLink } from "./novel-link.server.ts"

/** Why a paragraph does not stand in a saved novel, in the words of generations; anything else is `internal`. */
const FAILURE_BY_PROBLEM: Partial<Record<NovelFailure, GenerationFailure>> = {
  "novel-changed": "displaced",
  "not-found": "displaced",
  "content-too-long": "unfit",
  minor: "banned",
  "real-person": "banned",
  "text-taken-down": "banned",
  "beyond-level": "beyond-level",
  "moderation-away": "unchecked",
  "scan-busy": "unchecked",
}

/**
 * Puts the paragraph that a generation has written in its place: into the saved novel or, for another generation, into a
 * new edition of its story, which the order names. Why it could not, or null. What is banned only together with its
 * neighbours is refused here.
 */
export async function placeParagraph(
  generation: ActiveGeneration,
  order: ParagraphOrder,
): Promise<GenerationFailure | null> {
  const { of, into, at, text, after } = order
  const { id, owner, key, request } = generation
  const written = generation.text.trim()
  const scene = [request.existing, written, after].join("\n")
  const scanned = await scan({ texts: [scene], level: storyLevel(request), rated: null }, { waits: true })
  if (!scanned) return "unchecked"
  if (scanned.banned) return "banned"
  try {
    if (order.inNovel) {
      const put = await putParagraph(into, { at, text, written }, { generation: id, owner })
      return put.ok ? null : (FAILURE_BY_PROBLEM[put.failure] ?? "internal")
    }
    const former = await findGeneration(of)
    if (former?.owner !== owner) return "internal"
    const whole = joinStory(former.request.existing, former.text)
    const edited = withParagraph(whole, { at, text }, written)
    if (edited === null) return "internal"
    const parts = editedParts({ existing: former.request.existing, text: former.text }, edited)
    const edition = editedRequest(former.request, { of, former: whole, parts })
    const made = await createEdition({
      id: into,
      owner,
      // A takeover places it once, like the row that it takes over.
      key: `paragraph:${key}`,
      request: {
        ...edition,
        demo: request.demo,
        novel: await findNovelLink({ id: of, request: former.request }),
        edits: of,
      },
      text: parts.text,
    })
    return made === null ? "internal" : null
  } catch (error) {
    log("error", "a paragraph was not placed", { error: describeError(error) })
    return "internal"
  }
}
