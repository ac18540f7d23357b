import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { NOVEL_MAX_CHARS, type NovelDraft, TITLE_MAX_CHARS } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { isLongerThan, normaliseText, toSingleLine } from "#app/domain/text.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { novelMark } from "#app/server/novels/novel-mark.server.ts"
import { moment, SHELF_FULL } from "#app/server/novels/novel-row.server.ts"
import { scan } from "#app/server/scan/scan.server.ts"
import { accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import type { DraftFailure, DraftPlace } from "./draft-places.server.ts"

type Context = Readonly<RouterContextProvider>

const UNIQUE_VIOLATION = "23505"
const FOREIGN_KEY_VIOLATION = "23503"

const draftRow = z
  .object({
    title: z.string(),
    content: z.string(),
    base: z.string(),
    mark: z.string(),
    discarded: z.boolean(),
    updated_at: moment,
  })
  .transform(({ updated_at, ...row }): NovelDraft => ({ ...row, updatedAt: updated_at }))

/** What was typed over this text and is not saved yet; null if nothing was. */
export async function findDraft(
  context: Context,
  { column, id }: DraftPlace,
): Promise<Outcome<NovelDraft | null, DraftFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novel_drafts")
    .select("title, content, base, mark, discarded, updated_at")
    .eq(column, id)
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) return refusal(accessFailure(error, status))
  return success(data && draftRow.parse(data))
}

/** An edit as its page sends it. */
interface SentDraft {
  title: string
  content: string
  /** The mark of the novel that it was begun over. */
  base: string
  /** The page that sends it, and the mark of the draft that the page knows; empty if it knows none. */
  editor: string
  before: string
  discarded?: boolean
}

/**
 * Keeps what is typed over this text, in place of what the same page kept before. Refuses to overwrite what another
 * page has kept meanwhile, and text that breaks the ban. Answers the mark of what is kept.
 */
export async function keepDraft(
  context: Context,
  place: DraftPlace,
  { title, content, base, editor, before, discarded = false }: SentDraft,
): Promise<Outcome<string, DraftFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const draft = { title: toSingleLine(title), content: normaliseText(content) }
  if (isLongerThan(draft.title, TITLE_MAX_CHARS)) return refusal("title-too-long")
  if (isLongerThan(draft.content, NOVEL_MAX_CHARS)) return refusal("content-too-long")
  const taken = await takeQuota(context, "novel-draft")
  if (!taken.ok) return taken
  const found = await place.find()
  if (!found.ok) return found
  const whole = `${draft.title}\n${draft.content}`
  const scanned = await scan({ texts: [whole], level: found.value.level, rated: whole })
  if (!scanned) return refusal("scan-busy")
  if (scanned.banned) return refusal(scanned.banned.reason)

  const { column, id } = place
  const row = { ...draft, base, editor, discarded, updated_at: new Date().toISOString() }
  const drafts = () => supabase.from("novel_drafts")
  const updated = await drafts()
    .update(row)
    .eq(column, id)
    .eq("user_id", account.id)
    .or(ownedBy(editor, [before], discarded ? "" : ",discarded.is.false"))
    .select("mark")
  const isKept = updated.error || updated.data.length > 0
  // Nothing is begun over a text that has gone: it may just have been saved, by this page as well.
  if (!isKept && base !== found.value.mark) return refusal("novel-changed")
  const { error, status } = isKept
    ? updated
    : await drafts().insert({ ...row, [column]: id, user_id: account.id })
  if (error?.code === UNIQUE_VIOLATION) return refusal("draft-changed")
  // The database was away when the text was written, and its row comes later.
  if (error?.code === FOREIGN_KEY_VIOLATION) return refusal("backend-down")
  if (error?.code === SHELF_FULL) return refusal("shelf-full")
  if (error) return refusal(accessFailure(error, status))
  return success(novelMark(draft))
}

/**
 * Deletes a kept edit that this page kept or that has one of these marks. One that stays is shown the next time the
 * text is edited.
 */
export async function dropDraft(
  context: Context,
  { column, id }: DraftPlace,
  { editor, marks }: { editor: string; marks: string[] },
): Promise<void> {
  const signedIn = findSignedIn(context)
  const owned = ownedBy(editor, marks)
  if (!signedIn.ok || owned === "") return
  const { account, supabase } = signedIn.value
  await supabase.from("novel_drafts").delete().eq(column, id).eq("user_id", account.id).or(owned)
}

/**
 * A filter for the drafts of this page, or with one of these marks. All were parsed, so they hold no syntax. What a page
 * sends late does not bring back what it has thrown away: `unless` is a further condition on its own drafts.
 */
function ownedBy(editor: string, marks: string[], unless = ""): string {
  return [
    ...(editor ? [`and(editor.eq.${editor}${unless})`] : []),
    ...marks.filter(Boolean).map((mark) => `mark.eq.${mark}`),
  ].join(",")
}
