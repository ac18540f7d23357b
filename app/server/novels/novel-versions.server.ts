import type { RouterContextProvider } from "react-router"
import { z } from "zod"
import { readDemoShare } from "#app/domain/demo-share.ts"
import { type NovelFailure, type NovelVersion, VERSIONS_MAX, type VersionEntry } from "#app/domain/novel.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { readSections, standingSections } from "#app/domain/sections.ts"
import { accessFailure } from "#app/server/visitor/signed-in.server.ts"
import { findAuthor, isNovelId } from "./find-novel.server.ts"
import { moment } from "./novel-row.server.ts"

type Context = Readonly<RouterContextProvider>

const ENTRY_COLUMNS = "id, written_at, replaced_at, letters"

const entryRow = z
  .object({ id: z.uuid(), written_at: moment, replaced_at: moment, letters: z.number() })
  .transform(({ id, written_at, replaced_at, letters }) => ({
    id,
    writtenAt: written_at,
    replacedAt: replaced_at,
    letters,
  }))
const textRow = z.object({
  content: z.string(),
  sections: z.unknown().transform(readSections),
  demo: z.unknown().transform(readDemoShare),
})

/** The earlier texts of one of the account's own novels, the last one first. */
export async function listVersions(
  context: Context,
  id: string,
): Promise<Outcome<VersionEntry[], NovelFailure>> {
  const signedIn = findAuthor(context, id)
  if (!signedIn.ok) return signedIn
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novel_versions")
    .select(ENTRY_COLUMNS)
    .eq("novel_id", id)
    .eq("user_id", account.id)
    .order("replaced_at", { ascending: false })
    .limit(VERSIONS_MAX)
  if (error) return refusal(accessFailure(error, status))
  return success(data.map((row) => entryRow.parse(row)))
}

/** Finds one of them with its text. */
export async function findVersion(
  context: Context,
  id: string,
  versionId: string,
): Promise<Outcome<NovelVersion, NovelFailure>> {
  const signedIn = findAuthor(context, id)
  if (!signedIn.ok) return signedIn
  if (!isNovelId(versionId)) return refusal("version-gone")
  const { account, supabase } = signedIn.value
  const { data, error, status } = await supabase
    .from("novel_versions")
    .select(`${ENTRY_COLUMNS}, content, sections, demo`)
    .eq("id", versionId)
    .eq("novel_id", id)
    .eq("user_id", account.id)
    .maybeSingle()
  if (error) return refusal(accessFailure(error, status))
  if (!data) return refusal("version-gone")
  const { content, sections, demo } = textRow.parse(data)
  return success({ ...entryRow.parse(data), content, sections: standingSections(content, sections), demo })
}
