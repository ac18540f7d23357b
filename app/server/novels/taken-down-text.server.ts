import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { accessFailure } from "#app/server/visitor/signed-in.server.ts"
import { isCopyOf, sketchText } from "./text-sketch.server.ts"

type TakenDownFailure = "text-taken-down" | "login-required" | "backend-missing" | "backend-down"

/** Refuses a text that the operator took down, and copies of it with few changes, from any account. */
export async function refuseTakenDownText(
  context: Readonly<RouterContextProvider>,
  content: string,
): Promise<Outcome<null, TakenDownFailure>> {
  const supabase = serverSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const { hash, sketch } = sketchText(content)
  const { data, error, status } = await supabase.rpc("find_taken_down_texts", {
    p_text_hash: hash,
    p_sketch: sketch,
  })
  if (error) return refusal(accessFailure(error, status))
  if (data.length === 0) return success(null)
  const known = data.map((row) => ({ hash: row.text_hash, sketch: row.sketch }))
  return isCopyOf(content, known) ? refusal("text-taken-down") : success(null)
}
