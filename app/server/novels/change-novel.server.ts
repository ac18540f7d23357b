import { setImmediate } from "node:timers/promises"
import type { RouterContextProvider } from "react-router"
import type { Novel, NovelFailure, NovelVersion } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import {
  changedSections,
  findSectionTitleProblem,
  movedSections,
  type Section,
  withSection,
} from "#app/domain/sections.ts"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import type { Database } from "#app/server/supabase/database.types.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { accessFailure, findSignedIn, serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { findAuthor, findOwnNovel, isNovelId } from "./find-novel.server.ts"
import { contentHash, novelMark } from "./novel-mark.server.ts"
import { findBoundsProblem, rateNovel, reviewed } from "./novel-problem.server.ts"
import { SHELF_FULL, sectionsColumn } from "./novel-row.server.ts"

type Context = Readonly<RouterContextProvider>
type Change = Database["public"]["Tables"]["novels"]["Update"]
type Changed = Promise<Outcome<null, NovelFailure>>

/** Makes a novel readable for everyone with its link, or private again. */
export async function publishNovel(context: Context, id: string, isPublic: boolean): Changed {
  // Never refuse to make a novel private. Check a novel before publishing it, because the rules may be newer than it.
  if (isPublic) return rewriteNovel(context, id, { is_public: true })
  const changed = await changeOwnNovel(context, id, { is_public: false })
  if (changed.ok) await closeOldPages()
  return changed
}

/** Gives the account's own novel a new title. */
export async function renameNovel(context: Context, id: string, title: string): Changed {
  return rewriteNovel(context, id, { title: toSingleLine(title) })
}

/**
 * Replaces the text of the account's own novel, and its title if one is given. `seen`: the mark of the novel that was
 * edited; if it is another one by now, the edit is refused, so that it overwrites nothing that its author has not seen.
 */
export async function editNovel(
  context: Context,
  id: string,
  content: string,
  { title, seen }: { title?: string | undefined; seen?: string | undefined } = {},
): Changed {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const { title: oldTitle, content: oldContent } = found.value
  const edit = { title: toSingleLine(title ?? oldTitle), content: normaliseText(content) }
  const change = {
    ...(edit.title !== oldTitle && { title: edit.title }),
    ...(edit.content !== oldContent && { content: edit.content }),
  }
  if (Object.keys(change).length === 0) return success(null)
  if (seen !== undefined && seen !== novelMark(found.value)) return refusal("novel-changed")
  return rewriteFound(context, found.value, change, { isCompared: seen !== undefined })
}

/** Puts an earlier text with its sections in place of the novel's, which becomes a version itself. `seen`: as above. */
export async function restoreVersion(
  context: Context,
  id: string,
  { content, sections, demo }: Pick<NovelVersion, "content" | "sections" | "demo">,
  seen: string,
): Changed {
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  // Also for somebody who presses again because the answer did not arrive.
  if (content === found.value.content) return success(null)
  if (seen !== novelMark(found.value)) return refusal("novel-changed")
  const unseen = sections.map((section) => section.title)
  const change = { content, ...(demo !== found.value.demo && { demo: demo ?? null }) }
  return rewriteFound(context, found.value, change, { headed: { sections, unseen }, isCompared: true })
}

/** Gives the section that begins at this offset another title. */
export async function renameSection(context: Context, id: string, at: number, title: string): Changed {
  return rewriteSections(context, id, title, ({ sections }) => changedSections(sections, at, title))
}

/** Joins the section that begins at this offset with what stands before it. */
export async function removeSection(context: Context, id: string, at: number): Changed {
  return rewriteSections(context, id, null, ({ sections }) => changedSections(sections, at, null))
}

/** Begins a section with the paragraph that begins with these words. */
export async function addSection(
  context: Context,
  id: string,
  added: { title: string; start: string },
): Changed {
  return rewriteSections(context, id, added.title, ({ content, sections }) =>
    withSection(content, sections, added),
  )
}

/** Makes the account's own novels private, those that are not already. Answers how many. */
export async function unpublishNovels(
  context: Context,
  ids: string[],
): Promise<Outcome<number, NovelFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (ids.length === 0) return refusal("none-chosen")
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novels")
    .update({ is_public: false })
    .eq("user_id", account.id)
    .eq("is_public", true)
    .in("id", ids.filter(isNovelId))
    .select("id")
  if (error) return refusal(accessFailure(error, status))
  if (data.length > 0) await closeOldPages()
  return success(data.length)
}

/** Changes the sections of a novel. `title`: the one that is new; null if none is. */
async function rewriteSections(
  context: Context,
  id: string,
  title: string | null,
  rewrite: (novel: Novel) => Outcome<Section[], NovelFailure>,
): Changed {
  const problem = title === null ? null : findSectionTitleProblem(title)
  if (problem) return refusal(problem)
  const found = await findOwnNovel(context, id)
  if (!found.ok) return found
  const sections = rewrite(found.value)
  if (!sections.ok) return sections
  const unseen = title === null ? [] : [toSingleLine(title)]
  return rewriteFound(context, found.value, {}, { headed: { sections: sections.value, unseen } })
}

async function rewriteNovel(
  context: Context,
  id: string,
  change: Pick<Change, "title" | "content" | "is_public">,
): Changed {
  const found = await findOwnNovel(context, id)
  return found.ok ? rewriteFound(context, found.value, change) : found
}

interface Rewriting {
  headed?: { sections: Section[]; unseen: string[] } | null
  /** Writes only over the title and the text that were found. */
  isCompared?: boolean
}

/** Checks a change and writes only the changed columns, because another tab may have changed the others. */
async function rewriteFound(
  context: Context,
  novel: Novel,
  change: Pick<Change, "title" | "content" | "is_public" | "demo">,
  { headed = null, isCompared = false }: Rewriting = {},
): Changed {
  if (change.is_public && novel.takenDown) return refusal("publishing-forbidden")
  const taken = await takeQuota(context, "novel-change")
  if (!taken.ok) return taken
  const { title = novel.title, content = novel.content } = change
  const problem = findBoundsProblem(title, content)
  if (problem) return refusal(problem)
  const sections = headed?.sections ?? movedSections(novel.content, content, novel.sections)
  // Finding its sections in a long text is a turn of its own, and so is handing it to the thread that rates it.
  await setImmediate()
  const isPublic = change.is_public ?? novel.isPublic
  // Publishing checks the whole novel, because the classifier may never have seen all of a private one.
  const unseen = change.is_public
    ? [title, ...sections.map((section) => section.title), content]
    : [change.title ?? "", change.content ?? "", ...(headed?.unseen ?? [])]
  const rated = await rateNovel(
    serverSupabaseOf(context),
    { ...novel, title, content, sections, isPublic },
    unseen,
  )
  if (!rated.ok) return rated
  const contentLevel = rated.value
  // For a private novel we checked only the change, so do not mark the row as reviewed: a client may have set
  // `is_public` directly, and the mark would then publish it.
  const unreviewed = { content_level: contentLevel, ...(change.demo !== undefined && { reviewed_at: null }) }
  const looked = isPublic ? reviewed(contentLevel) : unreviewed
  const moved = change.content === undefined && !headed ? {} : { sections: sectionsColumn(sections) }
  const all = { ...change, ...moved, ...looked }
  const changed = await changeOwnNovel(context, novel.id, all, isCompared ? novel : null)
  if (changed.ok && novel.isPublic) await closeOldPages()
  return changed
}

async function changeOwnNovel(
  context: Context,
  id: string,
  change: Change,
  over: Pick<Novel, "title" | "content"> | null = null,
): Changed {
  const signedIn = findAuthor(context, id)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  // Only the server may set `reviewed_at` and `demo`, with the secret key. Other changes use the account's own token.
  const isMarked = change.reviewed_at !== undefined || change.demo !== undefined
  const novels = (isMarked ? serverSupabaseOf(context) : supabase)?.from("novels")
  if (!novels) return refusal("backend-missing")
  // No policy hides the bin from the secret key.
  const named = novels.update(change).eq("id", id).eq("user_id", account.id).is("binned_at", null)
  const own = over ? named.eq("content_hash", contentHash(over.content)).eq("title", over.title) : named
  const { data, error, status } = await (change.is_public ? own.is("taken_down_at", null) : own).select("id")
  if (error?.code === SHELF_FULL) return refusal("shelf-full")
  if (error) return refusal(isMarked ? serverFailure(error, status) : accessFailure(error, status))
  return data.length > 0 ? success(null) : refusal(over ? "novel-changed" : "not-found")
}
