import type { GenerationSnapshot } from "#app/domain/generation.ts"
import type { NovelLink } from "#app/domain/novel.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"

/**
 * The saved novel that a generation knows: the one that it was saved as last, or else the one that it continues. Whose
 * novel that is, is for the caller to check.
 */
export async function findNovelLink({
  id,
  request,
}: Pick<GenerationSnapshot, "id" | "request">): Promise<NovelLink | null> {
  const generations = adminSupabase?.from("generations")
  if (!generations) return request.novel
  const { data, error } = await generations.select("saved_as, saved_hash").eq("id", id).maybeSingle()
  if (error) log("error", "the novel of a generation was not found", { error: describeError(error) })
  return data?.saved_as && data.saved_hash ? { id: data.saved_as, hash: data.saved_hash } : request.novel
}

/** Keeps which novel a generation's text was saved as. Never fails: without it, saving again asks what to do. */
export async function keepNovelLink(id: string, owner: string, novel: NovelLink): Promise<void> {
  const generations = adminSupabase?.from("generations")
  if (!generations) return
  const saved = { saved_as: novel.id, saved_hash: novel.hash }
  const { error } = await generations.update(saved).eq("id", id).eq("owner", owner)
  if (error) log("error", "the novel of a generation was not kept", { error: describeError(error) })
}
