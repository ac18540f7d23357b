import type { RouterContextProvider } from "react-router"
import type { GenerationSnapshot } from "#app/domain/generation.ts"
import type { NovelLink, SavedNovel } from "#app/domain/novel.ts"
import { joinStory } from "#app/domain/story.ts"
import { normaliseText } from "#app/domain/text.ts"
import { findNovelLink } from "#app/server/generation/novel-link.server.ts"
import { findNovelLabel } from "#app/server/novels/find-novel.server.ts"
import { contentHash } from "#app/server/novels/novel-mark.server.ts"
import { findNovelWith } from "#app/server/novels/save-novel.server.ts"

type Context = Readonly<RouterContextProvider>
type Generation = Pick<GenerationSnapshot, "id" | "request">

/**
 * The saved novel that a generation belongs to: the one that it knows, or the one that holds what it continues, which
 * may have been saved later.
 */
export async function findNovelOf(context: Context, generation: Generation): Promise<NovelLink | null> {
  return (await findNovelLink(generation)) ?? (await findNovelWith(context, generation.request.existing))
}

/** The saved novel that a generation belongs to, as it is now; null if there is none, or if nobody can tell. */
export async function findSavedNovel(
  context: Context,
  generation: GenerationSnapshot,
): Promise<SavedNovel | null> {
  const link = await findNovelOf(context, generation)
  if (!link) return null
  const { id } = link
  const found = await findNovelLabel(context, id)
  if (!found.ok) {
    return found.failure === "not-found" ? { id, title: null, isPublic: false, isSaved: false } : null
  }
  const { title, isPublic, contentHash: standing } = found.value
  const text = normaliseText(joinStory(generation.request.existing, generation.text))
  return { id, title, isPublic, isSaved: contentHash(text) === standing }
}
