import { hash, randomUUID } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import type { ContentLevel } from "#app/domain/content-level.ts"
import type { DemoShare } from "#app/domain/demo-share.ts"
import type { Novel, NovelFailure, NovelLink } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { type Section, standingSections } from "#app/domain/sections.ts"
import { normaliseText, toSingleLine } from "#app/domain/text.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { findSignedIn, serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { restoreNovels } from "./bin.server.ts"
import { publishNovel, renameNovel } from "./change-novel.server.ts"
import { findOwnNovel } from "./find-novel.server.ts"
import { contentHash } from "./novel-mark.server.ts"
import { findBoundsProblem, rateNovel, reviewed } from "./novel-problem.server.ts"
import { SHELF_COLUMNS, SHELF_FULL, sectionsColumn, toNovel } from "./novel-row.server.ts"

type Context = Readonly<RouterContextProvider>

/** A novel as the save form submits it. */
export interface NovelDraft {
  title: string
  content: string
  sections: Section[]
  isPublic: boolean
  contentLevel: ContentLevel
  demo?: DemoShare | undefined
  /** The form's own key, so that submitting it again saves only once. */
  key: string
}

const UNIQUE_VIOLATION = "23505"

/**
 * Finds a novel of this account with the same text that another form saved. Null if there is none, and also on an
 * error, which `saveNovel` will report.
 */
export async function findKeptText(
  context: Context,
  { content, key }: Pick<NovelDraft, "content" | "key">,
): Promise<Pick<Novel, "id" | "title"> | null> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return null
  const { account, supabase } = signedIn.value
  const kept = normaliseText(content)
  const { data } = await supabase
    .from("novels")
    .select("id, title")
    .eq("user_id", account.id)
    .eq("content_hash", contentHash(kept))
    .neq("id", novelId(account.id, key, kept))
    .order("created_at", { ascending: false })
    .limit(1)
    .maybeSingle()
  return data
}

/** The novel that a form with this key and text has saved before, as it is now; null if there is none. */
export async function findSavedNovel(
  context: Context,
  { content, key }: Pick<NovelDraft, "content" | "key">,
): Promise<Novel | null> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return null
  const found = await findOwnNovel(context, novelId(signedIn.value.account.id, key, normaliseText(content)))
  return found.ok ? found.value : null
}

/** The account's newest novel that holds this text; null if none does, and also on an error. */
export async function findNovelWith(context: Context, content: string): Promise<NovelLink | null> {
  const found = content === "" ? null : await findKeptText(context, { content, key: "" })
  return found && { id: found.id, hash: contentHash(normaliseText(content)) }
}

/** Saves a novel. Submitting the same form with the same text again updates that novel's title and visibility. */
export async function saveNovel(context: Context, draft: NovelDraft): Promise<Outcome<Novel, NovelFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  // Use the secret key, because only the server may set `reviewed_at`.
  const novels = serverSupabaseOf(context)?.from("novels")
  if (!novels) return refusal("backend-missing")
  const { account } = signedIn.value
  const title = toSingleLine(draft.title)
  const content = normaliseText(draft.content)
  const sections = standingSections(content, draft.sections)
  const { isPublic, demo } = draft
  const problem = findBoundsProblem(title, content)
  if (problem) return refusal(problem)
  // Count the attempt before the checks, which are the costly part.
  const taken = await takeQuota(context, "novel-save")
  if (!taken.ok) return taken
  const rated = await rateNovel(serverSupabaseOf(context), { ...draft, title, content, sections }, [
    title,
    ...sections.map((section) => section.title),
    content,
  ])
  if (!rated.ok) return rated

  const id = draft.key ? novelId(account.id, draft.key, content) : randomUUID()
  const { data, error, status } = await novels
    .insert({
      id,
      title,
      content,
      sections: sectionsColumn(sections),
      user_id: account.id,
      is_public: isPublic,
      demo: demo ?? null,
      ...reviewed(rated.value),
    })
    .select(SHELF_COLUMNS)
    .single()
  if (error?.code === UNIQUE_VIOLATION) return savedBefore(context, id, { title, isPublic })
  if (error?.code === SHELF_FULL) return refusal("shelf-full")
  if (error) return refusal(serverFailure(error, status))
  return success(toNovel({ ...data, content, sections, demo }))
}

// The first submission created the row; this one may have another title or visibility.
async function savedBefore(
  context: Context,
  id: string,
  { title, isPublic }: Pick<NovelDraft, "title" | "isPublic">,
): Promise<Outcome<Novel, NovelFailure>> {
  const before = await findOutOfBin(context, id)
  if (!before.ok) return before
  const renamed = before.value.title === title || (await renameNovel(context, id, title))
  if (renamed !== true && !renamed.ok) return renamed
  const changed = before.value.isPublic === isPublic || (await publishNovel(context, id, isPublic))
  if (changed !== true && !changed.ok) return changed
  return success({ ...before.value, title, isPublic })
}

/** Who saves again what went into the bin wants it back. */
async function findOutOfBin(context: Context, id: string): Promise<Outcome<Novel, NovelFailure>> {
  const found = await findOwnNovel(context, id)
  if (found.ok || found.failure !== "not-found") return found
  const restored = await restoreNovels(context, [id])
  return restored.ok ? findOwnNovel(context, id) : restored
}

/** A version 8 UUID of the submitted values, so that the primary key rejects a second submission. */
function novelId(...parts: string[]): string {
  const digits = hash("sha256", JSON.stringify(parts)).slice(0, 32).split("")
  digits[12] = digits[16] = "8"
  return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}
