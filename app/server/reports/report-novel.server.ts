import { hash, randomUUID } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { type ReportFailure, type ReportProblem, reportSchema } from "#app/domain/report.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { findAccount, serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { visitorOf } from "#app/server/visitor/visitor.server.ts"

/** A report's fields, not yet validated. */
export interface ReportForm {
  reason: string
  note: string
  email: string
  /** The form's own key, so that submitting it twice stores one report. */
  key: string
}

/** Stores a reader's report about a public novel, which only the operator can read (`npm run reports`). */
export async function reportNovel(
  context: Readonly<RouterContextProvider>,
  novelId: string | undefined,
  { key, ...typed }: ReportForm,
): Promise<Outcome<null, ReportFailure>> {
  const parsed = reportSchema.safeParse(typed)
  if (!parsed.success) return refusal(parsed.error.issues[0]?.message as ReportProblem)
  const found = await findSharedNovel(context, novelId)
  if (!found.ok) return found
  const taken = await takeQuota(context, "report")
  if (!taken.ok) return taken

  const reports = serverSupabaseOf(context)?.from("reports")
  if (!reports) return refusal("backend-missing")
  const reporter = reporterOf(context)
  const row = {
    ...parsed.data,
    key: hash("sha256", `${reporter} ${key || randomUUID()}`),
    novel_id: found.value.id,
    reporter,
  }
  const { error, status } = await reports.upsert(row, { onConflict: "key", ignoreDuplicates: true })
  return error ? refusal(serverFailure(error, status)) : success(null)
}

function reporterOf(context: Readonly<RouterContextProvider>): string {
  const account = findAccount(context)
  return account ? hash("sha256", account.id) : visitorOf(context)
}
