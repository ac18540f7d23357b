import type { RouterContextProvider } from "react-router"
import type { GenerationSnapshot } from "#app/domain/generation.ts"
import { readMemory } from "#app/domain/memory/stored-memory.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { Json } from "#app/server/supabase/database.types.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { isNovelId } from "./find-novel.server.ts"

type Context = Readonly<RouterContextProvider>

/**
 * Keeps what is known of a saved novel, and its last plan, in place of what was kept before. Uses the author's own
 * token, so that the policies apply. Never fails: a novel without its memory is read again when it is continued.
 */
export async function keepNovelMemory(
  context: Context,
  novelId: string,
  {
    memory,
    snapshot,
  }: { memory: StoryMemory; snapshot: Pick<GenerationSnapshot, "title" | "head" | "plan"> },
): Promise<void> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return
  const { account, supabase } = signedIn.value
  const { title, head, plan: beats } = snapshot
  const { error } = await supabase.from("novel_memories").upsert({
    novel_id: novelId,
    user_id: account.id,
    memory: json(memory),
    outline: json({ title, head, beats }),
    updated_at: new Date().toISOString(),
  })
  if (error) log("error", "the memory of a novel was not kept", { error: describeError(error) })
}

/** What is known of one of the account's own novels; empty if nothing is, or if it cannot be read. */
export async function findNovelMemory(context: Context, novelId: string | null): Promise<StoryMemory> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok || novelId === null || !isNovelId(novelId)) return EMPTY_MEMORY
  const { account, supabase } = signedIn.value
  const { data, error } = await supabase
    .from("novel_memories")
    .select("memory")
    .eq("novel_id", novelId)
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) log("error", "the memory of a novel was not found", { error: describeError(error) })
  return readMemory(data?.memory)
}

/** Our shapes are JSON by construction, but the generated `Json` type knows no interfaces. */
function json(value: object): Json {
  return value as unknown as Json
}
