import type { RouterContextProvider } from "react-router"
import { BINNED_PER_PAGE, type BinPage, type NovelFailure } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { isNovelId } from "./find-novel.server.ts"
import { pageOf } from "./list-novels.server.ts"
import { toBinnedNovel } from "./novel-row.server.ts"

type Context = Readonly<RouterContextProvider>
type Moved = Promise<Outcome<number, NovelFailure>>

/** What the functions of the database take at once. */
const IDS_MAX = 100

/** Puts the account's own novels into the bin: gone for everybody at once, and private when they come back. */
export async function binNovels(context: Context, ids: string[]): Moved {
  const hasPublic = await isAnyPublic(context, ids)
  const moved = await move(context, "bin_novels", ids)
  if (moved.ok && hasPublic) await closeOldPages()
  return moved
}

/** Takes the account's own novels out of the bin. */
export function restoreNovels(context: Context, ids: string[]): Moved {
  return move(context, "restore_novels", ids)
}

/** Deletes novels in the account's own bin for good. */
export function deleteBinnedNovels(context: Context, ids: string[]): Moved {
  return move(context, "delete_binned_novels", ids)
}

/** Lists one page (from 1) of the account's own bin, what came last first. */
export async function listBinnedNovels(
  context: Context,
  page: number,
): Promise<Outcome<BinPage, AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { data, error, status } = await signedIn.value.supabase.rpc("list_binned_novels", {
    p_page: pageOf(page),
    p_page_size: BINNED_PER_PAGE,
  })
  if (error) return refusal(accessFailure(error, status))
  const { page: shown, total } = data[0] ?? { page: 1, total: 0 }
  const pages = Math.max(Math.ceil(total / BINNED_PER_PAGE), 1)
  return success({ novels: data.map(toBinnedNovel), page: shown, pages, total })
}

/** Also if nobody knows. */
async function isAnyPublic(context: Context, ids: string[]): Promise<boolean> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return false
  const { account, supabase } = signedIn.value
  const { data } = await supabase
    .from("novels")
    .select("id")
    .eq("user_id", account.id)
    .eq("is_public", true)
    .in("id", ids.filter(isNovelId).slice(0, IDS_MAX))
    .limit(1)
  return data?.length !== 0
}

/**
 * Answers how many novels moved, or how many are there already: who presses again may have missed the first answer.
 * Those that are not there, or not the account's, don't count.
 */
async function move(
  context: Context,
  to: "bin_novels" | "restore_novels" | "delete_binned_novels",
  ids: string[],
): Moved {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (ids.length === 0) return refusal("none-chosen")
  const known = ids.filter(isNovelId).slice(0, IDS_MAX)
  if (known.length === 0) return refusal("not-found")
  const { data, error, status } = await signedIn.value.supabase.rpc(to, { p_ids: known })
  if (error) return refusal(accessFailure(error, status))
  if (data > 0) return success(data)
  if (to === "delete_binned_novels") return refusal("not-found")
  return countThere(context, signedIn.value.account.id, to, known)
}

/** How many of these novels are the account's own, and where they were to go. `not-found`: none. */
async function countThere(
  context: Context,
  owner: string,
  to: "bin_novels" | "restore_novels",
  ids: string[],
): Promise<Outcome<number, NovelFailure>> {
  // The account's own token does not see its bin.
  const novels = serverSupabaseOf(context)?.from("novels")
  if (!novels) return refusal("not-found")
  const own = novels.select("id").eq("user_id", owner).in("id", ids)
  const { data, error, status } = await (to === "bin_novels"
    ? own.not("binned_at", "is", null)
    : own.is("binned_at", null))
  if (error) return refusal(accessFailure(error, status))
  return data.length > 0 ? success(data.length) : refusal("not-found")
}
