import { hash, randomUUID } from "node:crypto"
import type { RouterContextProvider } from "react-router"
import type { Report } from "#app/domain/forms/report-form.ts"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import type { ReportFailure } from "#app/domain/report.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { findSharedNovel } from "#app/server/novels/find-novel.server.ts"
import { findAccount, serverSupabaseOf } from "#app/server/visitor/session.server.ts"
import { serverFailure } from "#app/server/visitor/signed-in.server.ts"
import { visitorOf } from "#app/server/visitor/visitor.server.ts"

/**
 * Stores a reader's report about a public novel, which only the operator can read (`npm run reports`). Submitting
 * the same form twice, by its key, stores one report.
 */
export async function reportNovel(
  context: Readonly<RouterContextProvider>,
  novelId: string | undefined,
  { key, ...report }: Report,
): Promise<Outcome<null, ReportFailure>> {
  const found = await findSharedNovel(context, novelId)
  if (!found.ok) return found
  const taken = await takeQuota(context, "report")
  if (!taken.ok) return taken

  const reports = serverSupabaseOf(context)?.from("reports")
  if (!reports) return refusal("backend-missing")
  const reporter = reporterOf(context)
  const row = {
    ...report,
    key: hash("sha256", `${reporter} ${key || randomUUID()}`),
    novel_id: found.value.id,
    reporter,
  }
  const { error, status } = await reports.upsert(row, { onConflict: "key", ignoreDuplicates: true })
  return error ? refusal(serverFailure(error, status)) : success(null)
}

/** Who reported something from this account, as a SHA-256 hash. */
export function reporterFor(accountId: string): string {
  return hash("sha256", accountId)
}

function reporterOf(context: Readonly<RouterContextProvider>): string {
  const account = findAccount(context)
  return account ? reporterFor(account.id) : visitorOf(context)
}
