import { createReadableStreamFromReadable } from "@react-router/node"
import { profileFailureText } from "#app/copy/account.ts"
import { accountData as text } from "#app/copy/downloads.ts"
import { withWait } from "#app/copy/limits.ts"
import { site } from "#app/copy/site.ts"
import { attachmentOf } from "#app/routes/exported-file.server.ts"
import { FAILURE_STATUS } from "#app/routes/failure-status.server.ts"
import { plainAnswer, refuseMethod } from "#app/routes/refuse.server.ts"
import { zipStream } from "#app/server/books/zip.server.ts"
import { takeQuota } from "#app/server/limits/take-quota.server.ts"
import { eachOwnRecord } from "#app/server/own-data/each-own-record.server.ts"
import type { Route } from "./+types/route"

const PRIVATE = { "Cache-Control": "private, no-store" }

/** What is kept of the account beside its novels, in one zip, which leaves while it is packed. */
export async function loader({ context }: Route.LoaderArgs) {
  const taken = await takeQuota(context, "library-export")
  if (!taken.ok)
    return plainAnswer(withWait(text.tooOften, taken.waitSeconds), FAILURE_STATUS[taken.failure], PRIVATE)
  const records = await eachOwnRecord(context)
  if (!records.ok)
    return plainAnswer(profileFailureText[records.failure], FAILURE_STATUS[records.failure], PRIVATE)
  return new Response(createReadableStreamFromReadable(zipStream(records.value)), {
    headers: {
      ...PRIVATE,
      "Content-Type": "application/zip",
      "Content-Disposition": attachmentOf("luobi-account.zip", text.fileName(site.name)),
    },
  })
}

export const action = refuseMethod("GET, HEAD")
