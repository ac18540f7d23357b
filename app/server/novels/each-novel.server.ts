import type { SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import type { Novel } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { type AccessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { listOwnTitles } from "./list-novels.server.ts"
import { NOVEL_COLUMNS, toNovel } from "./novel-row.server.ts"

/**
 * All of the account's own novels, newest first, of which each is read when it is asked for. Throws where one cannot
 * be read.
 */
export async function eachOwnNovel(
  context: Readonly<RouterContextProvider>,
): Promise<Outcome<AsyncGenerator<Novel>, AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  // Not the session: one that is renewed while an answer leaves can no longer set its cookie, and would be lost.
  const secret = serverSupabaseOf(context)
  if (!secret) return refusal("backend-missing")
  const { account, supabase } = signedIn.value
  const titles = await listOwnTitles(supabase)
  if (!titles.ok) return titles
  const ids = titles.value.map(([id]) => id)
  return success(readEach(secret, account.id, ids))
}

async function* readEach(
  secret: SupabaseClient<Database>,
  owner: string,
  ids: readonly string[],
): AsyncGenerator<Novel> {
  for (const id of ids) {
    const { data, error } = await secret
      .from("novels")
      .select(NOVEL_COLUMNS)
      .eq("id", id)
      .eq("user_id", owner)
      .is("binned_at", null)
      .maybeSingle()
    if (error) throw error
    // One that went into the bin meanwhile is none of them any more.
    if (data) yield toNovel(data)
  }
}
