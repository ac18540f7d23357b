import { REPORT_REASONS } from "#app/domain/report.ts"
import { readSections } from "#app/domain/sections.ts"
import { firstCharacters, toSingleLine } from "#app/domain/text.ts"
import { closeOldPages } from "#app/server/http/page-cache.server.ts"
import { sketchText } from "#app/server/scan/text-sketch.server.ts"
import type { OperatorClient } from "./operator-backend.ts"
import { Refusal } from "./refusal.ts"

const [GRAVEST] = REPORT_REASONS
/** Counts separately for the gravest reason and for all others. */
const LIST_MAX = 200
const SHOWN_LINES = 20
const SHOWN_LINE_CHARS = 200

/** Lists the open reports: the gravest reason first, then oldest first. Shows nothing of any novel. */
export async function listReports(client: OperatorClient): Promise<string> {
  const open = () =>
    client.from("reports").select("id, novel_id, reason, created_at", { count: "exact" }).eq("state", "open")
  const [gravest, others] = await Promise.all([
    open().eq("reason", GRAVEST).order("created_at").limit(LIST_MAX).throwOnError(),
    open().neq("reason", GRAVEST).order("created_at").limit(LIST_MAX).throwOnError(),
  ])
  const count = (gravest.count ?? 0) + (others.count ?? 0)
  if (count === 0) return "No open reports."
  const lines = [...gravest.data, ...others.data].map(
    ({ id, novel_id, reason, created_at }) =>
      `${String(id).padStart(6)}  ${created_at.slice(0, 16)}  ${reason.padEnd(12)}  novel ${novel_id}`,
  )
  return [`${count} open (id, time in UTC, reason, novel):`, ...lines].join("\n")
}

/** Shows one report in full, and the title and first lines of its novel, which is enough to judge it. */
export async function showReport(client: OperatorClient, id: number): Promise<string> {
  const { data: report } = await client.from("reports").select().eq("id", id).maybeSingle().throwOnError()
  if (!report) throw new Refusal(`There is no report ${id}.`)
  const { data: novel } = await client
    .from("novels")
    .select(
      "title, content, sections, user_id, is_public, content_level, taken_down_at, binned_at, updated_at",
    )
    .eq("id", report.novel_id)
    .maybeSingle()
    .throwOnError()
  const { count } = await client
    .from("reports")
    .select("id", { count: "exact", head: true })
    .eq("novel_id", report.novel_id)
    .throwOnError()
  return [
    `report   ${report.id}, ${report.state}, ${report.created_at}`,
    `reason   ${report.reason}`,
    `note     ${printable(report.note) || "-"}`,
    `contact  ${report.email ? printable(report.email) : "-"}`,
    `novel    ${report.novel_id}, reported ${count} times in all`,
    ...(novel ? novelLines(novel) : ["         deleted by its author"]),
  ].join("\n")
}

interface ShownNovel {
  title: string
  content: string
  sections: unknown
  user_id: string
  is_public: boolean
  content_level: number
  taken_down_at: string | null
  binned_at: string | null
  updated_at: string
}

function novelLines(novel: ShownNovel): string[] {
  const reach = novel.taken_down_at ? "taken down" : novel.is_public ? "public" : "private"
  const state = novel.binned_at ? `${reach}, in its author's bin since ${novel.binned_at}` : reach
  const titles = readSections(novel.sections).map(({ title }) => printable(title))
  const lines = novel.content.split("\n").filter((line) => line.trim())
  return [
    `         ${state}, level ${novel.content_level}, last changed ${novel.updated_at}, author ${novel.user_id}`,
    `title    ${printable(novel.title)}`,
    ...(titles.length > 0 ? [`sections ${titles.join(" / ")}`] : []),
    "",
    ...lines.slice(0, SHOWN_LINES).map((line) => firstCharacters(printable(line), SHOWN_LINE_CHARS)),
    ...(lines.length > SHOWN_LINES ? [`… and ${lines.length - SHOWN_LINES} more paragraphs`] : []),
  ]
}

/** Settles a report without a consequence. */
export async function dismissReport(client: OperatorClient, id: number): Promise<string> {
  const { data } = await client
    .from("reports")
    .update({ state: "dismissed", settled_at: now() })
    .eq("id", id)
    .eq("state", "open")
    .select("id")
    .throwOnError()
  if (data.length === 0) throw new Refusal(`There is no open report ${id}.`)
  return `Report ${id} is dismissed.`
}

/**
 * Closes a novel to all but its author, who cannot reopen it. Blocks its text for everyone who saves it again,
 * and settles the novel's reports.
 */
export async function takeDown(
  client: OperatorClient,
  novelId: string,
  reason: string | null,
): Promise<string> {
  const { data: novel } = await client
    .from("novels")
    .select("content")
    .eq("id", novelId)
    .maybeSingle()
    .throwOnError()
  if (!novel) throw new Refusal(`There is no novel ${novelId}.`)
  // Blocks the text before it closes the novel, because a closed novel's author may save the text again.
  const { hash, sketch } = sketchText(novel.content)
  await client.from("taken_down_texts").upsert({ novel_id: novelId, text_hash: hash, sketch }).throwOnError()
  const { data } = await client
    .from("novels")
    .update({ is_public: false, taken_down_at: now(), taken_down_reason: reason })
    .eq("id", novelId)
    .select("id")
    .throwOnError()
  if (data.length === 0) throw new Refusal(`There is no novel ${novelId}.`)
  await closeOldPages()
  // Settles reports last: a break in between leaves reports open, not a novel, and the operator can repeat the
  // command.
  const { data: settled } = await client
    .from("reports")
    .update({ state: "upheld", settled_at: now() })
    .eq("novel_id", novelId)
    .eq("state", "open")
    .select("id")
    .throwOnError()
  return `Novel ${novelId} is taken down; open reports settled: ${settled.length}.`
}

/**
 * Lets a novel's author publish it again, and anyone its text. It stays private until its author publishes it,
 * because they may have changed it. If the author deleted the novel, only its text is unblocked.
 */
export async function restoreNovel(client: OperatorClient, novelId: string): Promise<string> {
  const { data } = await client
    .from("novels")
    .update({ taken_down_at: null, taken_down_reason: null })
    .eq("id", novelId)
    .not("taken_down_at", "is", null)
    .select("id")
    .throwOnError()
  const { data: texts } = await client
    .from("taken_down_texts")
    .delete()
    .eq("novel_id", novelId)
    .select("novel_id")
    .throwOnError()
  if (data.length + texts.length === 0) throw new Refusal(`No novel ${novelId} is taken down.`)
  if (data.length === 0) return `Novel ${novelId} is deleted; its text may be published again.`
  return `Novel ${novelId} may be published again. It stays private until its author publishes it.`
}

// A stranger's text must not control the operator's terminal.
function printable(text: string): string {
  return text.split("\n").map(toSingleLine).filter(Boolean).join(" / ")
}

function now(): string {
  return new Date().toISOString()
}
