import type { RouterContextProvider } from "react-router"
import type { StoryMemory } from "#app/domain/memory/story-memory.ts"
import type { NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import type { Json } from "#app/server/supabase/database.types.ts"
import { accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { findAuthor } from "./find-novel.server.ts"

type Context = Readonly<RouterContextProvider>

/** What is stored as the memory of one of the account's own novels, as it is; null if nothing is. */
export async function findStoredMemory(context: Context, id: string): Promise<Outcome<Json, NovelFailure>> {
  const signedIn = findAuthor(context, id)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novel_memories")
    .select("memory")
    .eq("novel_id", id)
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) return refusal(accessFailure(error, status))
  return success(data?.memory ?? null)
}

/** Stores the memory of the account's own novel in place of this one. False if it is another one by now. */
export async function replaceStoredMemory(
  context: Context,
  id: string,
  before: Json,
  memory: StoryMemory,
): Promise<Outcome<boolean, NovelFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { data, error, status } = await signedIn.value.supabase.rpc("replace_novel_memory", {
    p_novel_id: id,
    p_before: before,
    // Our shapes are JSON by construction, but the generated `Json` type knows no interfaces.
    p_memory: memory as unknown as Json,
  })
  if (error) return refusal(accessFailure(error, status))
  return success(data)
}
