import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { sessionEnded } from "#app/server/visitor/session.server.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"

/**
 * Stores a signed-in visitor's reference text for a day, readable by them alone. A visitor without an account
 * succeeds without storing anything; "login-required" means that the visitor's session has just ended.
 */
export async function keepReference(
  context: Readonly<RouterContextProvider>,
  text: string,
): Promise<Outcome<null, AccessFailure | "too-many-attempts">> {
  const signedIn = findSignedIn(context)
  if (!text) return success(null)
  if (!signedIn.ok) {
    const hasAccount = sessionEnded(context) || signedIn.failure === "backend-down"
    return hasAccount ? signedIn : success(null)
  }
  const taken = await takeQuota(context, "reference-upload")
  if (!taken.ok) return taken
  const { account, supabase } = signedIn.value
  const path = `reference_texts/${account.id}-${Date.now()}.txt`
  const { error } = await supabase.storage
    .from("novel_references")
    .upload(path, new TextEncoder().encode(text), { contentType: "text/plain", upsert: true })
  return error ? refusal(accessFailure(error, error.status ?? 0)) : success(null)
}
