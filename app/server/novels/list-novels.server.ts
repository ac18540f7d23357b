import type { SupabaseClient } from "@supabase/supabase-js"
import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import {
  NOVEL_QUERY_MAX_CHARS,
  NOVELS_PER_PAGE,
  type NovelPage,
  type NovelSort,
  SHELF_MAX_NOVELS,
} from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { firstCharacters, toSingleLine } from "#app/domain/text.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { PREVIEW_COLUMN_CHARS, toNovelCard } from "./novel-row.server.ts"

const MAX_WORDS = 10
const MAX_PAGE = 1_000_000

/**
 * Lists one page (from 1) of the account's own novels, by default newest first; with a query, those that contain all of
 * its words.
 */
export async function listOwnNovels(
  context: Readonly<RouterContextProvider>,
  { page, query, sort = "newest" }: { page: number; query: string; sort?: NovelSort },
): Promise<Outcome<NovelPage, AccessFailure | "too-many-attempts">> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const words = wordsOf(query)
  const taken = words.length > 0 ? await takeQuota(context, "novel-search") : null
  if (taken && !taken.ok) return taken
  const order = sort === "title" ? await listByTitle(supabase) : null
  if (order && !order.ok) return order
  const list = () =>
    supabase
      .rpc("list_own_novels", {
        p_words: words,
        p_sort: sort,
        p_page: pageOf(page),
        p_page_size: NOVELS_PER_PAGE,
        p_preview_chars: PREVIEW_COLUMN_CHARS,
        ...(order && { p_order: order.value }),
      })
      .then((answer) => answer)
  const { data, error, status } = await (taken ? afterOwnSearches(account.id, list) : list())
  if (error) return refusal(accessFailure(error, status))
  // Where nothing is found, one row says so.
  const { page: shown, total, is_cut: isCut, binned } = data[0] ?? EMPTY
  const pages = Math.max(Math.ceil(total / NOVELS_PER_PAGE), 1)
  const novels = total > 0 ? data.map(toNovelCard) : []
  return success({ novels, page: shown, pages, total, isCut, binned })
}

const EMPTY = { page: 1, total: 0, is_cut: false, binned: 0 }

/** A page's number as the database takes it. */
export function pageOf(page: number): number {
  return Math.min(Math.max(Math.trunc(page) || 1, 1), MAX_PAGE)
}

const titlesColumn = z.array(z.tuple([z.uuid(), z.string()]))
/** By pinyin, and the second part of a series before its tenth. */
const pinyin = new Intl.Collator("zh-CN-u-co-pinyin", { numeric: true })

/**
 * The ids of the account's own novels in the order of their titles; of equal ones, the newest first. Node knows how
 * Chinese is sorted; of the databases, only the hosted one does.
 */
async function listByTitle(supabase: SupabaseClient<Database>): Promise<Outcome<string[], AccessFailure>> {
  const titles = await listOwnTitles(supabase)
  if (!titles.ok) return titles
  return success(titles.value.toSorted(([, one], [, other]) => pinyin.compare(one, other)).map(([id]) => id))
}

/** The ids and titles of all of the account's own novels, newest first. */
export async function listOwnTitles(
  supabase: SupabaseClient<Database>,
): Promise<Outcome<[id: string, title: string][], AccessFailure>> {
  const { data, error, status } = await supabase.rpc("list_own_titles", { p_limit: SHELF_MAX_NOVELS })
  return error ? refusal(accessFailure(error, status)) : success(titlesColumn.parse(data))
}

const searches = new Map<string, Promise<unknown>>()

/** Runs an account's searches one after another, so that they do not take up the database together. */
function afterOwnSearches<Value>(account: string, search: () => PromiseLike<Value>): Promise<Value> {
  const turn = Promise.resolve(searches.get(account)).then(search, search)
  searches.set(account, turn)
  const end = () => {
    if (searches.get(account) === turn) searches.delete(account)
  }
  turn.then(end, end)
  return turn
}

function wordsOf(query: string): string[] {
  const kept = firstCharacters(toSingleLine(query), NOVEL_QUERY_MAX_CHARS)
  return kept.split(" ").filter(Boolean).slice(0, MAX_WORDS)
}
