import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import type { Novel, NovelFailure, SharedNovel, SharedNovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { serverSupabaseOf, visitorSupabaseOf } from "#app/server/visitor/session.server.ts"
import { accessFailure, findSignedIn, serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { readNovel } from "./kept-contents.server.ts"
import { toNovel, toSharedNovel } from "./novel-row.server.ts"

type Context = Readonly<RouterContextProvider>

const idSchema = z.uuid()

/** Finds a public novel for anyone who has its id. */
export async function findSharedNovel(
  context: Context,
  id: string | undefined,
): Promise<Outcome<SharedNovel, SharedNovelFailure>> {
  if (!isNovelId(id)) return refusal("id-invalid")
  // Query anonymously: a session that has just expired must not make a public page fail.
  const supabase = visitorSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const { data, error, status } = await readNovel(id, (columns) =>
    supabase
      .from("novels")
      .select(`${columns}, user_id, profiles(username, author_pages(is_open))`)
      .eq("id", id)
      .eq("is_public", true)
      .not("reviewed_at", "is", null)
      .maybeSingle(),
  )
  if (error) return refusal(serverFailure(error, status))
  if (data) return success(toSharedNovel(data))
  return refusal((await isTakenDown(context, id)) ? "taken-down" : "not-found")
}

// Policies show such a row only to its owner, so this uses the secret key, and only for visitors with the link.
async function isTakenDown(context: Context, id: string): Promise<boolean> {
  const found = await serverSupabaseOf(context)
    ?.from("novels")
    .select("id")
    .eq("id", id)
    .not("taken_down_at", "is", null)
    .is("binned_at", null)
    .maybeSingle()
  return Boolean(found?.data)
}

/** The account that may have a novel of this id; refuses an id that no novel has. */
export function findAuthor(
  context: Context,
  id: string,
): Outcome<Extract<ReturnType<typeof findSignedIn>, { ok: true }>["value"], NovelFailure> {
  const signedIn = findSignedIn(context)
  return signedIn.ok && !isNovelId(id) ? refusal("not-found") : signedIn
}

/** Finds one of the account's own novels, private or public. */
export async function findOwnNovel(context: Context, id: string): Promise<Outcome<Novel, NovelFailure>> {
  const signedIn = findAuthor(context, id)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await readNovel(id, (columns) =>
    supabase.from("novels").select(columns).eq("id", id).eq("user_id", account.id).maybeSingle(),
  )
  if (error) return refusal(accessFailure(error, status))
  return data ? success(toNovel(data)) : refusal("not-found")
}

/** What a page says of one of the account's own novels without its text. */
export interface NovelLabel {
  title: string
  isPublic: boolean
  contentHash: string
}

/** Finds the title of one of the account's own novels, and what tells whether it holds a text. */
export async function findNovelLabel(
  context: Context,
  id: string,
): Promise<Outcome<NovelLabel, NovelFailure>> {
  const signedIn = findAuthor(context, id)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novels")
    .select("title, is_public, reviewed_at, content_hash")
    .eq("id", id)
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) return refusal(accessFailure(error, status))
  if (!data) return refusal("not-found")
  // As on its own page: what nobody has looked at counts as private.
  const isPublic = data.is_public && data.reviewed_at !== null
  return success({ title: data.title, isPublic, contentHash: data.content_hash ?? "" })
}

/** Whether a URL parameter has the shape of a novel's id. */
export function isNovelId(id: string | undefined): id is string {
  return idSchema.safeParse(id).success
}
