import { hash } from "node:crypto"

/** Identifies a title and a text, as the database's `novel_drafts.mark` does. */
export function novelMark({ title, content }: { title: string; content: string }): string {
  return hash("md5", `${title}\n${content}`)
}

/** Identifies a text, as the database's `novels.content_hash` does. */
export function contentHash(content: string): string {
  return hash("md5", content)
}
