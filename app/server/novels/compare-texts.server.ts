import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import type { TextDiff } from "#app/domain/text-diff.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { compareInThread } from "#app/server/scan/scan.server.ts"

/** What two texts have apart from each other. Each comparison counts against a limit. */
export async function compareForAccount(
  context: Readonly<RouterContextProvider>,
  before: string,
  after: string,
): Promise<Outcome<TextDiff, "too-many-attempts" | "scan-busy">> {
  const taken = await takeQuota(context, "text-compare")
  if (!taken.ok) return taken
  const diff = await compareInThread(before, after)
  return diff ? success(diff) : refusal("scan-busy")
}
