import type { PostgrestError } from "@supabase/supabase-js"
import { z } from "zod"
import { ONE_PAGE_MAX_UNITS } from "#app/domain/reading/parts.ts"
import { NOVEL_COLUMNS, TEXTLESS_COLUMNS } from "./novel-row.server.ts"

/** What all kept texts hold together, at two bytes each. */
const KEPT_MAX_UNITS = 8 * 1_024 * 1_024

interface Answer {
  data: unknown
  error: PostgrestError | null
  status: number
}

const markedRow = z.object({ content_hash: z.string().nullable() })
const wholeRow = markedRow.extend({ content: z.string() })

/** The long texts of novels that this process has read, by id, least recently used first. */
const texts = new Map<string, { hash: string; content: string }>()
let units = 0

/**
 * Reads a novel's row with NOVEL_COLUMNS. A long text comes from this process's memory while the row says that it is
 * the same; the row itself, and the right to see it, always come from the database.
 */
export async function readNovel(id: string, read: (columns: string) => PromiseLike<Answer>): Promise<Answer> {
  const kept = texts.get(id)
  if (kept) {
    const answer = await read(TEXTLESS_COLUMNS)
    if (answer.error || !answer.data) return answer
    if (markedRow.parse(answer.data).content_hash === kept.hash) {
      texts.delete(id)
      texts.set(id, kept)
      return { ...answer, data: { ...answer.data, content: kept.content } }
    }
    forget(id)
  }
  const answer = await read(NOVEL_COLUMNS)
  if (answer.data) keep(id, wholeRow.parse(answer.data))
  return answer
}

function keep(id: string, { content, content_hash: hash }: z.output<typeof wholeRow>): void {
  if (hash === null || content.length <= ONE_PAGE_MAX_UNITS || content.length > KEPT_MAX_UNITS) return
  forget(id)
  texts.set(id, { hash, content })
  units += content.length
  for (const oldest of texts.keys()) {
    if (units <= KEPT_MAX_UNITS) break
    forget(oldest)
  }
}

function forget(id: string): void {
  units -= texts.get(id)?.content.length ?? 0
  texts.delete(id)
}
