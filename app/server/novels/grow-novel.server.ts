import type { RouterContextProvider } from "react-router"
import { highestLevel } from "#app/domain/content-level.ts"
import { grownShare } from "#app/domain/demo-share.ts"
import type { Novel, NovelFailure, NovelLink } from "#app/domain/novel.ts"
import { refusal, success } from "#app/domain/outcome.ts"
import { grownSections } from "#app/domain/sections.ts"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { findSignedIn, serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { findOwnNovel } from "./find-novel.server.ts"
import { contentHash } from "./novel-mark.server.ts"
import { findBoundsProblem, rateNovel, reviewed } from "./novel-problem.server.ts"
import { SHELF_FULL, sectionsColumn } from "./novel-row.server.ts"
import type { NovelDraft } from "./save-novel.server.ts"

type Context = Readonly<RouterContextProvider>

/** How often a novel is read again that another page changes at the same moment. */
const TRIES_MAX = 3

/** A text that takes the place of the one of a saved novel. */
interface GrownDraft extends Omit<NovelDraft, "key" | "title" | "isPublic"> {
  /** Null leaves it as it is. */
  title: string | null
  isPublic: boolean | null
  /** The hashes of the texts that may be written over: what the draft continues, and what its author agrees to. */
  over: string[]
}

type Grown =
  | { ok: true; value: Novel }
  /** `standing`: the hash of what the novel holds, if that was changed elsewhere. */
  | { ok: false; failure: NovelFailure; waitSeconds?: number; standing?: string }

/**
 * Puts a text in the place of the one of the account's own novel, unless that was changed elsewhere meanwhile. All of
 * it is checked as publishing checks it. A text that stands there already is no change.
 */
export async function growNovel(context: Context, id: string, draft: GrownDraft): Promise<Grown> {
  const first = await findOwnNovel(context, id)
  if (!first.ok) return first
  const taken = await takeQuota(context, "novel-save")
  if (!taken.ok) return taken
  let found = first.value
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const grown = await growFound(context, found, draft)
    if (grown) return grown
    const again = await findOwnNovel(context, id)
    if (!again.ok) return again
    found = again.value
  }
  return { ok: false, failure: "grown-elsewhere", standing: contentHash(found.content) }
}

/** Null if the novel was changed after it was found. */
async function growFound(context: Context, found: Novel, draft: GrownDraft): Promise<Grown | null> {
  const title = draft.title === null ? found.title : toSingleLine(draft.title)
  const content = normaliseText(draft.content)
  const isPublic = draft.isPublic ?? found.isPublic
  const standing = contentHash(found.content)
  if (content !== found.content && !draft.over.includes(standing))
    return { ok: false, failure: "grown-elsewhere", standing }
  const problem = findBoundsProblem(title, content)
  if (problem) return refusal(problem)
  if (isPublic && found.takenDown) return refusal("publishing-forbidden")
  const sections = grownSections(found, { content, sections: draft.sections })
  const demo = grownShare(found, { content, demo: draft.demo })
  const contentLevel = highestLevel(found.contentLevel, draft.contentLevel)
  const rated = await rateNovel(
    serverSupabaseOf(context),
    { title, content, sections, contentLevel, isPublic },
    [title, ...sections.map((section) => section.title), content],
  )
  if (!rated.ok) return rated

  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  // Use the secret key, because only the server may set `reviewed_at`. All that it marks is written with it.
  const novels = serverSupabaseOf(context)?.from("novels")
  if (!novels) return refusal("backend-missing")
  const columns = {
    title,
    content,
    sections: sectionsColumn(sections),
    demo: demo ?? null,
    is_public: isPublic,
  }
  const own = novels
    .update({ ...columns, ...reviewed(rated.value) })
    .eq("id", found.id)
    .eq("user_id", signedIn.value.account.id)
    // No policy hides the bin from the secret key.
    .is("binned_at", null)
    .eq("content_hash", standing)
    .eq("title", found.title)
  const { data, error, status } = await (isPublic ? own.is("taken_down_at", null) : own).select("id")
  if (error?.code === SHELF_FULL) return refusal("shelf-full")
  if (error) return refusal(serverFailure(error, status))
  if (data.length === 0) return null
  if (found.isPublic) await closeOldPages()
  return success({ ...found, title, content, sections, demo, isPublic, contentLevel: rated.value })
}

/** What a novel holds, as a text that continues it knows it. */
export function linkTo({ id, content }: Pick<Novel, "id" | "content">): NovelLink {
  return { id, hash: contentHash(content) }
}
