import { hash } from "node:crypto"

/** Identifies a title and a text, as the database's `novel_drafts.mark` does. */
export function novelMark({ title, content }: { title: string; content: string }): string {
  return markOf(title, contentHash(content))
}

/** The same, for a text that was not read, by its `contentHash`. */
export function markOf(title: string, hashed: string): string {
  return hash("md5", `${title}\n${hashed}`)
}

/** Identifies a text, as the database's `novels.content_hash` does. */
export function contentHash(content: string): string {
  return hash("md5", content)
}
