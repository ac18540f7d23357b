import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { normaliseText } from "#app/domain/text.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { contentHash } from "./novel-mark.server.ts"

/** A novel of the account that holds a text. */
export interface KeptText {
  id: string
  title: string
  isBinned: boolean
}

/** Finds which of these texts the account's novels hold, also in the bin: one answer for each text, in their order. */
export async function findKeptTexts(
  context: Readonly<RouterContextProvider>,
  texts: readonly string[],
): Promise<Outcome<(KeptText | null)[], AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (texts.length === 0) return success([])
  const hashes = texts.map((text) => contentHash(normaliseText(text)))
  const { data, error, status } = await signedIn.value.supabase.rpc("find_kept_texts", { p_hashes: hashes })
  if (error) return refusal(accessFailure(error, status))
  const kept = new Map(
    data.map(({ content_hash, id, title, is_binned }) => [content_hash, { id, title, isBinned: is_binned }]),
  )
  return success(hashes.map((one) => kept.get(one) ?? null))
}
