import type { RouterContextProvider } from "react-router"
import { NOVEL_QUERY_MAX_CHARS, NOVELS_PER_PAGE, type NovelPage } from "../../domain/novel.ts"
import { type Outcome, refusal, success } from "../../domain/outcome.ts"
import { toSingleLine } from "../../domain/single-line.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "../account/signed-in.server.ts"
import { PREVIEW_COLUMN_CHARS, toNovelCard } from "./novel-row.server.ts"

const MAX_WORDS = 20
const MAX_PAGE = 1_000_000

/** One page of one's own novels, newest first; with a query, those that have all of its words. */
export async function listOwnNovels(
  context: Readonly<RouterContextProvider>,
  { page, query }: { page: number; query: string },
): Promise<Outcome<NovelPage, AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { data, error, status } = await signedIn.value.supabase.rpc("list_own_novels", {
    p_words: wordsOf(query),
    p_page: Math.min(Math.max(Math.trunc(page) || 1, 1), MAX_PAGE),
    p_page_size: NOVELS_PER_PAGE,
    p_preview_chars: PREVIEW_COLUMN_CHARS,
  })
  if (error) return refusal(accessFailure(error, status))
  const { page: shown, total } = data[0] ?? { page: 1, total: 0 }
  const pages = Math.max(Math.ceil(total / NOVELS_PER_PAGE), 1)
  return success({ novels: data.map(toNovelCard), page: shown, pages, total })
}

function wordsOf(query: string): string[] {
  const kept = [...toSingleLine(query)].slice(0, NOVEL_QUERY_MAX_CHARS).join("")
  return kept.split(" ").filter(Boolean).slice(0, MAX_WORDS)
}
