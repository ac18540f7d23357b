import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { CONTENT_LEVELS, type ContentLevel } from "#app/domain/content-level.ts"
import { storyLevel } from "#app/domain/generation.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { joinStory } from "#app/domain/story.ts"
import { findEditable } from "#app/server/generation/edit-text.server.ts"
import { findAuthor } from "#app/server/novels/find-novel.server.ts"
import { markOf, novelMark } from "#app/server/novels/novel-mark.server.ts"
import { accessFailure } from "#app/server/visitor/signed-in.server.ts"
import { ownerOf } from "#app/server/visitor/visitor.server.ts"

type Context = Readonly<RouterContextProvider>

/** Why an edit is not kept with the account. */
export type DraftFailure = NovelFailure | "unknown-generation" | "store-away" | "still-writing"

/** A text that is edited, and the column that names it. */
export interface DraftPlace {
  column: "novel_id" | "generation_id"
  id: string
  /** The mark of the text as it stands, and its level. */
  find(): Promise<Outcome<{ mark: string; level: ContentLevel }, DraftFailure>>
}

const ownRow = z.object({
  content_level: z.literal(CONTENT_LEVELS),
  title: z.string(),
  content_hash: z.string(),
})

/** One of the account's own novels. */
export function novelDraft(context: Context, id: string): DraftPlace {
  return {
    column: "novel_id",
    id,
    async find() {
      const signedIn = findAuthor(context, id)
      if (!signedIn.ok) return signedIn
      const { account, supabase } = signedIn.value
      const { data, error, status } = await supabase
        .from("novels")
        .select("content_level, title, content_hash")
        .eq("id", id)
        .eq("user_id", account.id)
        .maybeSingle()
      if (error) return refusal(accessFailure(error, status))
      if (!data) return refusal("not-found")
      const { title, content_hash, content_level } = ownRow.parse(data)
      return success({ mark: markOf(title, content_hash), level: content_level })
    },
  }
}

/** One of this visitor's generations, which has no title to edit. */
export function generationDraft(context: Context, id: string): DraftPlace {
  return {
    column: "generation_id",
    id,
    async find() {
      const found = await findEditable(id, ownerOf(context))
      if (!found.ok) return found
      const { request, text } = found.value.snapshot
      return success({ mark: storyMark(joinStory(request.existing, text)), level: storyLevel(request) })
    },
  }
}

/** The mark of a generation's text, or of an edit of it. */
export function storyMark(content: string): string {
  return novelMark({ title: "", content })
}
