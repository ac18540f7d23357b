import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { ADULT_FROM_LEVEL, CONTENT_LEVELS, isAdultLevel } from "#app/domain/content-level.ts"
import {
  AUTHOR_NOVELS_PER_PAGE,
  type Author,
  type AuthorFailure,
  type AuthorLinks,
  type SharedNovel,
} from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { visitorSupabaseOf } from "#app/server/visitor/session.server.ts"
import { serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { isNovelId } from "./find-novel.server.ts"
import { pageOf } from "./list-novels.server.ts"
import { moment } from "./novel-row.server.ts"

type Context = Readonly<RouterContextProvider>

const authorRow = z.object({
  about: z.string().nullable(),
  profiles: z.object({ username: z.string().nullable(), avatar_url: z.string().nullable() }).nullable(),
})
const novelRow = z.object({
  id: z.uuid(),
  title: z.string(),
  content_level: z.literal(CONTENT_LEVELS),
  characters: z.number(),
  created_at: moment,
})
const nameRow = z.object({ id: z.uuid(), title: z.string() })

interface Reading {
  page: number
  /** Whether the reader has confirmed their age; otherwise no adult novel is listed. */
  isAdult: boolean
}

/**
 * Finds an author who has opened their page, with a page of their public novels, newest first. Not found if the author
 * has no public novel. Queries anonymously, so that policies hide whatever is not public.
 */
export async function findPublicAuthor(
  context: Context,
  id: string | undefined,
  { page: asked, isAdult }: Reading,
): Promise<Outcome<Author, AuthorFailure>> {
  if (!isNovelId(id)) return refusal("not-found")
  const supabase = visitorSupabaseOf(context)
  if (!supabase) return refusal("backend-missing")
  const page = pageOf(asked)
  const from = (page - 1) * AUTHOR_NOVELS_PER_PAGE
  const [author, listed, adult] = await Promise.all([
    supabase
      .from("author_pages")
      .select("about, profiles(username, avatar_url)")
      .eq("user_id", id)
      .eq("is_open", true)
      .maybeSingle(),
    publicNovels(supabase, id, "id, title, content_level, characters, created_at")
      .lt("content_level", isAdult ? ABOVE_ALL_LEVELS : ADULT_FROM_LEVEL)
      .order("created_at", { ascending: false })
      .order("id")
      // One more tells whether there is another page.
      .range(from, from + AUTHOR_NOVELS_PER_PAGE),
    isAdult ? null : publicNovels(supabase, id, "id").gte("content_level", ADULT_FROM_LEVEL).limit(1),
  ])
  for (const answer of [author, listed, adult]) {
    if (answer?.error) return refusal(serverFailure(answer.error, answer.status))
  }
  const hidesAdult = (adult?.data ?? []).length > 0
  const found = author.data && authorRow.parse(author.data)
  const novels = z.array(novelRow).parse(listed.data ?? [])
  if (!found?.profiles || (novels.length === 0 && !(hidesAdult && page === 1))) return refusal("not-found")
  return success({
    id,
    name: found.profiles.username,
    avatarUrl: found.profiles.avatar_url,
    about: found.about ?? "",
    novels: novels.slice(0, AUTHOR_NOVELS_PER_PAGE).map((row) => ({
      id: row.id,
      title: row.title,
      contentLevel: row.content_level,
      characters: row.characters,
      createdAt: row.created_at,
    })),
    page,
    hasMore: novels.length > AUTHOR_NOVELS_PER_PAGE,
    hidesAdult,
  })
}

/**
 * The public novels before and after one, if its author has opened their page; null otherwise, or if they cannot be
 * read: the novel is shown all the same. Adult novels are named only beside an adult novel, whose readers have
 * confirmed their age.
 */
export async function findAuthorLinks(context: Context, novel: SharedNovel): Promise<AuthorLinks | null> {
  const supabase = visitorSupabaseOf(context)
  if (!supabase) return null
  const { id, contentLevel, createdAt, openAuthorId: authorId } = novel
  if (!authorId) return null
  const others = () =>
    publicNovels(supabase, authorId, "id, title")
      .lt("content_level", isAdultLevel(contentLevel) ? ABOVE_ALL_LEVELS : ADULT_FROM_LEVEL)
      .neq("id", id)
  const [before, after] = await Promise.all([
    others().lt("created_at", createdAt).order("created_at", { ascending: false }).limit(1),
    others().gte("created_at", createdAt).order("created_at").limit(1),
  ])
  const nameOf = (rows: unknown) => z.array(nameRow).catch([]).parse(rows)[0] ?? null
  return { authorId, previous: nameOf(before.data), next: nameOf(after.data) }
}

const ABOVE_ALL_LEVELS = Math.max(...CONTENT_LEVELS) + 1

function publicNovels<Columns extends string>(
  supabase: NonNullable<ReturnType<typeof visitorSupabaseOf>>,
  authorId: string,
  columns: Columns,
) {
  return supabase
    .from("novels")
    .select(columns)
    .eq("user_id", authorId)
    .eq("is_public", true)
    .not("reviewed_at", "is", null)
}
