import { env } from "#app/server/config/env.server.ts"
import { deleteExpiredGenerations } from "#app/server/generation/generation-rows.server.ts"
import { describeError, log } from "#app/server/log/log.server.ts"
import { adminSupabase } from "#app/server/supabase/clients.server.ts"
import { deleteExpiredNovels } from "./expired-novels.server.ts"
import { deleteExpiredReferences } from "./expired-references.server.ts"
import { deleteExpiredReports } from "./expired-reports.server.ts"
import { deleteLeftFiles } from "./left-files.server.ts"

const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 10 * MINUTE_MS

const DELETIONS = {
  generations: deleteExpiredGenerations,
  references: deleteExpiredReferences,
  novels: deleteExpiredNovels,
  reports: deleteExpiredReports,
  "files of deleted accounts": deleteLeftFiles,
}

/** Deletes what has expired once an hour, whichever process gets to it and however often it starts anew. */
export function startRetention(): void {
  // Not at once: whoever starts has other things to do.
  setTimeout(() => void deleteWhenDue(), MINUTE_MS).unref()
  setInterval(() => void deleteWhenDue(), LOOK_EVERY_MS).unref()
}

/** Deletes what has expired, unless some process did so within the last hour. Never throws: the next hour tries again. */
export async function deleteWhenDue(): Promise<void> {
  if (!adminSupabase) return
  const { generations, reports } = env.RETENTION
  const due = await adminSupabase.rpc("claim_cleaning", {
    p_generation_hours: generations,
    ...(reports !== null && { p_report_hours: reports }),
  })
  if (due.error) log("warn", "nothing expired was deleted", { error: describeError(due.error) })
  if (!due.data) return
  for (const [what, deleteExpired] of Object.entries(DELETIONS)) {
    await deleteExpired().catch((error: unknown) => {
      log("error", "what has expired was not deleted", { what, error: describeError(error) })
    })
  }
}
