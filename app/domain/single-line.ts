/** Control characters, text-direction marks and line separators. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Converts a title or a name to one trimmed line; empty if it has no visible character. */
export function toSingleLine(text: string): string {
  const line = text.toWellFormed().replace(UNSEEN, " ").replace(/\s+/gu, " ").trim()
  return SEEN.test(line) ? line : ""
}

/** Whether a text has more than `characters` code points, which is also how the database counts. */
export function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false
  let count = 0
  for (const _ of text) {
    count += 1
    if (count > characters) return true
  }
  return false
}
