/** Control characters, marks that turn the direction of what follows, and ends of lines. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]+/gu
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A title or a name as it is kept: one line, trimmed, and empty where nothing of it would be seen. */
export function toSingleLine(text: string): string {
  const line = text.toWellFormed().replace(UNSEEN, " ").replace(/\s+/gu, " ").trim()
  return SEEN.test(line) ? line : ""
}

/** Whether a text has more than so many characters as the database counts them. */
export function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false
  let count = 0
  for (const _ of text) {
    count += 1
    if (count > characters) return true
  }
  return false
}
