import type { RouterContextProvider } from "react-router"
import type { GenerationSnapshot, ToldPlan } from "#app/domain/generation.ts"
import { grownMemory, readMemory } from "#app/domain/memory/stored-memory.ts"
import { EMPTY_MEMORY, type StoryMemory } from "#app/domain/memory/story-memory.ts"
import { readStoredPlan } from "#app/domain/outline/stored-plan.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import type { Json } from "#app/server/supabase/database.types.ts"
import { findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { isNovelId } from "./find-novel.server.ts"

type Context = Readonly<RouterContextProvider>

interface Known {
  memory: StoryMemory
  memoryBefore: StoryMemory
  snapshot: Pick<GenerationSnapshot, "title" | "head" | "plan"> & {
    request: Pick<GenerationSnapshot["request"], "prompt">
  }
}

/**
 * Keeps what is known of a saved novel, what its author asked for and its last plan, in place of what was kept before;
 * what its author has changed meanwhile stays. Uses the author's own token, so that the policies apply. Never fails: a
 * novel without its memory is read again when it is continued.
 */
export async function keepNovelMemory(
  context: Context,
  novelId: string,
  { memory, memoryBefore, snapshot }: Known,
): Promise<void> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return
  const { account, supabase } = signedIn.value
  const { title, head, plan: beats, request } = snapshot
  const kept = await findNovelMemory(context, novelId)
  const { error } = await supabase.from("novel_memories").upsert({
    novel_id: novelId,
    user_id: account.id,
    memory: json(grownMemory(kept, { before: memoryBefore, now: memory })),
    outline: json({ title, head, beats }),
    prompt: request.prompt,
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

/** What the author of a novel asked for; empty if nobody kept it. */
export async function findNovelPrompt(context: Context, novelId: string): Promise<string> {
  return (await findKept(context, novelId))?.prompt ?? ""
}

/** The plan of the novel's last part; null if nobody kept one. */
export async function findNovelPlan(context: Context, novelId: string): Promise<ToldPlan | null> {
  return readStoredPlan((await findKept(context, novelId))?.outline)
}

async function findKept(context: Context, novelId: string) {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok || !isNovelId(novelId)) return null
  const { account, supabase } = signedIn.value
  const { data, error } = await supabase
    .from("novel_memories")
    .select("prompt, outline")
    .eq("novel_id", novelId)
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) log("error", "what is kept of a novel was not found", { error: describeError(error) })
  return data
}

/** Our shapes are JSON by construction, but the generated `Json` type knows no interfaces. */
function json(value: object): Json {
  return value as unknown as Json
}
