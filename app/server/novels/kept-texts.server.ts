import type { RouterContextProvider } from "react-router"
import { type Outcome, refusal, success } from "#app/domain/outcome.ts"
import { countCodePoints, firstCharacters, normaliseText } from "#app/domain/text.ts"
import { type AccessFailure, accessFailure, findSignedIn } from "#app/server/visitor/signed-in.server.ts"
import { contentHash } from "./novel-mark.server.ts"

/** So much of a text tells the database which novels may begin with it. */
const OPENING_CHARS = 40

/** A novel of the account that holds a text. */
export interface KeptText {
  id: string
  title: string
  isBinned: boolean
  /** It holds this text alone, and does not go on after it. */
  isWhole: boolean
}

/**
 * Finds which of these texts the account's novels hold, also in the bin, or begin with: one answer for each text, in
 * their order.
 */
export async function findKeptTexts(
  context: Readonly<RouterContextProvider>,
  texts: readonly string[],
): Promise<Outcome<(KeptText | null)[], AccessFailure>> {
  const signedIn = findSignedIn(context)
  if (!signedIn.ok) return signedIn
  if (texts.length === 0) return success([])
  const contents = texts.map(normaliseText)
  const hashes = contents.map(contentHash)
  const { data, error, status } = await signedIn.value.supabase.rpc("find_kept_texts", {
    p_hashes: hashes,
    p_chars: contents.map(countCodePoints),
    p_openings: contents.map((content) => firstCharacters(content, OPENING_CHARS)),
  })
  if (error) return refusal(accessFailure(error, status))
  const kept = new Map(
    data.map(({ content_hash, id, title, is_binned, is_whole }) => [
      content_hash,
      { id, title, isBinned: is_binned, isWhole: is_whole },
    ]),
  )
  return success(hashes.map((one) => kept.get(one) ?? null))
}
