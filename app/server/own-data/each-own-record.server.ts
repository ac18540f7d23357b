import type { SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import type { StreamedEntry } from "#app/server/books/zip.server.ts"
import { findSnapshot } from "#app/server/generation/generations.server.ts"
import { getAuthorPage } from "#app/server/profile/author-page.server.ts"
import { getProfile } from "#app/server/profile/profile.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { type AccessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { ownerFor } from "#app/server/visitor/visitor.server.ts"

type Secret = SupabaseClient<Database>

/** The row after the one with this key, in the order of keys; none after the last. */
type NextRow<Key> = (after: Key) => PromiseLike<{ data: { key: Key }[] | null; error: Error | null }>

const FIRST_UUID = "00000000-0000-0000-0000-000000000000"

/**
 * What is kept of the account beside its novels, in files of JSON: its profile, memories, versions, drafts, what is in
 * the bin, and the texts of the last day. Each row is read when its file is asked for. Throws where one cannot be read.
 */
export async function eachOwnRecord(
  context: Readonly<RouterContextProvider>,
): Promise<Outcome<AsyncGenerator<StreamedEntry>, AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  // Not the session: one that is renewed while an answer leaves can no longer set its cookie, and would be lost.
  const secret = serverSupabaseOf(context)
  if (!secret) return refusal("backend-missing")
  const { id, email } = signedIn.value.account
  const [profile, authorPage] = await Promise.all([getProfile(context), getAuthorPage(context)])
  if (!profile.ok) return profile
  if (!authorPage.ok) return authorPage
  const about = { id, email, ...profile.value, authorPage: authorPage.value }
  return success(readEach(secret, id, about))
}

async function* readEach(secret: Secret, id: string, about: object): AsyncGenerator<StreamedEntry> {
  yield entryOf("profile", about)
  const ofAccount = { user_id: id }
  yield* rowsAfter("memories", FIRST_UUID, (after) =>
    secret
      .from("novel_memories")
      .select("key:novel_id, memory, updated_at")
      .match(ofAccount)
      .gt("novel_id", after)
      .order("novel_id")
      .limit(1),
  )
  yield* rowsAfter("versions", FIRST_UUID, (after) =>
    secret
      .from("novel_versions")
      .select("key:id, novel_id, content, sections, written_at, replaced_at")
      .match(ofAccount)
      .gt("id", after)
      .order("id")
      .limit(1),
  )
  yield* rowsAfter("drafts", FIRST_UUID, (after) =>
    secret
      .from("novel_drafts")
      .select("key:id, novel_id, generation_id, title, content, updated_at")
      .match(ofAccount)
      .gt("id", after)
      .order("id")
      .limit(1),
  )
  yield* rowsAfter("bin", FIRST_UUID, (after) =>
    secret
      .from("novels")
      .select("key:id, title, content, sections, created_at, updated_at, binned_at")
      .match(ofAccount)
      .not("binned_at", "is", null)
      .gt("id", after)
      .order("id")
      .limit(1),
  )
  yield* generationsOf(secret, ownerFor({ id: "", account: id }))
}

async function* rowsAfter<Key>(
  folder: string,
  first: Key,
  next: NextRow<Key>,
): AsyncGenerator<StreamedEntry & { row: { key: Key } }> {
  let after = first
  for (let at = 1; ; at += 1) {
    const { data, error } = await next(after)
    if (error) throw error
    const [row] = data ?? []
    if (!row) return
    const { key, ...fields } = row
    yield { ...entryOf(`${folder}/${at}`, { id: key, ...fields }), row }
    after = key
  }
}

/** The texts of the last day, whether saved or not. */
async function* generationsOf(secret: Secret, owner: string): AsyncGenerator<StreamedEntry> {
  const rows = rowsAfter("generations", 0, (after) =>
    secret
      .from("generations")
      .select("key:n, id, created_at")
      .match({ owner })
      .gt("n", after)
      .order("n")
      .limit(1),
  )
  for await (const { name, row } of rows) {
    const { id, created_at: startedAt } = row as typeof row & { id: string; created_at: string }
    const found = await findSnapshot(id, owner)
    // One that has expired meanwhile is none of them any more.
    if (found === "unknown-generation") continue
    if (found === "store-away") throw new Error("a generation was not read")
    const { request, title, head, plan, text, status } = found
    yield { ...entryOf("", { id, startedAt, status, request, title, head, plan, text }), name }
  }
}

function entryOf(name: string, value: object): StreamedEntry {
  return { name: `${name}.json`, content: JSON.stringify(value, null, 2), modifiedAt: new Date() }
}
