import type { SupabaseClient } from "@supabase/supabase-js"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { isCopyInThread, sketchInThread } from "#app/server/scan/scan.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { type AccessFailure, accessFailure } from "#app/server/visitor/signed-in.server.ts"

type TakenDownFailure = AccessFailure | "text-taken-down" | "scan-busy"

/** Refuses a text that the operator took down, and copies of it with few changes, from any account. */
export async function refuseTakenDownText(
  supabase: SupabaseClient<Database> | null,
  content: string,
): Promise<Outcome<null, TakenDownFailure>> {
  if (!supabase) return refusal("backend-missing")
  // Skip sketching if the operator has never taken anything down.
  const any = await supabase.from("taken_down_texts").select("novel_id").limit(1)
  if (any.error) return refusal(accessFailure(any.error, any.status))
  if (any.data.length === 0) return success(null)
  const sketched = await sketchInThread(content)
  if (!sketched) return refusal("scan-busy")
  const { data, error, status } = await supabase.rpc("find_taken_down_texts", {
    p_text_hash: sketched.hash,
    p_sketch: sketched.sketch,
  })
  if (error) return refusal(accessFailure(error, status))
  if (data.length === 0) return success(null)
  const known = data.map((row) => ({ hash: row.text_hash, sketch: row.sketch }))
  const isCopy = await isCopyInThread(content, known)
  if (isCopy === null) return refusal("scan-busy")
  return isCopy ? refusal("text-taken-down") : success(null)
}
